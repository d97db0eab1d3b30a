/** `tms-init serve`: the service in this terminal, in the place of this process. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { environmentOf } from '../environment.ts';
import { EXIT } from '../exit-codes.ts';
import { Fault } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import type { Define } from './definition.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** As in `npm start`. */
const OPTIONS_OF_NODE = ['--max-semi-space-size=16'];

export const define: Define = (command, action) => {
  command.addHelpText('after', HELP).action(action(serve));
};

const HELP = `
It is what npm start starts, but in the folder where you are: data and logs are in
./data, scripts run here, unless the environment says otherwise. Its log lines come on
standard output; Ctrl-C ends it in good order.

Examples:
  tms-init serve
  PORT=9000 SCRIPTS_DIR=/srv/scripts tms-init serve
  DATABASE_URL_FILE=/etc/tms-init/database.url TOKENS_FILE=/etc/tms-init/tokens.json HOST=0.0.0.0 tms-init serve

The README has a table of all settings.
`;

function serve(_session: Session): never {
  build();
  const program = join(PROJECT, 'dist/service/main.js');
  const environment = environmentOf({ NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/compiled') });
  // A signal for the process that was started reaches the service itself.
  process.execve?.(process.execPath, [process.execPath, ...OPTIONS_OF_NODE, program], environment);
  throw new Fault(EXIT.failed, 'the service cannot take the place of this process on this system; npm start starts it');
}

/** Does nothing where the sources are as they were. */
function build(): void {
  try {
    execFileSync(process.execPath, [join(PROJECT, 'build/service.ts')], { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch (error) {
    throw new Fault(EXIT.failed, 'the service could not be built', { cause: error });
  }
}
