/** A block of lines of a log. What a script wrote becomes text and nothing else. */

import type { JSX } from 'preact';
import { memo } from 'preact/compat';

import { place } from '../routing/place.ts';
import { writePlace } from '../routing/url-state.ts';
import { t } from '../session/language.ts';
import type { LogLine } from './log-window.ts';
import { markPieces, type MarkedPiece } from './mark-pieces.ts';
import { hiddenCharacters, readLine } from './read-line.ts';

interface BlockOf {
  readonly block: readonly LogLine[];
  /** null where it is not known. */
  readonly firstNumber: number | null;
  readonly query: string;
  /** The line of this block that is pointed at. */
  readonly target: number | null;
  readonly onLine: (number: number) => void;
}

export const LogBlock = memo(
  ({ block, firstNumber, query, target, onLine }: BlockOf): JSX.Element => (
    <div class="block">
      {block.map((line, index) => (
        <div key={line.at} class={index === target ? 'line here' : 'line'}>
          <LineNumber number={firstNumber === null ? null : firstNumber + index} onLine={onLine} />
          <span class="text">
            {markPieces(readLine(line), query).map((piece, at) => (
              <Text key={at} piece={piece} />
            ))}
            <Hidden count={hiddenCharacters(line.text)} />
          </span>
        </div>
      ))}
    </div>
  ),
  (one, other) =>
    one.block === other.block &&
    one.firstNumber === other.firstNumber &&
    one.query === other.query &&
    one.target === other.target,
);

function LineNumber({ number, onLine }: { readonly number: number | null } & Pick<BlockOf, 'onLine'>): JSX.Element {
  if (number === null) return <span class="no" />;
  const point = (event: Event) => {
    event.preventDefault();
    onLine(number);
  };
  return (
    <a class="no" href={hrefOf(number)} onClick={point} tabIndex={-1} aria-label={t('log.line', { line: number })}>
      {number}
    </a>
  );
}

/** Can be copied as a link to this very line. */
function hrefOf(line: number): string {
  const shown = place.peek();
  return shown.page === 'task' ? writePlace({ ...shown, line }) : '';
}

function Text({ piece }: { readonly piece: MarkedPiece }): JSX.Element | string {
  const { text, classes, color, background, isMarked } = piece;
  if (isMarked) return <mark>{text}</mark>;
  if (classes === '' && color === null && background === null) return text;
  const style = { ...(color !== null && { color }), ...(background !== null && { background }) };
  return (
    <span class={classes} style={style}>
      {text}
    </span>
  );
}

function Hidden({ count }: { readonly count: number }): JSX.Element | null {
  return count > 0 ? <em class="faint">{t('log.hidden', { count })}</em> : null;
}
