/** The parts of pages that are made of the chart. */

import type { Chart } from '../src/actors/chart/chart.ts';
import { writeMermaid } from '../src/http/machine/mermaid.ts';
import { outlineOf } from './outline.ts';

const BEGIN = '<!-- chart:begin -->';
const END = '<!-- chart:end -->';

/** What stands between the marks, by the name of the page. */
const PARTS: Readonly<Record<string, (chart: Chart) => string>> = {
  'README.md': (chart) => picture(outlineOf(chart)),
  'README.zh-CN.md': (chart) => picture(outlineOf(chart)),
  'docs/statechart.md': (chart) => `${picture(chart)}\n${sentences(chart)}`,
};

export const PAGES: readonly string[] = Object.keys(PARTS);

/** A page with its part made anew. */
export function withChart(name: string, page: string, chart: Chart): string {
  const part = PARTS[name];
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (!part || before === undefined || after === undefined) throw new Error(`${name} has no ${BEGIN} … ${END}`);
  return [before, BEGIN, '\n', part(chart), END, after].join('');
}

function picture(chart: Chart): string {
  return `\`\`\`mermaid\n${writeMermaid(chart, new Set())}\`\`\`\n`;
}

function sentences({ nodes }: Chart): string {
  const rows = nodes.map(({ id, description }) => `| \`${id}\` | ${description} |\n`);
  return ['| state | what it is for |\n', '|---|---|\n', ...rows].join('');
}
