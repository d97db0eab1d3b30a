/** A task as somebody writes it: JSON or YAML, and where in it something is wrong. */

import { expect } from 'chai';

import { JSON_EXAMPLE, YAML_EXAMPLE } from '../../visualizer/src/list/examples.ts';
import { readTaskText } from '../../visualizer/src/list/read-task-text.ts';

describe('the text of a task', () => {
  it('is sent as it is where it is JSON', async () => {
    expect(await readTaskText(JSON_EXAMPLE)).to.deep.equal({ kind: 'read', body: JSON_EXAMPLE });
  });

  it('is made JSON where it is YAML, with scripts of several lines', async () => {
    expect(await valueOf(YAML_EXAMPLE)).to.deep.equal({
      name: 'Say hello',
      steps: [
        { name: 'Folder', script: 'mkdir -p /tmp/hello' },
        {
          name: 'Greeting',
          script: 'echo Hello, $STEP_NAME > /tmp/hello/greeting.txt\ncat /tmp/hello/greeting.txt\n',
        },
      ],
    });
  });

  it('makes of plain words in YAML what its core schema makes of them', async () => {
    expect(await valueOf('a: yes\nb: 2026-03-10\nc: 0o17\nd: true\ne: ~\nf: &x [1]\ng: *x\n')).to.deep.equal(
      JSON.parse('{ "a": "yes", "b": "2026-03-10", "c": 15, "d": true, "e": null, "f": [1], "g": [1] }'),
    );
  });

  it('is nothing yet where it is blank', async () => {
    expect(await readTaskText(' \n')).to.deep.equal({ kind: 'blank' });
  });

  for (const [what, text, place] of [
    ['JSON that was cut off', '{"name": ', '1:10 MISSING_CHAR'],
    ['a key that is there twice', 'name: a\nsteps: []\nname: b\n', '3:1 DUPLICATE_KEY'],
    ['a tag of its own', 'name: !shop a\n', '1:7 TAG_RESOLVE_FAILED'],
    ['a tag of another schema', 'name: !!binary aGk=\n', '1:7 TAG_RESOLVE_FAILED'],
    ['a tab that indents', 'steps:\n\t- name: a\n', '2:1 TAB_AS_INDENT'],
    ['a second document', 'name: a\n---\nname: b\n', '2:1 MULTIPLE_DOCS'],
    ['a value with a colon', 'name: a\nscript: echo a: b\n', '2:9 BLOCK_AS_IMPLICIT_KEY'],
    ['an alias of nothing', 'a: &x 1\nb: *x\nc: *y\n', '3:4 ALIAS'],
    ['aliases that grow without end', bomb(), '2:10 ALIAS'],
  ] as const) {
    it(`tells where there is ${what}`, async () => {
      const read = await readTaskText(text);
      if (read.kind !== 'broken') throw new Error(`it is ${read.kind}`);
      expect(`${read.line}:${read.column} ${read.code}`).to.equal(place);
      expect(read.detail).to.match(/\w/);
    });
  }
});

async function valueOf(text: string): Promise<unknown> {
  const read = await readTaskText(text);
  return read.kind === 'read' ? JSON.parse(read.body) : read;
}

/** Each line is ten times the one before. */
function bomb(): string {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8];
  const lines = levels.map((level) => `l${level}: &l${level} [${`*l${level - 1}, `.repeat(10)}]\n`);
  return `l0: &l0 ha\n${lines.join('')}`;
}
