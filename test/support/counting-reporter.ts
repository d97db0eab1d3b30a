/** The spec reporter of mocha that also leaves its counts in the file that COUNTS_FILE names, for .ci/run. */

import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';
import process from 'node:process';

class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const path = process.env['COUNTS_FILE'];
    if (!path) throw new Error('COUNTS_FILE is not set.');
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      writeFileSync(path, `${passes} ${failures}\n`);
    });
  }
}

/** Mocha loads a reporter by require(), which gives it what has this name. */
export { CountingReporter as 'module.exports' };
