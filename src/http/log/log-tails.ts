/** Looks whether logs grow, for whoever follows them: one look at a log, however many follow it. */

import type { LogReader } from '../../scripts/log-reader.ts';
import type { OpenLog } from '../../scripts/open-log.ts';

/** What a kernel says of changes to files depends on the file system; their size does not. */
const LOOK_MS = 200;

export interface LogTails {
  /** As LogReader.open(), but shared; each who opens it closes it. `changed` is called when it has another size. */
  open(logPath: string, changed: () => void): Promise<OpenLog>;
}

interface Tail {
  readonly log: OpenLog;
  readonly followers: Set<() => void>;
  stop(): void;
}

export function openLogTails(logs: Pick<LogReader, 'open'>): LogTails {
  const tails = new Map<string, Promise<Tail>>();
  const users = new Map<string, number>();

  /** The last one who leaves closes it. */
  async function leave(logPath: string, tail: Tail): Promise<void> {
    const left = (users.get(logPath) ?? 1) - 1;
    users.set(logPath, left);
    if (left > 0) return;
    users.delete(logPath);
    tails.delete(logPath);
    tail.stop();
    await tail.log.close();
  }

  return {
    async open(logPath, changed) {
      const opening = tails.get(logPath) ?? beginTail(logs, logPath);
      tails.set(logPath, opening);
      users.set(logPath, (users.get(logPath) ?? 0) + 1);
      try {
        const tail = await opening;
        return follow(tail, changed, () => leave(logPath, tail));
      } catch (error) {
        tails.delete(logPath);
        users.delete(logPath);
        throw error;
      }
    },
  };
}

async function beginTail(logs: Pick<LogReader, 'open'>, logPath: string): Promise<Tail> {
  const log = await logs.open(logPath);
  const followers = new Set<() => void>();
  let size = await log.size();
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const now = await log.size().catch(() => size); // Seen by whoever reads it.
    isLooking = false;
    if (now === size) return;
    size = now;
    for (const changed of followers) changed();
  };
  const looking = setInterval(() => void look(), LOOK_MS);
  return { log, followers, stop: () => clearInterval(looking) };
}

function follow({ log, followers }: Tail, changed: () => void, leave: () => Promise<void>): OpenLog {
  followers.add(changed);
  return {
    ...log,
    async close() {
      if (followers.delete(changed)) await leave();
    },
  };
}
