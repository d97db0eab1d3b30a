/** Removing the files of a task: its own, and nothing that a link leads to or that came since. */

import { randomUUIDv7 } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from 'chai';

import { journalName } from '../../src/domain/journal-name.ts';
import { formatLogPath, taskFolder } from '../../src/domain/log-path.ts';
import { findTaskFiles } from '../../src/scripts/task-files.ts';

const TASK = '../shop 测试';

describe('the files of a task', () => {
  let root: string;
  let logDir: string;
  let folder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tms-init-task-files-'));
    logDir = join(root, 'logs');
    folder = join(logDir, taskFolder(TASK));
    mkdirSync(folder, { recursive: true });
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function write(name: string): string {
    writeFileSync(join(folder, name), 'x');
    return name;
  }

  function writeAttempt(stepNo: number, attempt: number): void {
    write(logName(stepNo, attempt));
    write(logName(stepNo, attempt).replace(/log$/, 'json'));
  }

  it('are its logs, records and journals; they are removed with their folder', async () => {
    writeAttempt(1, 1);
    writeAttempt(1, 2);
    write(journalName(randomUUIDv7()));
    const files = await findTaskFiles(logDir, TASK);
    expect(files.count).to.equal(5);
    expect(await files.remove()).to.deep.equal({ removed: 5, failed: null });
    expect(readdirSync(logDir)).to.deep.equal([]);
  });

  it('are none where it was never started, and an empty folder goes', async () => {
    expect(await (await findTaskFiles(logDir, 'never')).remove()).to.deep.equal({ removed: 0, failed: null });
    expect(await (await findTaskFiles(logDir, TASK)).remove()).to.deep.equal({ removed: 0, failed: null });
    expect(readdirSync(logDir)).to.deep.equal([]);
  });

  it('that came after they were looked for stay: a new task of the same id has written them', async () => {
    writeAttempt(1, 1);
    const files = await findTaskFiles(logDir, TASK);
    writeAttempt(1, 2);
    expect(await files.remove()).to.deep.equal({ removed: 2, failed: null });
    expect(readdirSync(folder)).to.have.members([logName(1, 2), logName(1, 2).replace(/log$/, 'json')]);
  });

  it('that others put there stay', async () => {
    writeAttempt(1, 1);
    const others = ['notes.txt', `x${logName(1, 1)}`, 'a.journal.ndjson', '1.0.aaaaaaaa.0123456789abcdef.log'].map(
      write,
    );
    expect(await (await findTaskFiles(logDir, TASK)).remove()).to.deep.equal({ removed: 2, failed: null });
    expect(readdirSync(folder)).to.have.members(others);
  });

  it('are not looked for behind a link in the place of their folder', async () => {
    writeAttempt(1, 1);
    renameSync(folder, join(root, 'outside'));
    symlinkSync(join(root, 'outside'), folder);
    const files = await findTaskFiles(logDir, TASK);
    expect([files.count, await files.remove()]).to.deep.equal([0, { removed: 0, failed: null }]);
    expect(readdirSync(join(root, 'outside'))).to.have.length(2);
  });

  it('are not removed behind a link that was put there after they were looked for', async () => {
    writeAttempt(1, 1);
    const files = await findTaskFiles(logDir, TASK);
    renameSync(folder, join(root, 'outside'));
    symlinkSync(join(root, 'outside'), folder);
    expect(await files.remove()).to.deep.equal({ removed: 0, failed: null });
    expect(readdirSync(join(root, 'outside'))).to.have.length(2);
  });

  it('of which one is a link go, and what it leads to stays', async () => {
    writeFileSync(join(root, 'precious'), 'x');
    symlinkSync(join(root, 'precious'), join(folder, logName(1, 1)));
    expect(await (await findTaskFiles(logDir, TASK)).remove()).to.deep.equal({ removed: 1, failed: null });
    expect([existsSync(join(root, 'precious')), existsSync(folder)]).to.deep.equal([true, false]);
  });

  it('that cannot be removed are told', async () => {
    mkdirSync(join(folder, logName(1, 1)));
    writeAttempt(2, 1);
    const { removed, failed } = await (await findTaskFiles(logDir, TASK)).remove();
    expect(removed).to.equal(2);
    expect(failed).to.match(/^(EISDIR|EPERM)$/);
  });
});

function logName(stepNo: number, attempt: number): string {
  const facts = { attempt, place: 'aaaaaaaa', random: '0123456789abcdef' };
  return formatLogPath(TASK, stepNo, facts).split('/')[1] ?? '';
}
