/** `tms-init token NAME --role ROLE`: makes a token, shown once, and the line by which TOKENS_FILE knows it. */

import { Option } from 'commander';

import { describeToken } from '../../src/http/access/describe-token.ts';
import { newToken } from '../../src/http/access/new-token.ts';
import { type Role, ROLES } from '../../src/http/access/role.ts';
import { TOKEN_NAME, TOKEN_NAME_RULE } from '../../src/http/access/token-name.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { misuse } from '../faults/fault.ts';
import type { Session } from '../session.ts';
import { inertJsonLines } from '../text/inert-json.ts';
import type { Define } from './definition.ts';

interface Options {
  readonly role: Role;
}

export const define: Define = (command, action) => {
  command
    .argument('<name>', `whom it is for; it ${TOKEN_NAME_RULE}`)
    .addOption(new Option('--role <role>', 'what it is for').choices(ROLES).makeOptionMandatory())
    .addHelpText('after', HELP)
    .action(action(token));
};

const HELP = `
read: look at everything; operate: also execute, cancel and resolve; author: also create,
mend and delete tasks, which is to say what is executed. No service is asked. The token is
shown now and never again; what goes into TOKENS_FILE is its sum.

Examples:
  tms-init token ann --role operate
  tms-init token ci --role author --json | jq -r .token
`;

function token({ output, json }: Session, name: string, { role }: Options): ExitCode {
  if (!TOKEN_NAME.test(name)) throw misuse(`a name ${TOKEN_NAME_RULE}`);
  const made = newToken(name, role);
  output.lines(json ? inertJsonLines(made) : describeToken(made).trimEnd().split('\n'));
  return EXIT.success;
}
