/** The log of a step: its attempts to choose from, search, follow, download, and the lines. */

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';

import type { Step } from '../api/answers.ts';
import { stepPath } from '../api/paths.ts';
import { adjust } from '../routing/place.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { Icon } from '../ui/icons.tsx';
import { describeBytes } from './bytes.ts';
import { DownloadButton } from './download-button.tsx';
import { LogLines } from './log-lines.tsx';
import { LogSearch } from './log-search.tsx';
import { blocksOf } from './log-window.ts';
import { findLines } from './find-lines.ts';
import { type Log, useLog } from './use-log.ts';

interface PanelOf {
  readonly taskId: string;
  readonly step: Step;
  readonly attempt: number | null;
  readonly line: number | null;
}

export function LogPanel({ taskId, step, attempt, line }: PanelOf): JSX.Element {
  const path = `${stepPath(taskId, step.stepNo)}/log`;
  const shown = attempt ?? step.attempts;
  const [isFromStart] = useState(line !== null);
  const isRunning = step.status === 'RUNNING' && shown === step.attempts;
  const log = useLog({ path, attempt: shown, fromStart: isFromStart, isRunning });
  const blocks = useMemo(() => (log.window ? blocksOf(log.window) : []), [log.window]);
  const [query, setQuery] = useState('');
  const found = useMemo(() => findLines(blocks, query), [blocks, query]);
  const [match, setMatch] = useState(0);
  const [isFollowing, setFollowing] = useState(line === null);
  useEffect(() => setMatch(0), [query]);
  if (step.attempts === 0) return <p class="nothing">{t('log.notStarted')}</p>;
  return (
    <div class="log">
      <div class="log-tools">
        <AttemptChooser attempts={step.attempts} shown={shown} />
        <LogSearch query={query} onQuery={setQuery} match={match} count={found.length} onMatch={setMatch} />
        <button type="button" aria-pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
          <Icon name="down" />
          {t('log.follow')}
        </button>
        <DownloadButton path={path} attempt={shown} fileName={`${taskId}-${step.stepNo}.${shown}.log`} />
      </div>
      {log.fault && <FaultNote fault={log.fault} />}
      <Earlier log={log} />
      {blocks.length > 0 && (
        <LogLines
          label={t('log.label', { step: step.stepNo })}
          blocks={blocks}
          firstLine={log.window?.firstLine ?? null}
          query={query}
          target={found[match] ?? lineIndex(line, log)}
          isFollowing={isFollowing && found.length === 0}
          onFollow={setFollowing}
          onLine={(number) => adjust({ line: number })}
        />
      )}
      <Foot log={log} isEmpty={blocks.length === 0} />
    </div>
  );
}

/** Which of the loaded lines has a number; null: none. */
function lineIndex(line: number | null, { window }: Log): number | null {
  if (line === null || !window || window.firstLine === null) return null;
  return line < window.firstLine ? null : line - window.firstLine;
}

function AttemptChooser({
  attempts,
  shown,
}: {
  readonly attempts: number;
  readonly shown: number;
}): JSX.Element | null {
  if (attempts < 2) return null;
  const choose = (value: string) => adjust({ attempt: Number(value) === attempts ? null : Number(value), line: null });
  return (
    <label class="attempt">
      {t('log.attempt')}
      <select aria-label={t('log.attempt')} value={shown} onChange={(event) => choose(event.currentTarget.value)}>
        {Array.from({ length: attempts }, (_, index) => attempts - index).map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </label>
  );
}

function Earlier({ log }: { readonly log: Log }): JSX.Element | null {
  if (!log.window || log.window.start === 0) return null;
  return (
    <button type="button" class="earlier" onClick={log.loadEarlier}>
      {t('log.earlier', { size: describeBytes(log.window.start) })}
    </button>
  );
}

function Foot({ log, isEmpty }: { readonly log: Log; readonly isEmpty: boolean }): JSX.Element {
  if (!log.window) return <p class="faint log-foot">{log.fault ? '' : t('app.loading')}</p>;
  if (isEmpty) return <p class="nothing">{t(log.more ? 'log.waiting' : 'log.empty')}</p>;
  return <p class="faint log-foot">{t('log.size', { size: describeBytes(log.size) })}</p>;
}
