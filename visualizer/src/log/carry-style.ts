/** The colours that a line leaves switched on for the next one. */

// oxlint-disable-next-line no-control-regex -- ESC begins the sequences that set colours
const SET_STYLE = /\u001B\[([\d;:]*)m/g;

/** More than this a log only has by mistake. */
const MOST_CODES = 12;

/** @param style what was switched on before, as the sequences that did it */
export function carryStyle(style: string, text: string): string {
  if (!text.includes('\u001B[')) return style;
  const codes = [...text.matchAll(SET_STYLE)];
  const reset = codes.findLastIndex(([, code]) => code === '' || code === '0' || code === '00');
  const since = reset === -1 ? codes : codes.slice(reset + 1);
  const kept = reset === -1 ? style.split(/(?<=m)/) : [];
  return [...kept, ...since.map(([whole]) => whole)].slice(-MOST_CODES).join('');
}
