/** The live part: what runs, with a header as blocks have it, and its screen. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { FitAddon } from '@xterm/addon-fit';
import type { ITheme } from '@xterm/xterm';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { runningBlock } from '../../../client/blocks/block.ts';
import { holderOf } from '../../../client/holder.ts';
import { encodePaste } from '../../../protocol/terminal/paste.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import type { Page } from '../../model/page.ts';
import { hashOf } from '../../model/place.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { drawByWebgl, drawImages } from '../../screen/addons.ts';
import { emulatorTheme, reportedColor, screenLook, systemDark } from '../../screen/palette.ts';
import { useFront, usePage } from '../parts/context.ts';
import { writeClipboard } from '../parts/copy-text.ts';
import { clockSince } from '../parts/durations.ts';

export function LiveView({ frame }: Pick<Places, 'frame'>) {
  const page = usePage();
  const front = useFront();
  const grid = useRef<HTMLDivElement>(null);
  const cell = useLiveScreen(front, { grid, frame });
  const { top, rows, cursorRows, fullScreen } = front.live.value;
  const shown = hidesPrompt(page, front) ? rows - cursorRows : rows;
  const failure = front.failure.value;
  if (failure !== undefined) return <p class="pane-note">{failure}</p>;
  return (
    <div class="live">
      {!fullScreen && <RunningHeader />}
      {shown === 0 && front.list.all.value.length === 0 && <FirstHints />}
      <div class="live-clip" style={cell.height === 0 ? {} : { height: `${shown * cell.height}px` }}>
        <div ref={grid} class="live-grid" style={{ transform: `translateY(${-top * cell.height}px)` }} />
      </div>
    </div>
  );
}

/** Whether the shell's own prompt is empty, so that it would be a second one beside RUN's line. Others may write in it. */
function hidesPrompt(page: Page, front: FrontTerminal): boolean {
  const info = page.info(front.uri);
  if (!page.mayType || info === undefined || !front.takesLines.value || front.shellLineDirty) return false;
  const { kind } = holderOf(info, page.me);
  return kind !== 'other' && kind !== 'owner';
}

/** What one can do in a terminal in which nothing has run yet. */
function FirstHints() {
  return (
    <ul class="first-hints">
      <li>Type a command below: it becomes a block with its output, and ⋯ at its right is its menu.</li>
      <li>
        <kbd>Ctrl+K</kbd> sends keys to the shell itself, <kbd>Ctrl+R</kbd> finds a line of before.
      </li>
      <li>
        An agent joins with <code>cotty mcp</code>: <a href={hashOf({ kind: 'agents' })}>how</a>.
      </li>
    </ul>
  );
}

function RunningHeader() {
  const page = usePage();
  const front = useFront();
  const running = front.running.value;
  const hidden = front.hiddenLines.value;
  if (running === undefined) return null;
  const { port } = front.meta.value;
  const writer = runningBlock(front.list.all.value)?.writer;
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
        {writer?.kind === 'other' && <span class="who">{writer.label}</span>}
        {port !== undefined && <span class="port">:{port}</span>}
        <span class="duration">{clockSince(running.since, page.clock.now.value)}</span>
      </span>
    </header>
  );
}

// Puts the live screen into the page, keeps it at the size it has to have, and sees to its wheel.

type Cell = { readonly width: number; readonly height: number };

/** A size is asked for when the window has stopped changing, in milliseconds: each asks the program to draw anew. */
const SETTLED_MS = 120;

type Places = {
  readonly grid: RefObject<HTMLElement | null>;
  /** What has the scroller and the bar below it, whose height does not change when that comes. */
  readonly frame: RefObject<HTMLElement | null>;
};

function useLiveScreen(front: FrontTerminal, { grid, frame }: Places): Cell {
  const page = usePage();
  const cell = useSignal<Cell>({ width: 0, height: 0 });
  const { terminal } = front.screen;

  useEffect(() => attach(page, front, { grid, frame, cell }), [page, front, grid, frame, cell]);
  useSignalEffect(() => {
    const { fontSize, readable } = page.settings;
    noteTheme(page);
    const look = { fontSize: fontSize.value, readable: readable.value };
    front.screen.look = screenLook(document.documentElement, look);
  });
  useSignalEffect(() => {
    noteTheme(page);
    tellColors(page, emulatorTheme(document.documentElement), cell.value);
  });
  useSignalEffect(() => front.screen.mark(front.find.text.value));
  useSignalEffect(() => (page.settings.webgl.value ? drawByWebgl(terminal) : undefined));
  // While a line is written below, the shell's own cursor would be a second one.
  useSignalEffect(() => {
    terminal.options.cursorInactiveStyle = front.takesLines.value ? 'none' : 'outline';
  });
  // Whoever comes to hold the terminal gives it the size of this page.
  useSignalEffect(() => {
    const isHeld = holds(page, front.uri);
    if (isHeld && front.state.value !== undefined && front.screen.fitted !== undefined)
      askForSize(page, front, front.screen.fitted);
  });
  return cell.value;
}

