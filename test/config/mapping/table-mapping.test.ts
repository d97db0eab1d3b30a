/** The file of TABLE_MAPPING: what it may hold, and the one line for what it may not. */

import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError } from '../../../src/config/config-error.ts';
import { readTableMapping } from '../../../src/config/mapping/table-mapping.ts';

const ONE_COLUMN = (column: string, value: string) =>
  `{\n  "tms_init_task": {\n    "columns": { "${column}": ${value} }\n  }\n}`;

describe('the mapping of tables', () => {
  let folder: string;
  let path: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tms-init-mapping-'));
    path = join(folder, 'mapping.json');
  });

  after(() => rmSync(folder, { recursive: true }));

  const read = (text: string) => {
    writeFileSync(path, text);
    return readTableMapping(path);
  };

  it('leaves what it does not name as it is', () => {
    const { timeZone, task, step } = read('\uFEFF{}');
    expect(timeZone).to.equal('UTC');
    expect(task).to.deep.include({ schema: null, table: 'tms_init_task' });
    expect(step).to.deep.include({ schema: null, table: 'tms_init_task_step' });
    for (const { columns } of [task, step]) expect(Object.keys(columns)).to.deep.equal(Object.values(columns));
  });

  it('takes any names, and null for what is not there', () => {
    const { task, step } = read(`{
      "tms_init_task": { "schema": "Öps", "table": "a \\"job\\".x", "columns": { "id": "no", "task_id": "no", "message": null } },
      "tms_init_task_step": { "columns": { "id": null, "started_at": null, "finished_at": null } } }`);
    expect(task).to.deep.include({ schema: 'Öps', table: 'a "job".x' });
    expect(task.columns).to.include({ id: 'no', task_id: 'no', message: null, created_at: 'created_at' });
    expect(step.columns).to.include({ id: null, started_at: null, finished_at: null, message: 'message' });
  });

  const zones = [
    ['utc', 'UTC'],
    ['local', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['Asia/Shanghai', 'Asia/Shanghai'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ] as const;
  for (const [timestamps, zone] of zones) {
    it(`takes ${timestamps} for times in ${zone}`, () => {
      expect(read(JSON.stringify({ timestamps }))).to.include({ timeZone: zone });
    });
  }

  /** What the line says behind the name of the file. */
  const table: readonly (readonly [string, string | RegExp])[] = [
    ['', ':1:1 is not JSON: it ends too early.'],
    ['{', ':1:2 is not JSON: it ends too early.'],
    ['{\n  "timestamps": "utc"\n\n', ':2:22 is not JSON: it ends too early.'],
    ['{\n  "timestamps": "ut', ':2:20 is not JSON: it ends too early.'],
    ['{\n  "timestamps": "utc",\n}', ':3:1 is not JSON: unexpected "}".'],
    ["{\n  'timestamps': 1 }", `:2:3 is not JSON: unexpected "'".`],
    ['{\n  // zone\n}', ':2:3 is not JSON: unexpected "/".'],
    ['// zone\n{}', ':1:1 is not JSON: unexpected "/".'],
    ['{} {}', ':1:4 is not JSON: unexpected "{".'],
    ['{ "timestamps": "u\ntc" }', ':1:19 is not JSON: unexpected "\\n".'],
    ['{ "timestamps": True }', ':1:17 is not JSON: unexpected "T".'],
    ['[]', ':1:1 the mapping must be an object with any of timestamps, tms_init_task, tms_init_task_step.'],
    ['{\n  "tables": {}\n}', ':2:3 tables is unknown; there is timestamps, tms_init_task, tms_init_task_step.'],
    ['{ "timestamps": "utc",\n  "timestamps": "utc" }', ':2:3 has "timestamps" twice.'],
    [`{ "tms_init_task": { "columns": {\n"id": "a",\n"id": "b" } } }`, ':3:1 has "id" twice.'],
    ['{ "timestamps": "Mars" }', /^:1:3 timestamps must be "utc", "local" or a time zone, /],
    ['{ "timestamps": "+08:00" }', /^:1:3 timestamps must be /],
    [`{ "timestamps": "UTC' or 1" }`, /^:1:3 timestamps must be /],
    ['{ "timestamps": 8 }', /^:1:3 timestamps must be /],
    ['{\n "tms_init_task": "job" }', ':2:2 tms_init_task must be an object with any of schema, table, columns.'],
    [
      '{\n "tms_init_task": {\n "name": "job" } }',
      ':3:2 tms_init_task.name is unknown; there is schema, table, columns.',
    ],
    [
      '{\n "tms_init_task": {\n "table": null } }',
      ':3:2 tms_init_task.table must be a name of 1 to 63 bytes, as text.',
    ],
    ['{\n "tms_init_task": {\n "table": "" } }', /^:3:2 tms_init_task\.table must be a name/],
    [`{\n "tms_init_task": {\n "table": "${'é'.repeat(32)}" } }`, /^:3:2 tms_init_task\.table must be a name/],
    [
      ONE_COLUMN('stauts', '"x"'),
      /^:3:18 tms_init_task\.columns\.stauts is unknown; there is id, task_id, task_name, status, /,
    ],
    [ONE_COLUMN('step_no', '"x"'), /^:3:18 tms_init_task\.columns\.step_no is unknown/],
    [ONE_COLUMN('status', '7'), ':3:18 tms_init_task.columns.status must be a name of 1 to 63 bytes, as text.'],
    [ONE_COLUMN('message', '7'), ':3:18 tms_init_task.columns.message must be a name of 1 to 63 bytes, as text.'],
    [
      ONE_COLUMN('status', 'null'),
      ':3:18 tms_init_task.columns.status must be a name: the service cannot do without this column.',
    ],
    [ONE_COLUMN('message', '"status"'), ':3:18 tms_init_task.columns.message must not be the column of status too.'],
    [
      `{\n "tms_init_task_step": { "table": "tms_init_task" } }`,
      ':2:2 tms_init_task_step must not be the table of tms_init_task.',
    ],
  ];
  for (const [text, message] of table) {
    it(`refuses ${JSON.stringify(text)} in one line that names the place`, () => {
      const error = thrownBy(() => read(text));
      expect(error).to.be.instanceOf(ConfigError);
      const line = error.message.replace(`TABLE_MAPPING ${path}`, '');
      if (typeof message === 'string') expect(line).to.equal(message);
      else expect(line).to.match(message);
      expect(line).not.to.include('\n');
    });
  }

  it('says that a file is not there, or is none', () => {
    expect(() => readTableMapping(join(folder, 'none.json'))).to.throw(
      ConfigError,
      /none\.json cannot be read: ENOENT\.$/,
    );
    expect(() => readTableMapping(folder)).to.throw(ConfigError, / is no file\.$/);
  });
});

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}
