/** A time of the API as the clock on the wall has it. */

/** `2026-11-29 20:37:12`; empty where there is none. */
export function localTime(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
  return `${day} ${clock}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
