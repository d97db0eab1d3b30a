/** Lengths of time and moments, short enough for a table. */

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 4 min`, `3 d 2 h`. */
export function describeDuration(ms: number): string {
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

export function timeOf(text: string | null): number | null {
  if (text === null) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** The clock for a moment of today, day and clock for any other. */
export function describeMoment(time: number, now: number, language: string): string {
  const sameDay = new Date(time).toDateString() === new Date(now).toDateString();
  const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
  const day: Intl.DateTimeFormatOptions = sameDay ? {} : { year: 'numeric', month: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat(language, { ...day, ...clock }).format(time);
}
