/** PGlite has one session for all clients: keeps what one client has begun apart from what the others send. */

import type { PGlite } from '@electric-sql/pglite';

/** All that the socket server uses of a database. */
type Served = Pick<PGlite, 'waitReady' | 'runExclusive' | 'isInTransaction' | 'execProtocolRawStream' | 'exec'>;

/**
 * The socket server lets other clients in between any two messages, but for transactions. A statement with parameters is
 * five messages (parse, bind, describe, execute, sync), a large one comes in several pieces, and what came in between would
 * replace its text. So an unfinished statement is shown to the server as a transaction: it holds the others back until its
 * end, and undoes it where its client has gone.
 */
export function withOneSession(database: PGlite, onFault: (error: unknown) => void): PGlite {
  let unfinished = false;
  const served: Served = {
    waitReady: database.waitReady,
    runExclusive: (run) => database.runExclusive(run),
    isInTransaction: () => unfinished || database.isInTransaction(),
    async execProtocolRawStream(message, options) {
      try {
        if (namesStatement(message)) await database.execProtocolRawStream(closeOf(message), { onRawData: ignore });
        await database.execProtocolRawStream(message, options);
      } catch (error) {
        // The server's own queue would stand still from here on.
        onFault(error);
        throw error;
      }
      unfinished = isUnfinishedAfter(message, unfinished);
    },
    async exec(sql) {
      if (unfinished) await database.execProtocolRawStream(SYNC, { onRawData: ignore });
      unfinished = false;
      return database.exec(sql);
    },
  };
  return served as PGlite;
}

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

const code = (letter: string) => letter.charCodeAt(0);

/** Parse, Bind, Describe, Execute, Close, Flush: nothing is finished before the Sync. */
const WITHIN_STATEMENT = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map(code));

/** Sync, simple Query and function call end in ReadyForQuery; all others (startup, Terminate, COPY's) leave it as it is. */
const ENDING = new Set(['S', 'Q', 'F'].map(code));

function isUnfinishedAfter(message: Uint8Array, before: boolean): boolean {
  const type = message[0] ?? 0;
  if (WITHIN_STATEMENT.has(type)) return true;
  return ENDING.has(type) ? false : before;
}

/** A Parse whose statement has a name. */
function namesStatement(message: Uint8Array): boolean {
  return message[0] === code('P') && message[5] !== 0;
}

/**
 * Clients prepare a named statement each for themselves, here they would meet in one session ("already exists"): the earlier
 * one of that name is closed first. So one name must mean one text for all clients of this database.
 */
function closeOf(parse: Uint8Array): Uint8Array {
  const name = parse.subarray(5, parse.indexOf(0, 5) + 1);
  const length = 4 + 1 + name.length;
  const header = [code('C'), length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, code('S')];
  return Uint8Array.from([...header, ...name]);
}

function ignore(): void {
  // The client did not ask for it and must not see its answer.
}
