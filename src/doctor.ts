/** `npm run doctor`: says what the database has, what the service needs of it, and which tables may be meant. Changes nothing. */

import process from 'node:process';

import { processEnvironment } from './config.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { tell, tellError, tellUnforeseen } from './platform/tell.ts';

try {
  const { exitCode, output, error } = await runDoctor(process.argv.slice(2), processEnvironment());
  tell(output);
  tellError(error);
  process.exitCode = exitCode;
} catch (error) {
  tellUnforeseen(error);
}
