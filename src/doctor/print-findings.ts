/** What the doctor found, in lines for people. */

import { inertLine } from '../platform/inert-text.ts';
import type { ColumnFindings, Findings, TableFindings } from '../persistence/doctor/examine-database.ts';

export function printFindings(findings: Findings): string {
  const { database, server, tables, faults, indexes, remarks } = findings;
  const parts = [
    [database, `  ${server}`],
    ...tables.map(tableLines),
    faults.length > 0 ? ['Missing, or not as it has to be:', ...faults.map(item)] : ['Nothing is missing for a start.'],
    indexes.length > 0
      ? [
          'Indexes that the service wants, for whoever may change the tables:',
          ...indexes.flatMap(({ statement, reason }) => [item(statement), `    for ${reason}`]),
        ]
      : [],
    remarks.length > 0 ? ['Good to know:', ...remarks.map(item)] : [],
    guessLines(findings),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map(inertLine).join('\n')}\n`)
    .join('\n');
}

function item(text: string): string {
  return `  - ${text}`;
}

function tableLines({ reference, table, exists, rows, columns }: TableFindings): string[] {
  const name = table === reference ? reference : `${reference} is ${table}`;
  if (!exists) return [`${name}: not found`];
  const width = Math.max(...columns.map((column) => column.reference.length));
  const counted = rows === null ? '' : `, about ${rows} rows`;
  return [`${name}: found${counted}`, ...columns.map((column) => columnLine(column, width))];
}

function columnLine({ reference, column, type }: ColumnFindings, width: number): string {
  const label = `  ${reference.padEnd(width)}  `;
  if (column === null) return `${label}(none)`;
  return `${label}${column}, ${type ?? 'not found'}`;
}

function guessLines({ guess, faults }: Findings): string[] {
  if (guess === null) {
    const isMissing = faults.some((fault) => fault.startsWith('table '));
    return isMissing ? ['No other two tables look like tasks and their steps.'] : [];
  }
  const { file, open } = guess;
  return [
    'These tables look like tasks and their steps. A mapping to start from, for the file of TABLE_MAPPING:',
    '',
    ...JSON.stringify(file, null, 2).split('\n'),
    ...(open.length > 0 ? ['', `No column looks like ${open.join(', ')}: name it.`] : []),
    '',
    'Look whether each name is right, and whether "timestamps" is "utc", "local" or a time zone, Asia/Shanghai for example.',
  ];
}
