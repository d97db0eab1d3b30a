/** JSON that a terminal may show: what would do something there is escaped, which changes nothing of its values. */

const UNFIT =
  /[\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** One line. */
export function inertJson(value: unknown): string {
  return escape(JSON.stringify(value));
}

/** For people to read. */
export function inertJsonLines(value: unknown): readonly string[] {
  return escape(JSON.stringify(value, null, 2)).split('\n');
}

/** JSON.stringify itself escapes the other controls and lone halves of characters. */
function escape(json: string): string {
  return json.replaceAll(UNFIT, (character) => character.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
