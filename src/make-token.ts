/** `npm run token -- NAME --role read|operate|author`: makes a token, shown once, and the line by which TOKENS_FILE knows it. */

import process from 'node:process';
import { parseArgs } from 'node:util';

import { newToken } from './http/access/new-token.ts';
import { type Role, ROLES } from './http/access/role.ts';
import { TOKEN_NAME } from './http/access/token-file.ts';

const USAGE = `usage: npm run token -- NAME --role ${ROLES.join('|')}`;

const EXIT_USAGE = 2;

try {
  process.stdout.write(makeToken());
} catch (error) {
  process.stderr.write(`tms-init: ${(error as Error).message}\n${USAGE}\n`);
  process.exitCode = EXIT_USAGE;
}

function makeToken(): string {
  const { values, positionals } = parseArgs({ options: { role: { type: 'string' } }, allowPositionals: true });
  const [name, ...further] = positionals;
  if (name === undefined || further.length > 0) throw new Error('name exactly one token');
  if (!TOKEN_NAME.test(name)) throw new Error('a name has 1 to 64 characters of A-Z a-z 0-9 . _ @ -');
  const role = ROLES.find((candidate) => candidate === values.role);
  if (role === undefined) throw new Error('say what it is for by --role');
  return describe(name, role);
}

function describe(name: string, role: Role): string {
  const { token, entry } = newToken(name, role);
  return [
    `The token of ${name}, which is shown now and never again:`,
    '',
    `  ${token}`,
    '',
    'Add this to the list in TOKENS_FILE (mode 0600), and send SIGHUP to a service that runs:',
    '',
    `  ${JSON.stringify(entry)}`,
    '',
  ].join('\n');
}
