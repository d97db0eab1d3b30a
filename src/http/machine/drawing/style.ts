/** The colours of the picture, by light and by dark, as a style that stands in the picture itself. */

import { hash } from 'node:crypto';

interface Palette {
  readonly paper: string;
  readonly box: string;
  readonly group: string;
  readonly border: string;
  readonly ink: string;
  readonly faint: string;
  readonly arrow: string;
  readonly accent: string;
  readonly active: string;
}

const LIGHT: Palette = {
  paper: '#ffffff',
  box: '#ffffff',
  group: '#57606a0d',
  border: '#8c959f',
  ink: '#1f2328',
  faint: '#57606a',
  arrow: '#8c959f',
  accent: '#0969da',
  active: '#cfe5ff',
};

const DARK: Palette = {
  paper: '#0d1117',
  box: '#161b22',
  group: '#9198a10f',
  border: '#5b646e',
  ink: '#f0f6fc',
  faint: '#a8b1bb',
  arrow: '#6e7681',
  accent: '#58a6ff',
  active: '#123a6b',
};

/** Written out for each palette instead of with variables, which several programs that show pictures do not know. */
export const STYLE = `${rules(LIGHT)}\n@media (prefers-color-scheme: dark) {\n${rules(DARK)}\n}`;

/** What lets this style, and nothing else, act in an answer whose policy forbids everything. */
export const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`;

function rules(palette: Palette): string {
  const { paper, box, group, border, ink, faint, arrow, accent, active } = palette;
  return [
    'text { font-family: system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; font-size: 11px }',
    `.paper { fill: ${paper} }`,
    `.box { fill: ${box}; stroke: ${border}; stroke-width: 1.2 }`,
    `.group > .box { fill: ${group} }`,
    `.name { fill: ${ink}; font-size: 13px; font-weight: 600 }`,
    `.line, .label { fill: ${faint} }`,
    `.path { fill: none; stroke: ${arrow}; stroke-width: 1.2 }`,
    `.head, .dot { fill: ${arrow} }`,
    `.active > .box { stroke: ${accent}; stroke-width: 2.5 }`,
    `.active:not(.group) > .box { fill: ${active} }`,
  ].join('\n');
}
