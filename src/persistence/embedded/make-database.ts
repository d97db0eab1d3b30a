/** A thread that makes a database in an empty folder. The memory that takes (250 MB) is given back with the thread. */

import process from 'node:process';

import { openPGlite } from './pglite.ts';

const database = await openPGlite(process.argv[2] ?? '');
await database.close();
