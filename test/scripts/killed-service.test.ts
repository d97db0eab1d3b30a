/** A service killed at any moment and started again at once: never do two processes of one step live. */

import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { livingProcesses, markerOf } from '../support/living-processes.ts';
import { openTestScripts, type TestScripts } from '../support/open-test-scripts.ts';

/** More by hand: KILLS=100 npx mocha --no-config --timeout 600000 test/scripts/killed-service.test.ts */
const KILLS = Number(process.env['KILLS'] ?? 4);

/**
 * Holds a lock of its own as long as anything of it lives, and says so where another process of the step has it: the
 * kernel frees it at any death, so no clock and no sampling are involved.
 */
const PROBE = `trap '' TERM
exec 9>probe
flock -n 9 || echo OVERLAP >>journal
echo START >>journal`;

const UNENDING = `${PROBE}
(trap '' TERM; sleep 60; sleep 60) &
sleep 60
sleep 60`;

describe('a service that is killed while it runs a step', () => {
  let test: TestScripts;

  before(async () => {
    test = await openTestScripts();
  });
  after(() => test.close());

  it(`never has two processes of the step, in ${KILLS} kills with an immediate start`, async function () {
    this.timeout(60_000 + KILLS * 5000);
    const markers: string[] = [];
    let before = '';
    for (let attempt = 1; attempt <= KILLS; attempt += 1) {
      const { logPath } = test.attempt(null, { attempt });
      const service = runStep(UNENDING, logPath, before);
      await reaches(service, ['opened', 'fenced', 'started'][attempt % 3] ?? '');
      await setTimeout(Math.random() * 30);
      service.kill('SIGKILL');
      before = logPath;
      markers.push(markerOf({ logPath }));
    }
    const { logPath } = test.attempt(null, { attempt: KILLS + 1 });
    const last = runStep(`${PROBE}\necho END >>journal`, logPath, before);
    await once(last, 'exit');
    const journal = (await readFile(join(test.folder, 'journal'), 'utf8')).trim().split('\n');
    expect(journal.filter((line) => line === 'OVERLAP')).to.deep.equal([]);
    expect(journal.at(-1)).to.equal('END');
    expect(journal.length, 'scripts that ran').to.be.above(KILLS / 3);
    expect(markers.flatMap(livingProcesses)).to.deep.equal([]);
  });

  function runStep(script: string, logPath: string, before: string): ChildProcess {
    const program = new URL('fixtures/run-step.ts', import.meta.url).pathname;
    const args = [program, test.folder, script, logPath, before];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }
});

/** Waits until the program has printed a line with the word. */
async function reaches(program: ChildProcess, word: string): Promise<void> {
  for await (const text of program.stdout ?? []) if (String(text).includes(word)) return;
  throw new Error(`the program ended before it said ${word}`);
}
