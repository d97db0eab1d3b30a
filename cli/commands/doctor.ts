/** `tms-init doctor`: what a database has, what the service needs of it, and which tables may be meant. */

import type { Findings } from '../../src/persistence/doctor/examine-database.ts';
import { environmentOf } from '../environment.ts';
import type { ExitCode } from '../exit-codes.ts';
import { databaseFault } from '../faults/database-fault.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import { inertLine } from '../text/inert.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly mapping?: true;
}

export const define: Define = (command, action) => {
  command
    .option('--mapping', 'only a mapping to start from, for the file of TABLE_MAPPING')
    .addHelpText('after', HELP)
    .action(action(doctor));
};

const HELP = `
It asks no service. It looks at the database that DATABASE_URL or DATABASE_URL_FILE names,
as the service does with these settings, and at its tables as TABLE_MAPPING names them. It
tells what a start would say, which indexes are missing, and which tables look like tasks
and their steps where the service finds none. It changes nothing.

Exit codes: 0 nothing is missing; 1 something is; 2 a setting or the mapping cannot be
used; 3 the database cannot be reached.

Examples:
  DATABASE_URL=postgresql://user@host:5432/database tms-init doctor
  tms-init doctor --mapping > mapping.json
  TABLE_MAPPING=mapping.json tms-init doctor --json | jq -r '.faults[]'
`;

async function doctor(session: Session, { mapping }: Options): Promise<ExitCode> {
  session.asksNoService('doctor');
  const { json, output } = session;
  const args = [...(mapping ? ['--mapping'] : []), ...(json || !mapping ? ['--json'] : [])];
  const { runDoctor } = await import('../../src/doctor/run-doctor.ts');
  // What it gives is all that shall come on standard output.
  const { exitCode, output: found, error } = await runDoctor(args, environmentOf({ LOG_LEVEL: 'silent' }));
  if (found === '') throw databaseFault(exitCode, firstLine(error));
  output.lines(json || mapping ? inertJsonLines(JSON.parse(found)) : await describe(found));
  return exitCode;
}

/** The one that says what is wrong. */
function firstLine(error: string): string {
  const [line = ''] = error.replace(/^tms-init: /, '').split('\n');
  return line;
}

async function describe(found: string): Promise<readonly string[]> {
  const { printFindings } = await import('../../src/doctor/print-findings.ts');
  return printFindings(JSON.parse(found, inert) as Findings)
    .trimEnd()
    .split('\n');
}

/** The names of tables and columns are those of others. */
function inert(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? inertLine(value) : value;
}
