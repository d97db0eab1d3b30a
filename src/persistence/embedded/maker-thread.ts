/** A thread that makes a database. The memory that takes (250 MB where it is made anew) is given back with the thread. */

import { parentPort, workerData } from 'node:worker_threads';

import { makeDatabase, type Making } from './make-database.ts';

parentPort?.postMessage(await makeDatabase(workerData as Making), []);
