/** token: makes tokens that a service takes. */

import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { chmod } from 'node:fs/promises';

import { tmsInit } from '../../support/command-line.ts';
import { type AskedService, openAskedService } from '../../support/command-line-service.ts';
import { makeServiceFolders } from '../../support/service-process.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Made {
  readonly token: string;
  readonly entry: { readonly name: string; readonly role: string; readonly sha256: string };
}

async function make(name: string, role: string): Promise<Made> {
  const { output } = await tmsInit(['token', name, '--role', role, '--json']);
  return JSON.parse(output) as Made;
}

describe('tms-init token', () => {
  it('shows a token and the line by which the service knows it', async () => {
    const { exitCode, output, error } = await tmsInit(['token', 'ann', '--role', 'operate']);
    expect({ exitCode, error }).to.deep.equal({ exitCode: 0, error: '' });
    const token = /^ {2}(tms_[\w-]{43})$/m.exec(output)?.[1] ?? '';
    const sha256 = createHash('sha256').update(token).digest('hex');
    expect(output).to.include(`  ${JSON.stringify({ name: 'ann', role: 'operate', sha256 })}\n`);
  });

  it('gives both as JSON', async () => {
    const { token, entry } = await make('ann', 'read');
    const sha256 = createHash('sha256').update(token).digest('hex');
    expect(entry).to.deep.equal({ name: 'ann', role: 'read', sha256 });
  });
});

describe('tms-init and a service with tokens', () => {
  let asked: AskedService;
  let reader: Made;
  let author: Made;

  before(async () => {
    const folders = await makeServiceFolders();
    [reader, author] = await Promise.all([make('reader', 'read'), make('author', 'author')]);
    const tokensFile = join(folders.root, 'tokens.json');
    await writeFile(tokensFile, JSON.stringify([reader.entry, author.entry]), { mode: 0o600 });
    asked = await openAskedService({ TOKENS_FILE: tokensFile });
  });

  after(() => asked.close());

  it('says how to give a token where there is none', async () => {
    const { exitCode, output, error } = await asked.ask(['list']);
    expect({ exitCode, output }).to.deep.equal({ exitCode: 1, output: '' });
    expect(error).to.equal(
      [
        'tms-init: The caller is not known: The request has no token.',
        '  Give a token by --token-file FILE, or by TMS_INIT_TOKEN_FILE or TMS_INIT_TOKEN;',
        '  tms-init token NAME --role read|operate|author makes one for the TOKENS_FILE of the service.',
        '',
      ].join('\n'),
    );
  });

  it('says which role is needed', async () => {
    const environment = { TMS_INIT_TOKEN: reader.token };
    expect((await asked.ask(['list'], { environment })).exitCode).to.equal(0);
    const { exitCode, error } = await asked.ask(['run', '-'], {
      environment,
      input: 'name: x\nsteps: [{name: a, script: b}]',
    });
    expect(exitCode).to.equal(1);
    expect(error)
      .to.include('The token of reader has the role read; this needs author.')
      .and.include('--token-file FILE');
  });

  it('takes a token from a file that nobody else may read, also to watch and to read logs', async () => {
    const file = await asked.write('token', `${author.token}\n`);
    const task = await asked.write('task.yaml', 'taskId: a\nname: A\nsteps: [{name: One, script: echo hello}]\n');
    const run = await asked.ask(['run', task, '--watch', '--token-file', file]);
    expect(run.exitCode, run.error).to.equal(0);
    const environment = { TMS_INIT_TOKEN_FILE: file };
    expect((await asked.ask(['logs', 'a', '1', '-f'], { environment })).output).to.equal('hello\n');
    await chmod(file, 0o644);
    const { exitCode, error } = await asked.ask(['list'], { environment });
    expect({ exitCode, error }).to.deep.equal({
      exitCode: 2,
      error: `tms-init: TMS_INIT_TOKEN_FILE ${file} is open to other users; chmod 600 closes it\n`,
    });
  });

  it('never repeats a token', async () => {
    const file = await asked.write('not-a-token', `Bearer ${author.token}\n`);
    const { error } = await asked.ask(['list', '--token-file', file]);
    expect(error).to.include('does not hold a token').and.not.include(author.token);
  });
});
