/** Where the bars of steps lie in time. */

import { expect } from 'chai';

import { describeDuration } from '../../visualizer/src/task/durations.ts';
import { busySpans, scaleOf, WIDTH } from '../../visualizer/src/task/gantt.ts';

describe('the bars of the steps', () => {
  it('fill the whole width, in proportion', () => {
    const { place, breaks } = scaleOf(busySpans([span(1000, 2000), span(2000, 5000)], null));
    expect([1000, 2000, 5000].map(place)).to.deep.equal([0, WIDTH / 4, WIDTH]);
    expect(breaks).to.deep.equal([]);
  });

  it('lie close together although a night is between two runs', () => {
    const night = 8 * 3600_000;
    const { place, breaks, busyMs } = scaleOf(busySpans([span(night + 9000, night + 10_000), span(0, 9000)], null));
    expect(busyMs).to.equal(10_000);
    expect(breaks).to.have.length(1);
    expect(place(9000)).to.be.greaterThan(WIDTH * 0.85);
    expect(place(night + 9000) - place(9000)).to.be.lessThan(WIDTH * 0.05);
    expect(place(night + 10_000)).to.be.closeTo(WIDTH, 0.001);
  });

  it('never leave the picture', () => {
    const { place } = scaleOf([span(1000, 2000)]);
    expect([0, 3000].map(place)).to.deep.equal([0, WIDTH]);
    expect(scaleOf([]).place(5)).to.equal(0);
    expect(scaleOf([span(7, 7)]).place(7)).to.equal(0);
  });

  it('keep their scale for a while although time goes on', () => {
    for (const now of [60_000, 61_000, 62_000, 63_000]) {
      expect(busySpans([span(0, now)], now)).to.deep.equal([span(0, 65_536)]);
    }
    expect(busySpans([span(0, 100_000)], 100_000)[0]?.to).to.be.within(100_000, 125_000);
  });

  it('are labelled with lengths of time that people read', () => {
    const lengths = [0, 450, 9_960, 59_400, 185_000, 7_440_000, 266_400_000].map(describeDuration);
    expect(lengths).to.deep.equal(['0.0 s', '0.5 s', '10 s', '59 s', '3 min 5 s', '2 h 4 min', '3 d 2 h']);
  });
});

function span(from: number, to: number) {
  return { from, to };
}
