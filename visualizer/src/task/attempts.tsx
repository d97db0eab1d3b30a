/** Every start of a step: when, where, and how it ended. */

import type { JSX } from 'preact';

import type { Attempt, Step } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { useWatched } from '../api/use-watched.ts';
import { adjust } from '../routing/place.ts';
import { t, tell } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { Moment } from '../ui/moment.tsx';
import { describeDuration, timeOf } from './durations.ts';

const EVERY_MS = 2000;

export function Attempts({ taskId, step }: { readonly taskId: string; readonly step: Step }): JSX.Element {
  const path = `${stepPath(taskId, step.stepNo)}/attempts`;
  const { value, fault } = useWatched<readonly Attempt[]>(path, EVERY_MS);
  if (!value) return fault ? <FaultNote fault={fault} /> : <p class="faint centre">{t('app.loading')}</p>;
  if (value.length === 0) return <p class="nothing">{t('attempts.none')}</p>;
  return (
    <ol class="attempts">
      {value.toReversed().map((attempt) => (
        <AttemptRow key={attempt.attempt} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }): JSX.Element {
  const { attempt: number, host, pid, startedAt, endedAt, hasLog } = attempt;
  const from = timeOf(startedAt);
  const to = timeOf(endedAt);
  const status = statusOf(attempt);
  return (
    <li class={`status-${status}`}>
      <span class="dot" aria-hidden="true" />
      <strong>{t('attempts.ran', { attempt: number })}</strong>
      <span>{describeEnd(attempt)}</span>
      <span class="faint">
        <Moment time={from} />
        {from !== null && to !== null && ` · ${describeDuration(to - from)}`}
        {host !== null && ` · ${t('attempts.where', { host, pid: pid ?? '—' })}`}
      </span>
      {hasLog ? (
        <button type="button" onClick={() => adjust({ attempt: number, view: 'log', line: null })}>
          {t('attempts.show')}
        </button>
      ) : (
        <span class="faint">{t('attempts.noLog')}</span>
      )}
    </li>
  );
}

function statusOf({ endedAt, exitCode, cause }: Attempt): string {
  if (endedAt === null) return cause === null ? 'RUNNING' : 'interrupted';
  return exitCode === 0 && cause === null ? 'SUCCESS' : 'FAILED';
}

function describeEnd({ endedAt, exitCode, signal, cause }: Attempt): string {
  if (cause !== null) return tell(cause);
  if (endedAt === null) return t('attempts.running');
  if (exitCode === 0) return t('attempts.ok');
  return signal ?? t('steps.exit', { code: exitCode ?? '?' });
}
