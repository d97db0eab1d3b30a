/** A log that is opened while somebody swaps the folder above it for a link out of the log folder, and back. */

import { expect } from 'chai';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { Refusal } from '../../src/domain/refusal.ts';
import { openLog } from '../../src/scripts/open-log.ts';

const LEAST_OPENINGS = 300;

describe('a log below a folder that becomes a link and a folder again', () => {
  const root = mkdtempSync(join(tmpdir(), 'tms-init-open-log-'));
  const folders = { logDir: join(root, 'logs'), logRoots: [] };
  const task = join(root, 'logs', 'task');
  let isLink = false;

  before(() => {
    for (const [folder, content] of [
      [task, 'a log'],
      [join(root, 'outside'), 'a secret'],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, '1.log'), content);
    }
  });

  after(() => rmSync(root, { recursive: true }));

  function swap(): void {
    if (isLink) unlinkSync(task);
    else renameSync(task, join(root, 'away'));
    if (isLink) renameSync(join(root, 'away'), task);
    else symlinkSync(join(root, 'outside'), task);
    isLink = !isLink;
  }

  it('is the log or nothing, whenever that happens', async () => {
    const seen = new Set<string>();
    for (let openings = 0; openings < LEAST_OPENINGS || seen.size < 2; openings++) {
      seen.add(await whileSwapping(lookAtLog()));
    }
    expect([...seen]).to.have.members(['a log', 'refused']);
  });

  async function swapSoon(): Promise<null> {
    await setImmediate();
    if (Math.random() < 0.1) swap();
    return null;
  }

  async function whileSwapping(look: Promise<string>): Promise<string> {
    for (;;) {
      const content = await Promise.race([look, swapSoon()]);
      if (content !== null) return content;
    }
  }

  async function lookAtLog(): Promise<string> {
    try {
      const log = await openLog(folders, 'task/1.log');
      const content = await log.read(0, 100);
      await log.close();
      return content.toString();
    } catch (error) {
      if (error instanceof Refusal) return 'refused';
      throw error;
    }
  }
});
