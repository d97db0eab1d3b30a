/** What a feed makes once for all its readers. */

import { expect } from 'chai';

import { EventFeed } from '../../../src/http/events/event-feed.ts';
import type { TaskWatch } from '../../../src/http/events/task-watch.ts';
import type { SeenRows } from '../../../src/http/tasks/seen-rows.ts';
import { keepStepTexts } from '../../../src/http/tasks/step-texts.ts';
import { mask } from '../../support/mask.ts';
import { rowsOf } from '../../support/rows.ts';

const PENDING: SeenRows = { rows: rowsOf('PENDING', ['PENDING']), holder: null };
const FAILED: SeenRows = { rows: rowsOf('FAILED', ['FAILED']), holder: null };

const ignore = () => undefined;

describe('the snapshot of a feed', () => {
  let feed: EventFeed;
  let snapshots: Uint8Array[];

  beforeEach(() => {
    const watch: TaskWatch = {
      seen: () => PENDING,
      seenAt: () => 0,
      source: () => 'table',
      run: () => null,
      leave: ignore,
    };
    feed = new EventFeed(watch, { mask, stepTexts: keepStepTexts(mask), over: ignore });
    snapshots = [];
  });

  const read = () => {
    snapshots.push(feed.first(''));
    return feed.read({ send: ignore, end: ignore });
  };

  it('is the very same bytes for all who come before something changes', () => {
    read();
    read();
    expect(snapshots[1]).to.equal(snapshots[0]);
  });

  it('is made anew once something has changed', () => {
    read();
    feed.changed(FAILED);
    read();
    const [before, after] = snapshots.map((bytes) => new TextDecoder().decode(bytes));
    expect(before).to.include('"status":"PENDING"').and.not.include('"status":"FAILED"');
    expect(after).to.include('"status":"FAILED"');
  });

  it('is there for all who have opened the feed, also when one of them is done without reading', () => {
    feed.hold();
    feed.hold();
    feed.release();
    expect(feed.isOver()).to.equal(false);
    const leave = read();
    feed.release();
    expect(feed.isOver()).to.equal(false);
    leave();
    expect(feed.isOver()).to.equal(true);
  });
});
