/** Which time zone the times of an adopted table are in where their columns do not say it. */

import { z } from 'zod';

/** Other ways to write a zone, such as +08:00, mean different things in different programs. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** `utc`, `local` for the zone of this process (TZ), or the name of a zone; becomes its name. */
export const timestampsSchema = z
  .string('must be "utc", "local" or a time zone, Asia/Shanghai for example')
  .default('utc')
  .transform((value, context) => {
    if (value === 'utc') return 'UTC';
    const zone = value === 'local' ? Intl.DateTimeFormat().resolvedOptions().timeZone : value;
    if (isZone(zone)) return zone;
    context.addIssue(
      value === 'local'
        ? 'cannot be "local" here: the time zone of this process has no name; set TZ to one such as Asia/Shanghai'
        : 'must be "utc", "local" or a time zone, Asia/Shanghai for example',
    );
    return z.NEVER;
  });

function isZone(name: string): boolean {
  if (!ZONE_NAME.test(name) || name.startsWith('Etc/Unknown')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // It says by a RangeError that it does not know the zone.
  }
}
