/** The process of the command line: its arguments in, its exit code out. */

import process from 'node:process';

import { EXIT } from './exit-codes.ts';
import { tellFault } from './faults/tell-fault.ts';
import { optionWords, runProgram } from './program.ts';

endWithReader();
const words = process.argv.slice(2);
try {
  process.exitCode = await runProgram(words);
} catch (error) {
  const { text, exitCode } = tellFault(error, optionWords(words).includes('--json'));
  process.stderr.write(text);
  process.exitCode = exitCode;
}

/** As `head` ends what writes to it: at once and without a word. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe);
      throw error;
    });
  }
}
