/** The live part: what runs, with a header as blocks have it, and its screen. */

import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { firstLine } from '../../model/terminal-rows.ts';
import { useFront, usePage } from '../parts/context.ts';
import { clockSince } from '../parts/durations.ts';
import { useLiveScreen } from './use-live-screen.ts';

export function LiveView({ scroller }: { readonly scroller: RefObject<HTMLElement | null> }) {
  const front = useFront();
  const grid = useRef<HTMLDivElement>(null);
  const cell = useLiveScreen(front, { grid, scroller });
  const { top, rows, fullScreen } = front.live.value;
  const failure = front.failure.value;
  if (failure !== undefined) return <p class="pane-note">{failure}</p>;
  return (
    <div class="live">
      {!fullScreen && <RunningHeader />}
      <div class="live-clip" style={cell.height === 0 ? {} : { height: `${rows * cell.height}px` }}>
        <div ref={grid} class="live-grid" style={{ transform: `translateY(${-top * cell.height}px)` }} />
      </div>
    </div>
  );
}

function RunningHeader() {
  const page = usePage();
  const front = useFront();
  const running = front.running.value;
  const hidden = front.hiddenLines.value;
  if (running === undefined) return null;
  const { port } = front.meta.value;
  return (
    <header class="block-head running">
      <span class="block-title">
        <span class="chip running" title="running">
          ●
        </span>
        <span class="command">{firstLine(running.commandLine)}</span>
      </span>
      <span class="block-facts">
        {hidden > 0 && <span class="dim">{hidden.toLocaleString('en')} lines above</span>}
        {port !== undefined && <span class="port">:{port}</span>}
        <span class="duration">{clockSince(running.since, page.clock.now.value)}</span>
      </span>
    </header>
  );
}
