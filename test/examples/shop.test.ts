/** The scripts of the example by themselves, run in order by sh as the service runs them. */

import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';

interface Ended {
  readonly code: number;
  readonly output: string;
}

describe('the shop example, set up, mended, resumed and then set up as a whole again', () => {
  let folder: string;
  let first: readonly Ended[];
  let resumed: readonly Ended[];
  let again: readonly Ended[];
  let filesBefore: readonly string[];
  let serverBefore: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-shop-'));
    const scripts = await scriptsOfTask();
    first = await runUntilFailure(scripts, folder);
    await mend(folder);
    resumed = await runUntilFailure(scripts.slice(4), folder);
    filesBefore = await filesThatStay(folder);
    serverBefore = await readFile(join(folder, 'run/server.pid'), 'utf8');
    again = await runUntilFailure(scripts, folder);
  });

  after(async () => {
    await run('sh examples/shop/stop-server.sh', folder);
    await rm(folder, { recursive: true });
  });

  it('fails at the import and names the line to mend', () => {
    expect(first.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0, 1]);
    expect(first.at(-1)?.output).to.match(/^line 3118: product P-03117 has the currency "EURO"/m);
    expect(first.at(-1)?.output).to.match(/1 row is wrong and nothing was imported: mend .*products\.csv.*\n$/);
  });

  it('succeeds from there once the line is mended', () => {
    expect(resumed.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0]);
    expect(resumed.at(-1)?.output).to.match(/answers and finds 125 products/);
  });

  it('may be run again: nothing is doubled, what a person or the first run made is kept', async () => {
    expect(again.map(({ code }) => code)).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(again[5]?.output).to.equal('5000 products can be searched\n');
    expect(await filesThatStay(folder)).to.deep.equal(filesBefore);
  });

  it('leaves one server running, the newest, which ends on request', async () => {
    const url = await readFile(join(folder, 'run/server.url'), 'utf8');
    expect(await answers(url)).to.equal(true);
    expect(await isAlive(await readFile(join(folder, 'run/server.pid'), 'utf8'))).to.equal(true);
    expect(await isAlive(serverBefore)).to.equal(false);

    await run('sh examples/shop/stop-server.sh', folder);
    await eventually('the server to be gone', async () => !(await answers(url)));
  });
});

describe('the scripts of the shop example', () => {
  it('say what is missing where SHOP_DIR does not reach them', async () => {
    for (const script of await scriptsOfTask()) {
      const { code, output } = await run(script, '');
      expect(code, script).to.not.equal(0);
      expect(output).to.match(/SHOP_DIR.*SCRIPT_ENV=SHOP_DIR/);
    }
  });
});

async function scriptsOfTask(): Promise<readonly string[]> {
  const task = JSON.parse(await readFile('examples/shop/task.json', 'utf8')) as { steps: { script: string }[] };
  return task.steps.map(({ script }) => script);
}

async function runUntilFailure(scripts: readonly string[], folder: string): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const script of scripts) {
    ended.push(await run(script, folder));
    if (ended.at(-1)?.code !== 0) break;
  }
  return ended;
}

/** Runs a command line with the little environment that the service gives to scripts. */
function run(script: string, folder: string): Promise<Ended> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SHOP_DIR: folder };
  return new Promise((resolve) => {
    const child = execFile('/bin/sh', ['-c', script], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? (error ? 255 : 0), output: stdout + stderr });
    });
  });
}

async function mend(folder: string): Promise<void> {
  const priceList = join(folder, 'data/products.csv');
  await writeFile(priceList, (await readFile(priceList, 'utf8')).replace(',EURO,', ',EUR,'));
}

/** What a second run must not change. */
async function filesThatStay(folder: string): Promise<readonly string[]> {
  const names = ['conf/secret', 'conf/shop.json', 'data/products.csv'];
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** A process that has ended but that nobody has waited for has no command line any more. */
async function isAlive(pid: string): Promise<boolean> {
  const { output } = await run(`cat /proc/${pid.trim()}/cmdline`, '');
  return output.includes('serve-shop');
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(60_000) })).ok;
  } catch {
    return false;
  }
}
