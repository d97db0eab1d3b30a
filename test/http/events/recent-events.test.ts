import { expect } from 'chai';

import { keepRecentEvents } from '../../../src/http/events/recent-events.ts';

describe('the recent events of a run', () => {
  it('give those that a reader missed, by the id of the last one it got', () => {
    const events = keepRecentEvents('r');
    expect(events.lastId()).to.equal('r:0');
    for (let n = 0; n < 3; n += 1) events.add((id) => `${id} `);
    expect(events.lastId()).to.equal('r:3');
    expect(events.after('r:0')).to.deep.equal(['r:1 ', 'r:2 ', 'r:3 ']);
    expect(events.after('r:2')).to.deep.equal(['r:3 ']);
    expect(events.after('r:3')).to.deep.equal([]);
  });

  for (const id of ['', 'r:4', 'r:', 'r:-1', 'r:1e1', 'r:x', 'r', 's:1', 'r:999999999999999999', 'r:end', 'table']) {
    it(`know nothing of the id ${JSON.stringify(id)}`, () => {
      const events = keepRecentEvents('r');
      for (let n = 0; n < 3; n += 1) events.add((given) => given);
      expect(events.after(id)).to.equal(null);
    });
  }

  it('forget the oldest of many and of long ones', () => {
    const many = keepRecentEvents('r');
    for (let n = 0; n < 300; n += 1) many.add((id) => id);
    expect(many.after('r:43')).to.equal(null);
    expect(many.after('r:44')).to.have.length(256);
    const long = keepRecentEvents('r');
    for (let n = 0; n < 20; n += 1) long.add(() => 'x'.repeat(100_000));
    expect(long.after('r:17')).to.equal(null);
    expect(long.after('r:18')).to.have.length(2);
  });
});
