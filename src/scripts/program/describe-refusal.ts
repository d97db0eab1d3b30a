/** Why the system would not execute a script in whose file no fault was found, by what the step's shell wrote into the log. */

import { readFirstBytes } from '../first-bytes.ts';

/** Room for a line such as "sh: 9: exec: /srv/scripts/a.sh: Text file busy"; some shells write a second one, which says less. */
const MOST_BYTES = 8192;

/** Without a path of this host. */
export async function describeRefusal(logPath: string): Promise<string> {
  const words = await readWords(logPath);
  if (words === 'Text file busy') return 'the script is open for writing: ETXTBSY';
  return `the system cannot execute the script: ${words}`;
}

async function readWords(logPath: string): Promise<string> {
  try {
    const [line = ''] = (await readFirstBytes(logPath, MOST_BYTES)).split('\n', 1);
    return line.slice(line.lastIndexOf(': ') + 2);
  } catch {
    // The log is gone: the message then does without it.
    return 'unknown error';
  }
}
