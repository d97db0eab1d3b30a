/** Writes logs to standard output: harmless on a terminal, byte by byte elsewhere. */

import { once } from 'node:events';
import process from 'node:process';

import type { Step } from '../api/answers.ts';
import type { Session } from '../session.ts';
import { inertLine } from '../text/inert.ts';
import { openInertLog } from '../text/inert-log.ts';

export interface LogWriter {
  /** Says on standard error whose log comes. */
  begin(step: Pick<Step, 'stepNo' | 'name'>): void;
  /** Resolves once it may go on: whoever reads slowly is waited for. */
  write(piece: Uint8Array | string): Promise<void>;
  end(): Promise<void>;
}

export function openLogWriter({ output }: Session): LogWriter {
  const { stdout } = process;
  const inert = stdout.isTTY ? openInertLog(output.colors.isColorSupported) : null;
  const put = async (piece: Uint8Array | string) => {
    if (!stdout.write(piece)) await once(stdout, 'drain');
  };
  return {
    begin: ({ stepNo, name }) => output.note(`==> step ${stepNo} (${inertLine(name)}) <==`),
    write: (piece) => put(inert === null ? piece : inert.write(piece)),
    end: () => put(inert === null ? '' : inert.end()),
  };
}
