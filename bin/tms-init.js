#!/usr/bin/env node
/**
 * `tms-init`, under whichever Node.js people have, from 20 on: where it is too old for the command line itself, this is run again
 * by the Node.js 24 that `npm install` has brought along.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

const NEEDED = 24;
const EXIT_FAILURE = 1;

if (majorOf(process.versions.node) >= NEEDED) {
  // The one of the service: what is compiled once starts in half of the time.
  module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
  await import('../cli/main.ts');
} else {
  runAgain(findNode());
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}

/** The file of a Node.js that is new enough; null where there is none. */
function findNode() {
  try {
    const require = module.createRequire(import.meta.url);
    const manifest = require.resolve('node/package.json');
    const program = join(dirname(manifest), 'bin/node');
    return majorOf(require(manifest).version) >= NEEDED && existsSync(program) ? program : null;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function runAgain(program) {
  if (program === null) return giveUp();
  const child = spawn(program, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends its signals to both; the child takes one that comes twice for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', giveUp);
  child.on('exit', (code, signal) => (signal === null ? (process.exitCode = code) : endBy(signal)));
}

/** As the child ended, so that a shell sees the same. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function giveUp() {
  process.stderr.write(
    `tms-init: needs Node.js ${NEEDED}; this is ${process.version}, and the one that npm install brings along is not there: run npm install.\n`,
  );
  process.exitCode = EXIT_FAILURE;
}
