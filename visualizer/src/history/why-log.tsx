/** Why a run went the way it went: each move in plain words, newest at the end. */

import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { t, tell } from '../session/language.ts';
import { describeDuration, timeOf } from '../task/durations.ts';
import { goToMove } from './go-to-move.ts';
import { isSmall, movesNear } from './moves-near.ts';
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
  // Before it is drawn: a list that is scrolled after that is drawn twice.
  useLayoutEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [count, run.moves.length]);
  const near = movesNear(run.moves, count, isWhole);
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
        {near.map(({ move, number }) => (
          <MoveRow
            key={number}
            move={move}
            since={(timeOf(move.at) ?? begin) - begin}
            isHere={number === count}
            isAhead={number > count}
            isOfStep={concerns(move, selected)}
            isLast={number === run.moves.length}
            onSelect={() => goToMove(number, run.moves.length)}
          />
        ))}
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
  readonly isLast: boolean;
  readonly onSelect: () => void;
}

const MoveRow = memo(({ move, since, isHere, isAhead, isOfStep, onSelect }: MoveRowOf): JSX.Element => {
  const classes = ['move', isAhead && 'ahead', isOfStep && 'of-step', move.stored && 'stored']
    .filter(Boolean)
    .join(' ');
  return (
    <li class={classes}>
      <button type="button" aria-current={isHere} onClick={onSelect}>
        <span class="since">+{describeDuration(since)}</span>
        <span class="reason">{tell(move.why)}</span>
        <code class="to">{move.to.replaceAll('.', ' › ')}</code>
      </button>
    </li>
  );
}, isSameRow);

/** Only the last one leads to what is still to come. */
function isSameRow(one: MoveRowOf, other: MoveRowOf): boolean {
  const keys = ['move', 'since', 'isHere', 'isAhead', 'isOfStep', 'isLast'] as const;
  return keys.every((key) => one[key] === other[key]);
}

/** Whether it tells of a step: by what it stored, or in its words. */
function concerns({ stored, why }: Move, stepNo: number | null): boolean {
  if (stepNo === null) return false;
  return stored?.steps.some((step) => step.stepNo === stepNo) === true || new RegExp(`\\bstep ${stepNo}\\b`).test(why);
}
