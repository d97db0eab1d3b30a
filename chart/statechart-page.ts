/** The part of docs/statechart.md that is made of the chart: a picture, and a sentence on each state. */

import type { Chart } from '../src/actors/chart/chart.ts';
import { writeMermaid } from '../src/http/machine/mermaid.ts';

const BEGIN = '<!-- chart:begin -->';
const END = '<!-- chart:end -->';

/** The page with this part made anew. */
export function withChart(page: string, chart: Chart): string {
  const [before, rest = ''] = page.split(BEGIN);
  const [, after] = rest.split(END);
  if (before === undefined || after === undefined) throw new Error(`the page has no ${BEGIN} … ${END}`);
  return [before, BEGIN, '\n', picture(chart), '\n', sentences(chart), END, after].join('');
}

function picture(chart: Chart): string {
  return `\`\`\`mermaid\n${writeMermaid(chart, new Set())}\`\`\`\n`;
}

function sentences({ nodes }: Chart): string {
  const rows = nodes.map(({ id, description }) => `| \`${id}\` | ${description} |\n`);
  return ['| state | what it is for |\n', '|---|---|\n', ...rows].join('');
}
