/** The steps of a task in the terminal: a list that changes in place, or a line for each ended step where there is no terminal. */

import process from 'node:process';
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

import type { Step } from './service-client.ts';

export interface StepList {
  show(steps: readonly Step[]): void;
}

/** @param before the steps as they were before this run: it skips those that were SUCCESS. */
export function createStepList(output: WriteStream, before: readonly Step[]): StepList {
  const skipped = new Set(before.flatMap(({ status, stepNo }) => (status === 'SUCCESS' ? [stepNo] : [])));
  return canChange(output, before.length) ? changingList(output, skipped) : growingList(output, skipped, before);
}

/** What the longest line of the list takes. */
const COLUMNS = 70;

/** Writing over lines needs a terminal that knows how, and room for all of them unbroken. */
function canChange(output: WriteStream, lines: number): boolean {
  return output.isTTY && process.env['TERM'] !== 'dumb' && output.rows > lines && output.columns >= COLUMNS;
}

function changingList(output: WriteStream, skipped: ReadonlySet<number>): StepList {
  let shown: readonly string[] = [];
  return {
    show(steps) {
      const lines = steps.map((step) => describe(step, skipped));
      if (lines.join() === shown.join()) return;
      // Cursor up over what was shown; each line is written over and cleared to its end.
      const up = shown.length > 0 ? `\u001B[${shown.length}A` : '';
      output.write(up + lines.map((line) => `${line}\u001B[K\n`).join(''));
      shown = lines;
    },
  };
}

function growingList(output: WriteStream, skipped: ReadonlySet<number>, before: readonly Step[]): StepList {
  const written = new Set<number>();
  // A step that failed in the run before says FAILED until this run has started it.
  const startsBefore = new Map(before.map(({ stepNo, attempts }) => [stepNo, attempts]));
  const isOld = ({ stepNo, status, attempts }: Step) => status === 'FAILED' && startsBefore.get(stepNo) === attempts;
  return {
    show(steps) {
      const ended = steps.filter((step) => hasEnded(step.status) && !isOld(step) && !written.has(step.stepNo));
      for (const step of ended) {
        output.write(`${describe(step, skipped)}\n`);
        written.add(step.stepNo);
      }
    },
  };
}

function hasEnded(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED';
}

function describe(step: Step, skipped: ReadonlySet<number>): string {
  const name = `${step.stepNo}. ${step.name.padEnd(24)}`;
  if (skipped.has(step.stepNo)) return styleText('dim', `  ↷ ${name} skipped, it is SUCCESS`);
  return `  ${mark(step.status)} ${name} ${step.status}${duration(step)}`;
}

function mark(status: string): string {
  switch (status) {
    case 'SUCCESS':
      return styleText('green', '✓');
    case 'FAILED':
      return styleText('red', '✗');
    case 'RUNNING':
      return styleText('yellow', '▸');
    default:
      return styleText('dim', '·');
  }
}

function duration({ startedAt, finishedAt }: Step): string {
  if (startedAt === null || finishedAt === null) return '';
  return `, ${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(2)} s`;
}