/** The colours of the style sheets are those of the theme, and with `auto` those of the system: an effect that reads them runs again. */
function noteTheme({ settings }: Page): void {
  if (settings.theme.value === 'auto') void systemDark().value;
}

/** Puts the screen into its place; the returned function ends what keeps it in size. */
function attach(
  page: Page,
  front: FrontTerminal,
  { grid, frame, cell }: Places & { readonly cell: Signal<Cell> },
): (() => void) | undefined {
  const [place, around] = [grid.current, frame.current];
  if (place === null || around === null) return undefined;
  const { terminal } = front.screen;
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(place);
  const fitNow = () => fitTo(page, front, fit, { place, around });
  const fitSoon = settled(fitNow);
  const measure = () => {
    const { width, height } = cellOf(place, terminal);
    if (width === cell.peek().width && height === cell.peek().height) return;
    cell.value = { width, height };
    // Text of another size: more of it, or less, has room.
    fitSoon.call();
    // Lines of blocks are as high as those of the screen.
    if (height > 0) document.documentElement.style.setProperty('--cell-height', `${height}px`);
  };
  const observer = new ResizeObserver(fitSoon.call);
  observer.observe(around);
  const rendered = terminal.onRender(measure);
  terminal.attachCustomWheelEventHandler((event) => front.screen.scrollsBy(Math.sign(event.deltaY)));
  terminal.attachCustomKeyEventHandler((event) => goesToProgram(front, event));
  const pastes = (event: ClipboardEvent) => paste(front, event);
  // Before the emulator sees it, which would let an end mark in the text end the paste.
  place.addEventListener('paste', pastes, { capture: true });
  fitNow();
  const stopImages = drawImages(terminal);
  return () => {
    stopImages();
    place.removeEventListener('paste', pastes, { capture: true });
    fitSoon.cancel();
    observer.disconnect();
    rendered.dispose();
  };
}

/** Keys at a prompt are for RUN's line, wherever in the terminal the focus is; a selection is copied. */
function goesToProgram(front: FrontTerminal, event: KeyboardEvent): boolean {
  const { terminal } = front.screen;
  if (event.type !== 'keydown') return true;
  if (event.ctrlKey && event.key.toLowerCase() === 'c' && terminal.hasSelection()) {
    void writeClipboard(terminal.getSelection());
    terminal.clearSelection();
    event.preventDefault();
    return false;
  }
  // The browser pastes: see `paste`.
  if (event.ctrlKey && event.shiftKey && event.key.toLowerCase() === 'v') return false;
  if (!front.takesLines.peek()) return true;
  if (!event.ctrlKey && !event.altKey && !event.metaKey) front.wantsLine.value += 1;
  return false;
}

/** Gives what the browser pastes to the program. */
function paste({ screen: { terminal } }: FrontTerminal, event: ClipboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const text = event.clipboardData?.getData('text/plain') ?? '';
  terminal.input(encodePaste(text, { bracketed: terminal.modes.bracketedPasteMode }), true);
}

/** Sends the colours of the page to the host, which reports them to programs that ask. */
function tellColors(page: Page, { foreground, background, cursor }: ITheme, { width, height }: Cell): void {
  const [front, back, caret] = [foreground, background, cursor].map(reportedColor);
  page.client.notifyColors({
    ...(front !== undefined && { foreground: front }),
    ...(back !== undefined && { background: back }),
    ...(caret !== undefined && { cursor: caret }),
    ...(height > 0 && { cell: { width: Math.round(width), height: Math.round(height) } }),
    clusters: true,
    pictures: true,
  });
}

function cellOf(place: HTMLElement, { cols, rows }: { cols: number; rows: number }): Cell {
  const box = place.querySelector('.xterm-screen')?.getBoundingClientRect();
  return { width: (box?.width ?? 0) / cols, height: (box?.height ?? 0) / rows };
}

function fitTo(
  page: Page,
  front: FrontTerminal,
  fit: FitAddon,
  { place, around }: { readonly place: HTMLElement; readonly around: HTMLElement },
): void {
  // The grid is as large as what scrolls, whatever of it is in sight.
  place.style.height = `${around.clientHeight}px`;
  const proposed = fit.proposeDimensions();
  if (proposed === undefined || !Number.isFinite(proposed.cols) || around.clientHeight === 0) return;
  const size = { cols: Math.max(20, proposed.cols), rows: Math.max(4, proposed.rows) };
  front.screen.fitted = size;
  if (holds(page, front.uri)) askForSize(page, front, size);
}

/** Asks for a size, unless the terminal has it. Only the holder may resize it; other viewers see its own size. */
function askForSize(
  page: Page,
  front: FrontTerminal,
  size: { readonly cols: number; readonly rows: number },
): void {
  if (front.state.peek() !== undefined) page.client.resize(front.uri, size);
}

function holds(page: Page, uri: string): boolean {
  const info = page.info(uri);
  if (!page.mayType || info === undefined || page.panes.isPeeked(uri)) return false;
  return holderOf(info, page.me).kind === 'me';
}

function settled(act: () => void): { readonly call: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: () => {
      clearTimeout(timer);
      timer = setTimeout(act, SETTLED_MS);
    },
    cancel: () => clearTimeout(timer),
  };
}
