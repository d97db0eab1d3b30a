/** A small program in Node that starts processes itself: prints how many a second. Its arguments: a folder, how many, how many at once. */

import process from 'node:process';

import { processStep } from './process-step.ts';
import { startAll } from './start-all.ts';

const [folder = '', count, atOnce] = process.argv.slice(2);
const step = processStep(folder);
console.log(await startAll({ count: Number(count), atOnce: Number(atOnce), start: () => step() }));
