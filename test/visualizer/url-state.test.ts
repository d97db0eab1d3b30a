/** The address of the page: what it shows, to be kept and sent. */

import { expect } from 'chai';

import { readPlace, taskPlace, writePlace } from '../../visualizer/src/routing/url-state.ts';

describe('the address of the page', () => {
  it('is the list where it says nothing', () => {
    for (const hash of ['', '#', '#/', '#/tasks', '#/tasks/', '#/elsewhere']) {
      expect(readPlace(hash), hash).to.deep.equal({ page: 'list', status: null, q: '', active: null });
    }
  });

  it('leads back to each place', () => {
    for (const place of [
      { page: 'list', status: 'FAILED', q: 'a b&c=d#?', active: false },
      taskPlace('测试 a+b%2F?&#'),
      { ...taskPlace('t'), step: 0, attempt: 2, view: 'chart', run: 'r-1', t: 0, line: 120 },
    ] as const) {
      expect(readPlace(writePlace(place))).to.deep.equal(place);
    }
  });

  it('is short where nothing special is shown', () => {
    expect(writePlace(taskPlace('shop'))).to.equal('#/tasks/shop');
    expect(writePlace({ ...taskPlace('shop'), step: 3, line: 120 })).to.equal('#/tasks/shop?step=3&line=120');
  });

  it('does without what cannot be read', () => {
    expect(readPlace('#/tasks/100%?step=x&t=-1&line=1e9&view=attic')).to.deep.equal(taskPlace('100%'));
  });
});
