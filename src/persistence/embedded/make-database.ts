/** A thread that makes a database in an empty folder. The memory that takes (250 MB) is given back with the thread. */

import { workerData } from 'node:worker_threads';

import { openPGlite } from './pglite.ts';

const database = await openPGlite(String(workerData));
await database.close();
