/** What is scrolled: the finished blocks, of which only those in sight are drawn, and below them the live part. */

import { useSignalEffect } from '@preact/signals';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Block } from '../../../client/blocks/block.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { newlinesIn } from '../../../protocol/terminal/newlines.ts';
import { LiveView } from '../live/LiveView.tsx';
import { useFront, usePage } from '../parts/context.ts';
import { BlockView } from './BlockView.tsx';
import { blockKeys } from './block-keys.ts';
import { SHOWN_LINES } from './OutputView.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';
import { useVirtualList } from './use-virtual-list.ts';
import { useFoundMatch, useLinkedBlock } from './use-wanted-block.ts';

/** Pixels of a header, and of a line, before they were measured. */
const HEAD = 34;
const LINE = 17;
/** Blocks from the first at which older ones are asked for. */
const EARLY = 30;

export function BlockScroll() {
  const page = usePage();
  const front = useFront();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const blocks = front.list.shown.value;
  const folded = front.list.folded.value;
  // The same functions while the blocks are the same: the list computes all places anew for others.
  const places = useMemo(
    () => ({
      estimate: (index: number) => estimated(blocks[index], folded),
      key: (index: number) => blocks[index]?.id ?? String(index),
    }),
    [blocks, folded],
  );
  const list = useVirtualList({
    count: blocks.length,
    scroller: useCallback(() => scroller.current, []),
    ...places,
  });
  const stick = useStickToEnd(scroller, content);
  useEffect(() => {
    if (list.firstVisible < EARLY && front.state.value !== undefined) front.lookBack();
  });
  const show = (index: number) => {
    stick.release();
    list.scrollTo(index);
  };
  useFoundMatch(front, (at) => {
    show(at);
    requestAnimationFrame(() =>
      scroller.current?.querySelector('.line.current')?.scrollIntoView({ block: 'center' }),
    );
  });
  useLinkedBlock(front, show);
  useSignalEffect(() => {
    if (front.typed.value > 0) stick.toEnd();
  });
  useLayoutEffect(() => stick.keep());
  const hides = front.live.value.fullScreen;
  return (
    <section
      ref={scroller}
      class="scroll"
      aria-label="Commands and their outputs"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={(event) => blockKeys(event, { page, front, show })}
    >
      <div ref={content} class="scroll-content">
        {!hides && (
          <div
            class="blocks"
            role="feed"
            aria-label="Finished commands"
            style={{ height: `${list.height}px` }}
          >
            {list.items.map(({ index, key, start }) => {
              const block = blocks[index];
              return (
                block && (
                  <div
                    key={key}
                    class="block-place"
                    data-index={index}
                    ref={list.measure}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <BlockView block={block} />
                  </div>
                )
              );
            })}
          </div>
        )}
        <LiveView scroller={scroller} />
      </div>
      {!stick.isAtEnd.value && !hides && (
        <button type="button" class="button to-end" onClick={() => stick.toEnd()}>
          To the end
        </button>
      )}
    </section>
  );
}

function estimated(block: Block | undefined, folded: ReadonlySet<string>): number {
  if (block === undefined || folded.has(block.id)) return HEAD;
  const { part } = block;
  const lines = isShortened(part)
    ? SHOWN_LINES
    : Math.min(SHOWN_LINES, newlinesIn(part.output, 0, part.output.length));
  return HEAD + lines * LINE;
}
