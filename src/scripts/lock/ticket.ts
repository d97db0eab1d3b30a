/** The ticket in a step's lock file: which attempt may start, and whether it did. */

import { constants, open } from 'node:fs/promises';

/**
 * `waiting`: the attempt may start. `started`: its script began. `refused`: the system would not execute its script.
 * `revoked`: no attempt may start.
 * The words are equally long, so that each write replaces the whole ticket in place.
 */
export interface Ticket {
  /** 16 hex digits, see LogPathFacts.random. */
  readonly attemptId: string;
  readonly state: 'waiting' | 'started' | 'refused' | 'revoked';
}

/** What a fence leaves: a child that was asked for before finds that it may not start any more. */
export const REVOKED: Ticket = { attemptId: '0'.repeat(16), state: 'revoked' };

const FORMAT = /^(?<attemptId>[0-9a-f]{16}) (?<state>waiting|started|refused|revoked)\n/;

/**
 * Never a new file in the place of the old one: the lock is on the file. What a script has put in its place is an error:
 * a pipe, which nobody waits for, has no beginning to be written.
 */
export async function writeTicket(lockPath: string, { attemptId, state }: Ticket): Promise<void> {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    await file.write(`${attemptId} ${state}\n`, 0);
  } finally {
    await file.close();
  }
}

/** Null where there is none: the file was swept, or is new. */
export async function readTicket(lockPath: string): Promise<Ticket | null> {
  const groups = FORMAT.exec(await readStart(lockPath))?.groups;
  return groups ? { attemptId: groups['attemptId'] ?? '', state: groups['state'] as Ticket['state'] } : null;
}

async function readStart(lockPath: string): Promise<string> {
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = await open(lockPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
