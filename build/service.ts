/**
 * Builds the service into few files: with its packages it is a thousand modules, and Node needs most of a start to find and read
 * so many. A part of `npm run prepare`, and the beginning of each `npm start`, which does nothing where the sources are as they were.
 */

import process from 'node:process';

import { readBuilt, writeBuilt } from './built-service.ts';
import { bundle } from './bundle.ts';
import { fingerprintSources } from './fingerprint.ts';

/** Where the packages of developers are not installed: the service runs from its sources, as it always can. */
const FROM_SOURCES = new Map([['main.js', "import '../../src/main.ts';\n"]]);
const THE_SOURCES = 'nothing: it runs the sources';

try {
  await build();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The service cannot be built into dist/service: ${reason}\nWithout a build: node src/main.ts\n`);
  process.exitCode = 1;
}

async function build(): Promise<void> {
  const fingerprint = await fingerprintSources();
  const built = readBuilt();
  if (built === fingerprint) return;
  const texts = await bundle();
  if (texts !== null) writeBuilt(texts, fingerprint);
  else if (built !== THE_SOURCES) writeBuilt(FROM_SOURCES, THE_SOURCES);
}
