/** The metrics that docs, dashboard and alerts speak of are those there are, and their expressions can be parsed. */

import { parser } from '@prometheus-io/lezer-promql';
import { expect } from 'chai';

import { openMetrics } from '../../src/http/metrics/open-metrics.ts';
import { NOTHING_YET, holdRuns } from '../support/held-runs.ts';
import { readProjectFile, readYaml } from '../support/operations-files.ts';
import { unusedRooms } from '../support/unused-rooms.ts';

const DASHBOARD = 'operations/grafana-dashboard.json';
const ALERTS = 'operations/alerts.yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Expression {
  readonly place: string;
  readonly text: string;
}

interface Parsed {
  readonly errors: number;
  readonly metrics: readonly string[];
}

describe('the metrics', () => {
  /** By name, without the endings of the lines of a histogram. */
  let kinds: ReadonlyMap<string, string>;
  let labels: ReadonlyMap<string, readonly string[]>;

  before(async () => {
    ({ kinds, labels } = await readMetrics());
  });

  it('of the service are those of the table in docs/operations.md, with their kinds and labels', () => {
    const told = tableOf('metrics').map(([name = '', kind = '', names = '']) => [name, kind, names]);
    const own = [...kinds].filter(([name]) => name.startsWith('tms_init_'));
    const there = own.map(([name, kind]) => [`\`${name}\``, kind, (labels.get(name) ?? []).join(', ')]);
    expect(told).to.have.deep.members(there);
  });

  it('of the process are those that docs/operations.md names', () => {
    const told = sectionOf('process-metrics').match(/(?<=`)[a-z_0-9]+(?=`)/g);
    const there = [...kinds.keys()].filter((name) => !name.startsWith('tms_init_'));
    expect(told).to.have.members(there);
  });

  it('have names as Prometheus wants them', () => {
    for (const [name, kind] of kinds) {
      if (!name.startsWith('tms_init_')) continue;
      expect(name.endsWith('_total'), name).to.equal(kind === 'counter');
      if (kind === 'histogram') expect(name).to.match(/_seconds$/);
    }
  });

  for (const { place, text } of [...dashboardExpressions(), ...alertExpressions()]) {
    it(`that ${place} asks for are there: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 70)}`, () => {
      const { errors, metrics } = parsePromql(text);
      expect(errors, text).to.equal(0);
      expect(metrics).to.have.length.above(0);
      for (const metric of metrics) expect(isThere(metric, kinds), metric).to.equal(true);
    });
  }

  it('are not found by an expression that is wrong', () => {
    expect(parsePromql('sum(rate(tms_init_active_runs[5m])').errors).to.be.above(0);
    expect(parsePromql('sum by (le) rate(x)').errors).to.be.above(0);
    expect(isThere('tms_init_nothing_total', kinds)).to.equal(false);
    expect(isThere('tms_init_active_runs_bucket', kinds)).to.equal(false);
  });
});

describe('the alerts', () => {
  const rules = rulesOf();

  it('have each a severity, words, and a section of the runbook', () => {
    const sections = new Set(
      readProjectFile('docs/runbook.md')
        .match(/^## .+$/gm)
        ?.map(anchorOf),
    );
    expect(rules).to.have.length.above(5);
    for (const { alert, labels: given, annotations } of rules) {
      expect(alert).to.match(/^TmsInit[A-Z]\w+$/);
      expect(given.severity).to.match(/^(critical|warning)$/);
      expect(annotations.summary).to.have.length.above(10);
      const [page, section] = annotations.runbook.split('#');
      expect(page).to.equal('docs/runbook.md');
      expect(sections.has(section ?? ''), `${alert}: ${section}`).to.equal(true);
    }
  });

  it('have names of their own', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard();

  it('has panels that do not lie over each other', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).to.equal(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).to.equal(24);
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
  });
});

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}

function dashboard(): Dashboard {
  return JSON.parse(readProjectFile(DASHBOARD));
}

function dashboardExpressions(): readonly Expression[] {
  const { panels, annotations } = dashboard();
  const all = [...panels.flatMap(({ targets }) => targets), ...annotations.list];
  // What Grafana puts in.
  return all.map(({ expr }) => ({ place: 'the dashboard', text: expr.replaceAll('$__rate_interval', '5m') }));
}

function rulesOf(): readonly Rule[] {
  const { groups } = readYaml(ALERTS) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

function alertExpressions(): readonly Expression[] {
  return rulesOf().map(({ alert, expr }) => ({ place: alert, text: expr }));
}

/** By the grammar that Prometheus's own page uses. */
function parsePromql(text: string): Parsed {
  const metrics: string[] = [];
  let errors = 0;
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) errors++;
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.push(text.slice(from, to));
    },
  });
  return { errors, metrics };
}

/** `up` is made by Prometheus itself. */
function isThere(metric: string, kinds: ReadonlyMap<string, string>): boolean {
  if (metric === 'up' || (kinds.has(metric) && kinds.get(metric) !== 'histogram')) return true;
  const name = metric.replace(/_(bucket|sum|count)$/, '');
  return name !== metric && kinds.get(name) === 'histogram';
}

/** As they are read of a service that has done everything once. */
async function readMetrics() {
  const rooms = unusedRooms();
  const supervisor = Object.assign(holdRuns(), { shown: { ...NOTHING_YET, residueFound: 1 } });
  rooms.requests.count({ operation: 'listTasks', status: 200, seconds: 1 });
  const lines = (await openMetrics({ ...rooms, supervisor }).metrics()).split('\n');
  const kinds = new Map(
    lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ').slice(2) as [string, string]),
  );
  const labels = new Map([...kinds.keys()].map((name) => [name, labelsIn(lines, name)] as const));
  return { kinds, labels };
}

function labelsIn(lines: readonly string[], name: string): readonly string[] {
  const line = lines.find((one) => new RegExp(`^${name}(_count)?\\{`).test(one)) ?? '';
  return [...line.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
}

/** What stands between two marks of docs/operations.md. */
function sectionOf(mark: string): string {
  const [, section] = readProjectFile('docs/operations.md').split(new RegExp(`<!-- ${mark}:(?:begin|end) -->`));
  return section ?? '';
}

function tableOf(mark: string): readonly (readonly string[])[] {
  const rows = sectionOf(mark).trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
