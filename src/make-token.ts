/** `npm run token -- NAME --role read|operate|author`: makes a token, shown once, and the line by which TOKENS_FILE knows it. */

import process from 'node:process';
import { parseArgs } from 'node:util';

import { describeToken } from './http/access/describe-token.ts';
import { newToken } from './http/access/new-token.ts';
import { ROLES } from './http/access/role.ts';
import { tell, tellError } from './platform/tell.ts';
import { TOKEN_NAME, TOKEN_NAME_RULE } from './http/access/token-name.ts';

const USAGE = `usage: npm run token -- NAME --role ${ROLES.join('|')}`;

const EXIT_USAGE = 2;

try {
  tell(makeToken());
} catch (error) {
  tellError(`tms-init: ${(error as Error).message}\n${USAGE}\n`);
  process.exitCode = EXIT_USAGE;
}

function makeToken(): string {
  const { values, positionals } = parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true });
  const [name, ...further] = positionals;
  if (name === undefined || further.length > 0) throw new Error('name exactly one token');
  if (!TOKEN_NAME.test(name)) throw new Error(`a name ${TOKEN_NAME_RULE}`);
  const role = ROLES.find((candidate) => candidate === values.role);
  if (role === undefined) throw new Error('say what it is for by --role');
  return describeToken(newToken(name, role));
}
