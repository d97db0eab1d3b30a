/**
 * The rights of the files that a service makes, where the umask takes none of them away. Those of the embedded database:
 * test/persistence/embedded/start-embedded-database.test.ts
 */

import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

import { eventually } from '../support/eventually.ts';
import { type FileMode, fileModesIn } from '../support/file-modes.ts';
import { openRealRooms, type RealRooms } from '../support/real-rooms.ts';

/** By the beginning of its path in the folder of the test; the first that fits counts. */
const MODES: readonly (readonly [begin: RegExp, folder: number, file: number])[] = [
  // The flock program makes this one, in a folder that nobody else may enter.
  [/^locks\/sweeping$/, 0o700, 0o666],
  [/^locks(\/|$)/, 0o700, 0o600],
  [/^logs(\/|$)/, 0o750, 0o640],
];

/** Of each kind one, which must be there. */
const SAMPLES = [
  /^locks\/id$/,
  /^locks\/[^/]{20,}$/,
  /^logs\/[^/]+\/.*\.log$/,
  /^logs\/[^/]+\/.*\.json$/,
  /^logs\/[^/]+\/.*\.ndjson$/,
];

describe('the files of a service', () => {
  let rooms: RealRooms;
  let umask: number;

  before(async () => {
    umask = process.umask(0o000);
    rooms = await openRealRooms();
  });

  after(async () => {
    process.umask(umask);
    await rooms.closeSupervisors();
    await rooms.close();
  });

  it('are for its user, and logs for its group to read, whatever the umask, which stays that of its scripts', async () => {
    const supervisor = rooms.supervise();
    const { folder } = rooms.scripts;
    await rooms.createTask('made', ['umask > umask-of-scripts']);
    await supervisor.execute('made', 'ann');
    await eventually('the run to end', async () => (await rooms.stored('made')).statuses === 'SUCCESS SUCCESS');
    // A journal is written a while after what it tells of.
    for (const sample of SAMPLES) {
      await eventually(`a file like ${sample}`, () => fileModesIn(folder).some(({ path }) => sample.test(path)));
    }
    expect(fileModesIn(folder).flatMap(faultOf)).to.deep.equal([]);
    expect(await readFile(join(folder, 'umask-of-scripts'), 'utf8')).to.equal('0000\n');
  });
});

function faultOf({ path, isFolder, mode }: FileMode): string[] {
  const [, folder, file] = MODES.find(([begin]) => begin.test(path)) ?? [];
  const wanted = isFolder ? folder : file;
  return wanted === undefined || wanted === mode ? [] : [`${path} has ${mode.toString(8)}`];
}
