/** The lines of a log. Only those near to what is seen are drawn: all lines have the same height. */

import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { LogBlock } from './log-block.tsx';
import { countLines, type LogLine } from './log-window.ts';
import { blocksInView, LINE_PX } from './blocks-in-view.ts';

interface LinesOf {
  readonly label: string;
  readonly blocks: readonly (readonly LogLine[])[];
  readonly firstLine: number | null;
  readonly query: string;
  /** The line to look at, counted from 0 over all blocks. */
  readonly target: number | null;
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onLine: (number: number) => void;
}

export function LogLines(props: LinesOf): JSX.Element {
  const { label, blocks, firstLine, query, target, onLine } = props;
  const box = useRef<HTMLDivElement>(null);
  const { top, onScroll } = useScroll(box, props);
  const height = box.current?.clientHeight ?? 800;
  const view = blocksInView(blocks, top, height);
  return (
    <div ref={box} class="lines" role="region" aria-label={label} tabIndex={0} onScroll={onScroll}>
      <div style={{ height: `${view.linesBefore * LINE_PX}px` }} />
      {view.blocks.map(({ block, firstIndex }) => (
        <LogBlock
          key={block[0]?.at ?? 0}
          block={block}
          firstNumber={firstLine === null ? null : firstLine + firstIndex}
          query={query}
          target={
            target !== null && target >= firstIndex && target < firstIndex + block.length ? target - firstIndex : null
          }
          onLine={onLine}
        />
      ))}
      <div style={{ height: `${view.linesAfter * LINE_PX}px` }} />
    </div>
  );
}

/** Keeps the end in sight while following, goes to the line that is pointed at, and stays where lines are added before. */
function useScroll(
  box: { readonly current: HTMLDivElement | null },
  { blocks, target, isFollowing, onFollow }: LinesOf,
) {
  const [top, setTop] = useState(0);
  const total = countLines(blocks);
  const first = blocks[0]?.[0]?.at ?? 0;
  const before = useRef({ first, total });
  useLayoutEffect(() => {
    const added = first < before.current.first ? total - before.current.total : 0;
    before.current = { first, total };
    if (box.current && added > 0 && !isFollowing) box.current.scrollTop += added * LINE_PX;
  }, [box, first, total, isFollowing]);
  useLayoutEffect(() => {
    if (box.current && isFollowing) box.current.scrollTop = box.current.scrollHeight;
  });
  useEffect(() => {
    const middle = (box.current?.clientHeight ?? 0) / 2;
    if (box.current && target !== null) box.current.scrollTop = target * LINE_PX - middle;
  }, [box, target, target !== null && total > target]);
  const onScroll = () => {
    if (!box.current) return;
    const { scrollTop, scrollHeight, clientHeight } = box.current;
    const isUp = scrollTop < top;
    setTop(scrollTop);
    if (isUp && isFollowing && scrollTop + clientHeight < scrollHeight - LINE_PX) onFollow(false);
  };
  return { top, onScroll };
}
