/** I17: no secret of the service is found in what it answers, stores or logs, nor in the environment of a script. */

import type { History } from '../history.ts';
import { ofRule, type Violation } from '../violation.ts';

export function checkSecrets(history: History): readonly Violation[] {
  const { facts, journal, calls, audit, logs, said } = history;
  const places: Readonly<Record<string, string>> = {
    'an answer': JSON.stringify(calls),
    'a row': JSON.stringify(audit),
    'a log': [...logs.values()].join('\n'),
    'the output of the service': said,
  };
  const leaks = journal.filter(({ kind }) => kind === 'LEAK');
  return [
    ...leaks.map(({ taskId, at }) => ofRule('I17')(taskId, at, 'a script had a secret in its environment')),
    ...Object.entries(places).flatMap(([place, text]) =>
      facts.canaries
        .filter((canary) => text.includes(canary))
        .map((canary) => ofRule('I17')(null, null, `${place} has ${JSON.stringify(canary)} in it`)),
    ),
  ];
}
