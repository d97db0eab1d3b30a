import { expect } from 'chai';

import { FAILPOINT_NAMES } from '../../src/failpoints/failpoint.ts';
import { parseFailpoints } from '../../src/failpoints/parse-failpoints.ts';

describe('the text of failpoints', () => {
  it('names a point, an arrival there and an action', () => {
    expect(parseFailpoints('step.spawned:2=kill; accept.loaded=stop;')).to.deep.equal([
      { point: 'step.spawned', hit: 2, action: { kind: 'kill' } },
      { point: 'accept.loaded', hit: 1, action: { kind: 'stop' } },
    ]);
  });

  it('gives a number to the actions that need one', () => {
    const actions = parseFailpoints('shutdown.begin=throw;step.exited=sleep(3000);step.exited:2=exit(3)');
    expect(actions.map(({ action }) => action)).to.deep.equal([
      { kind: 'throw' },
      { kind: 'sleep', ms: 3000 },
      { kind: 'exit', code: 3 },
    ]);
  });

  it('knows every name of the table', () => {
    const text = FAILPOINT_NAMES.map((name) => `${name}=throw`).join(';');
    expect(parseFailpoints(text)).to.have.lengthOf(FAILPOINT_NAMES.length);
  });

  for (const part of [
    'step.spawned',
    'nowhere=kill',
    'step.spawned:0=kill',
    'step.spawned=sleep',
    'step.spawned=burn',
  ]) {
    it(`cannot be ${part}`, () => {
      expect(() => parseFailpoints(`accept.stored=kill;${part}`)).to.throw(`cannot read "${part}"`);
    });
  }

  for (const part of [
    'step.spawned=exit(256)',
    'step.spawned=kill(9)',
    'step.spawned:=kill',
    'step.spawned=exit(-1)',
  ]) {
    it(`cannot be ${part}`, () => {
      expect(() => parseFailpoints(part)).to.throw('cannot read');
    });
  }
});
