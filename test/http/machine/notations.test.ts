/** Every notation of the chart, read back by its own reader where there is one for Node. */

import { expect } from 'chai';
import { render } from 'state-machine-cat';
import { createActor } from 'xstate';

import { runChart } from '../../../src/actors/chart/run-chart.ts';
import { NOTATION_NAMES, openNotations } from '../../../src/http/machine/notations.ts';
import { READERS } from '../../support/chart-readers/readers.ts';
import { sentencesOf } from '../../support/chart-readers/sentences.ts';
import { readXml } from '../../support/chart-readers/xml.ts';
import { importMachine } from '../../support/chart-readers/xstate.ts';

const NOTHING = new Set<string>();
const ACTIVE = ['run', 'run.executing', 'run.executing.running', 'run.executing.running.stepping'];

describe('the notations of the chart', () => {
  const notations = openNotations();

  for (const name of NOTATION_NAMES) {
    it(`have in ${name} all edges of the chart and no others`, async () => {
      const { edges, active } = await READERS[name](notations[name].write(runChart, NOTHING));
      expect(edges).to.deep.equal(sentencesOf(runChart.edges));
      expect(active).to.deep.equal([]);
    });

    it(`mark in ${name} the states that are active`, async () => {
      const { edges, active } = await READERS[name](notations[name].write(runChart, new Set(ACTIVE)));
      expect(active).to.deep.equal(ACTIVE);
      expect(edges).to.have.length(runChart.edges.length);
    });
  }

  it('give XState a machine that runs as it is', async () => {
    const actor = createActor(await importMachine(notations['xstate-js'].write(runChart, NOTHING))).start();
    expect(actor.getSnapshot().value).to.equal('claiming');
    actor.send({ type: 'xstate.done.actor.claim' });
    expect(actor.getSnapshot().value).to.equal('refused');
  });

  it('let state-machine-cat draw an arrow for every edge', async () => {
    const drawn = await render(notations.smcat.write(runChart, NOTHING), { inputType: 'json', outputType: 'svg' });
    const begins = runChart.nodes.filter(({ initial }) => initial !== null);
    expect(drawn.match(/class="edge transition/g)).to.have.length(runChart.edges.length + begins.length);
  });

  it('have in scxml ids that are valid and targets that exist', () => {
    const elements = readXml(notations.scxml.write(runChart, NOTHING));
    const ids = elements.flatMap(({ name, attributes }) =>
      /^(state|final)$/.test(name) ? (attributes['id'] ?? '') : [],
    );
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(/^[A-Za-z_][\w.-]*$/);
    const targets = elements.flatMap(({ attributes }) =>
      [attributes['target'] ?? [], attributes['initial'] ?? []].flat(),
    );
    expect(ids).to.include.members(targets);
  });
});
