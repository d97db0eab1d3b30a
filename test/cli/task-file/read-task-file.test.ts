/** Files of tasks: JSON or YAML, and for what is neither one line that says where. */

import { expect } from 'chai';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { Fault } from '../../../cli/faults/fault.ts';
import { readTaskFile } from '../../../cli/task-file/read-task-file.ts';
import { rejectionOf } from '../../support/rejection-of.ts';

describe('the file of a task', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tms-init-file-'));
  });

  after(() => rm(folder, { recursive: true }));

  async function write(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  const read = async (name: string, content: string) => JSON.parse(await readTaskFile(await write(name, content)));

  const task = { taskId: 'a', name: 'A', steps: [{ name: 'One', script: 'set -eu\n./one.sh\n' }] };

  it('may be JSON, which is sent as it stands', async () => {
    const text = ` ${JSON.stringify(task)}\n`;
    expect(await readTaskFile(await write('a.json', text))).to.equal(text);
    expect(await read('a.txt', text)).to.deep.equal(task);
  });

  it('may be YAML, with scripts of several lines', async () => {
    const text =
      'taskId: a\nname: A # so called\nsteps:\n  - name: One\n    script: |\n      set -eu\n      ./one.sh\n';
    expect(await read('a.yaml', text)).to.deep.equal(task);
  });

  it('of YAML may repeat a part by an alias', async () => {
    const text = 'name: A\nsteps:\n  - &one {name: One, script: ./one.sh}\n  - *one\n';
    const one = { name: 'One', script: './one.sh' };
    expect(await read('a.yml', text)).to.deep.equal({ name: 'A', steps: [one, one] });
  });

  it('may have a byte order mark', async () => {
    expect(await read('b.json', `\uFEFF${JSON.stringify(task)}`)).to.deep.equal(task);
  });

  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['empty.yaml', ' \n', / is empty$/],
    ['twice.yaml', 'name: A\nname: B\n', /, line 2, column 1: Map keys must be unique$/],
    ['tab.yaml', 'name: A\nsteps:\n\t- name: One\n', /, line 3, column 1: /],
    ['tag.yaml', 'name: A\nsteps: !!js/function x\n', /, line 2, column 8: Unresolved tag/],
    ['two.yaml', 'name: A\n---\nname: B\n', /, line 2, column 1: .*documents/i],
    ['open.yaml', 'name: "A\n', /, line \d+, column \d+: /],
    ['alias.yaml', 'name: *none\n', /alias/i],
    ['bad.json', '{"name": "A",}', /bad\.json is not JSON: /],
    ['bomb.yaml', bomb(), /alias/i],
  ];
  for (const [name, content, message] of broken) {
    it(`is refused in one line where it is broken: ${name}`, async () => {
      const path = await write(name, content);
      const fault = (await rejectionOf(readTaskFile(path))) as Fault;
      expect(fault).to.be.instanceOf(Fault).with.property('exitCode', 2);
      expect(fault.message).to.match(message).and.include(path);
      expect(fault.message).not.to.include('\n');
    });
  }

  it('is refused where it is no text', async () => {
    const path = await write('a.bin', Buffer.from([0xff, 0xfe, 0x00]));
    expect(await rejectionOf(readTaskFile(path))).to.have.property('message', `${path} is not text in UTF-8`);
  });

  it('is refused where nobody may read it', async function () {
    if (process.getuid?.() === 0) this.skip();
    const path = await write('closed.json', '{}');
    await chmod(path, 0);
    expect(await rejectionOf(readTaskFile(path))).to.have.property(
      'message',
      `${path} cannot be read: no right to read it`,
    );
  });

  it('is refused where it is larger than any task', async () => {
    const path = await write('large.json', Buffer.alloc(65 * 1024 * 1024, ' '));
    expect(await rejectionOf(readTaskFile(path))).to.have.property('message', `${path} is larger than 64 MiB`);
    await rm(path);
  });
});

/** Few lines that stand for millions of values. */
function bomb(): string {
  const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (const [name, before] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg'].map((pair) => pair.split(''))) {
    lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`);
  }
  return `${lines.join('\n')}\n`;
}
