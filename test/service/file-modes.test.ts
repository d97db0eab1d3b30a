/**
 * The rights of the files that a service makes, where the umask takes none of them away. Those of the embedded database:
 * test/persistence/embedded/start-embedded-database.test.ts
 */

import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type FileMode, fileModesIn } from '../support/file-modes.ts';
import { openPostgres, type ServiceDatabase } from '../support/service-databases.ts';
import { makeServiceFolders, type ServiceFolders, startServiceProcess, withUmask } from '../support/service-process.ts';

/** By the beginning of its path in the folder of the test; the first that fits counts. */
const MODES: readonly (readonly [begin: RegExp, folder: number, file: number])[] = [
  // The flock program makes this one, in a folder that nobody else may enter.
  [/^locks\/sweeping$/, 0o700, 0o666],
  [/^locks(\/|$)/, 0o700, 0o600],
  [/^logs(\/|$)/, 0o750, 0o640],
];

/** Of each kind one, which must be there. */
const SAMPLES = [/^locks\/id$/, /^locks\/[^/]{20,}$/, /^logs\/[^/]+\/.*\.log$/, /^logs\/[^/]+\/.*\.json$/];

describe('the files of a service', () => {
  let folders: ServiceFolders;
  let database: ServiceDatabase;

  before(async () => {
    folders = await makeServiceFolders();
    database = await openPostgres();
  });

  after(async () => {
    await database.close();
    await folders.remove();
  });

  it('are for its user, and logs for its group to read, whatever the umask, which stays that of its scripts', async () => {
    const settings = { ...database.settings, LOG_DIR: join(folders.root, 'logs') };
    const service = await startServiceProcess(folders, settings, withUmask('000'));
    try {
      await service.createTask('made', ['umask > umask-of-scripts']);
      await service.execute('made');
      await service.untilStatus('made', 'SUCCESS');
      const made = fileModesIn(folders.root);
      expect(made.flatMap(faultOf)).to.deep.equal([]);
      for (const sample of SAMPLES) expect(made.some(({ path }) => sample.test(path))).to.equal(true, String(sample));
      expect(await readFile(join(folders.root, 'umask-of-scripts'), 'utf8')).to.equal('0000\n');
    } finally {
      await service.end('SIGTERM');
    }
  });
});

function faultOf({ path, isFolder, mode }: FileMode): string[] {
  const [, folder, file] = MODES.find(([begin]) => begin.test(path)) ?? [];
  const wanted = isFolder ? folder : file;
  return wanted === undefined || wanted === mode ? [] : [`${path} has ${mode.toString(8)}`];
}
