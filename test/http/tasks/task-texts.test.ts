/** The text of a task that runs here. */

import { expect } from 'chai';

import { presentRows } from '../../../src/http/tasks/present-task.ts';
import { keepTaskTexts } from '../../../src/http/tasks/task-texts.ts';
import { mask } from '../../support/mask.ts';
import { rowsOf } from '../../support/rows.ts';

const OWNER = 'here:1:a';

describe('the text of a task that runs here', () => {
  const rows = rowsOf('RUNNING', ['SUCCESS', 'RUNNING']);
  const view = { rows, owner: OWNER, note: null };

  it('is that of its rows and of who runs it', () => {
    const { bytes } = keepTaskTexts(mask)(view);
    expect(JSON.parse(String(bytes))).to.deep.equal(presentRows({ rows, holder: view }, mask));
  });

  it('is the very same until they change, also for whoever looks anew', () => {
    const texts = keepTaskTexts(mask);
    expect(texts(view)).to.equal(texts({ ...view }));
    const after = { ...view, rows: { ...rows } };
    expect(texts(after)).to.not.equal(texts(view));
    expect(texts(after).tag()).to.equal(texts(view).tag());
  });

  it('tells what the run waits for, and tells it no more once it goes on', () => {
    const texts = keepTaskTexts(mask);
    const messageOf = (note: string | null) => JSON.parse(String(texts({ ...view, note }).bytes)).message;
    expect([null, 'waits', null].map(messageOf)).to.deep.equal([null, 'waits', null]);
  });
});
