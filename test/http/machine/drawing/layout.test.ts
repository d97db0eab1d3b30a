/** The layout that was computed ahead of time, compared with what would be computed now. */

import { expect } from 'chai';

import { layOut } from '../../../../chart/lay-out.ts';
import { runChart } from '../../../../src/actors/chart/run-chart.ts';
import { type Box, readLayout } from '../../../../src/http/machine/drawing/layout.ts';

describe('the layout of the picture', () => {
  const layout = readLayout();
  const boxes = new Map<string, Box>(layout.nodes.map((node) => [node.id, node]));

  it('is that of the statechart that runs (else: npm run chart-layout)', async function () {
    expect(await layOut(runChart)).to.deep.equal(layout);
  });

  it('has every state inside the one it is a part of, and the outermost inside the picture', () => {
    const picture = { x: 0, y: 0, ...layout };
    for (const { id, parent } of runChart.nodes) {
      const [inner, outer] = [boxes.get(id), parent === null ? picture : boxes.get(parent)];
      expect(inner && outer && isInside(inner, outer), id).to.equal(true);
    }
  });

  it('has no states and no labels that cover one another', () => {
    const parents = new Set(runChart.nodes.map(({ parent }) => parent));
    const leaves = layout.nodes.filter(({ id }) => !parents.has(id));
    const solid: readonly Box[] = [...leaves, ...layout.arrows.map(({ label }) => label)];
    const pairs = solid.flatMap((a, index) => solid.slice(index + 1).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => overlap(a, b))).to.deep.equal([]);
  });
});

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
