/** Why a run went the way it went: each move in plain words, newest at the end. */

import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { t } from '../session/language.ts';
import { describeDuration, timeOf } from '../task/durations.ts';
import { goToMove } from './go-to-move.ts';
import type { Move } from './move.ts';
import type { History } from './use-history.ts';

interface WhyOf {
  readonly history: History;
  readonly source: 'stream' | 'poll';
  readonly selected: number | null;
}

export function WhyLog({ history, source, selected }: WhyOf): JSX.Element {
  const { run, count } = history;
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [count, run.moves.length]);
  const begin = timeOf(run.begin?.startedAt ?? run.moves[0]?.at ?? null) ?? 0;
  return (
    <section class="card why" aria-labelledby="why-title">
      <header>
        <h2 id="why-title">{t('why.title')}</h2>
        {run.moves.some(isSmall) && (
          <button type="button" class="plain" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            {t('why.details')}
          </button>
        )}
      </header>
      {run.moves.length === 0 && <p class="faint">{t(source === 'poll' ? 'why.none' : 'why.empty')}</p>}
      <ol ref={list} class="moves">
        {run.moves.map(
          (move, index) =>
            (isWhole || index + 1 === count || !isSmall(move)) && (
              <MoveRow
                key={index}
                move={move}
                since={(timeOf(move.at) ?? begin) - begin}
                isHere={index + 1 === count}
                isAhead={index + 1 > count}
                isOfStep={concerns(move, selected)}
                onSelect={() => goToMove(index + 1, run.moves.length)}
              />
            ),
        )}
      </ol>
    </section>
  );
}

interface MoveRowOf {
  readonly move: Move;
  readonly since: number;
  readonly isHere: boolean;
  /** After the moment that is shown. */
  readonly isAhead: boolean;
  readonly isOfStep: boolean;
  readonly onSelect: () => void;
}

function MoveRow({ move, since, isHere, isAhead, isOfStep, onSelect }: MoveRowOf): JSX.Element {
  const classes = ['move', isAhead && 'ahead', isOfStep && 'of-step', move.stored && 'stored']
    .filter(Boolean)
    .join(' ');
  return (
    <li class={classes}>
      <button type="button" aria-current={isHere} onClick={onSelect}>
        <span class="since">+{describeDuration(since)}</span>
        <span class="reason">{move.why}</span>
        <code class="to">{move.to.replaceAll('.', ' › ')}</code>
      </button>
    </li>
  );
}

/** Those on the way to storing something, which hold for every transition and say nothing of this one. */
function isSmall({ to, event, stored }: Move): boolean {
  return stored === null && event === null && /\.(checking|sending|choosing)$/.test(to);
}

/** Whether it tells of a step: by what it stored, or in its words. */
function concerns({ stored, why }: Move, stepNo: number | null): boolean {
  if (stepNo === null) return false;
  return stored?.steps.some((step) => step.stepNo === stepNo) === true || new RegExp(`\\bstep ${stepNo}\\b`).test(why);
}
