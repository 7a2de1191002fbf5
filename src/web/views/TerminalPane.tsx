/** The terminal in front: its head, its blocks above the live screen, and its input line. */

import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { askerOf } from '../../client/claims.ts';
import { decline, handOver } from '../model/acts.ts';
import type { FrontTerminal } from '../model/front-terminal.ts';
import type { Page } from '../model/page.ts';
import { fontSizeOf, type Settings } from '../model/settings.ts';
import { BlockScroll } from './blocks/BlockScroll.tsx';
import { blockLabel } from './blocks/block-label.ts';
import { InputArea } from './line/InputArea.tsx';
import { hasSelection, takeFocus, useTyping } from './line/typing.ts';
import { PaneHead } from './PaneHead.tsx';
import { useFront, usePage, useRow } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';

export function TerminalPane() {
  const page = usePage();
  const front = useFront();
  const label = usePaneLabel(front);
  const pane = useRef<HTMLElement>(null);
  useFocus(front, pane);
  useTyping(front, pane);
  usePinch(pane, page.settings);
  return (
    <section ref={pane} class={`pane ${front.live.value.fullScreen ? 'full-screen' : ''}`} aria-label={label}>
      <PaneHead />
      <EndedCommands />
      {front.find.isOpen.value && <FindBar />}
      <BlockScroll />
      <AskBar />
      <InputArea />
    </section>
  );
}

/** Names the pane, with its number where there are several. */
function usePaneLabel({ uri }: FrontTerminal): string {
  const { panes } = usePage().panes.shown.value;
  const title = useRow(uri)?.title ?? '';
  const at = panes.findIndex((pane) => pane.uri === uri);
  return panes.length > 1 ? `Terminal ${at + 1}: ${title}` : 'Terminal';
}

/** An agent asks for the terminal in front: the person who holds it answers. */
function AskBar() {
  const page = usePage();
  const { uri } = useFront();
  const info = page.info(uri);
  const asker = info && askerOf(info);
  if (asker === undefined || !page.mayType || !page.isOwn(uri)) return null;
  return (
    <div class="ask-bar" role="alert">
      <span>
        <b class="who">@{asker}</b> asks for this terminal
      </span>
      <span class="grow" />
      <button type="button" class="button primary" title="Ctrl+O" onClick={() => handOver(page, uri)}>
        Hand over
      </button>
      <button type="button" class="button" title="Ctrl+X" onClick={() => decline(page, uri)}>
        Not now
      </button>
    </div>
  );
}

/** Says to screen readers which command of the terminal in front has ended, and how. */
function EndedCommands() {
  const front = useFront();
  const said = useSignal('');
  /** The command that was running while the page showed it; earlier ends are not announced. */
  const running = useRef<string>(undefined);
  useSignalEffect(() => {
    const last = front.list.all.value.at(-1);
    if (last === undefined) return;
    if (last.status.kind === 'running') running.current = last.id;
    else if (running.current === last.id) {
      running.current = undefined;
      said.value = blockLabel(last);
    }
  });
  return (
    <p class="unseen" role="status" aria-label="Ended command">
      {said.value}
    </p>
  );
}

// The search in commands and outputs of the terminal in front.

/** Pause in typing before the host is asked, in milliseconds. */
const PAUSE_MS = 200;

function FindBar() {
  const page = usePage();
  const { find } = useFront();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    input.current?.focus();
    // A search that is ended before it has begun marks nothing.
    return () => clearTimeout(timer.current);
  }, []);
  const { length } = find.matches.value;
  const found = find.text.value === '' ? '' : length === 0 ? 'nothing' : `${find.at.value + 1} of ${length}`;
  return (
    <search class="find-bar">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        aria-label="Search commands and outputs"
        placeholder="Search commands and outputs"
        spellcheck={false}
        onInput={(event) => {
          const text = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => page.messages.watch(find.search(text)), PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find.move(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') find.close();
          else return;
          event.preventDefault();
        }}
      />
      <span class="find-count" role="status">
        {find.isSearching.value ? 'searching…' : found}
      </span>
      <button type="button" class="icon-button" aria-label="Newer match" onClick={() => find.move(-1)}>
        <Icon name="down" />
      </button>
      <button type="button" class="icon-button" aria-label="Older match" onClick={() => find.move(1)}>
        <Icon name="up" />
      </button>
      <button type="button" class="icon-button" aria-label="End the search" onClick={() => find.close()}>
        <Icon name="close" />
      </button>
    </search>
  );
}

/** Sets the keyboard focus: to the line of RUN at a prompt, else to the program. */
function useFocus(front: FrontTerminal, pane: RefObject<HTMLElement | null>): void {
  const page = usePage();
  /** Whether somebody types here: a field that goes away with its view takes the focus along without an event. */
  const types = useRef(false);
  const answered = useRef(0);
  useEffect(() => {
    const note = (event: FocusEvent) => {
      types.current = event.type === 'focusin' && event.target instanceof HTMLTextAreaElement;
    };
    const place = pane.current;
    place?.addEventListener('focusin', note);
    place?.addEventListener('focusout', note);
    return () => {
      place?.removeEventListener('focusin', note);
      place?.removeEventListener('focusout', note);
    };
  }, [pane]);
  useSignalEffect(() => {
    const takesLines = front.takesLines.value;
    const wanted = front.wantsLine.value;
    // A touch screen shows its keyboard with the focus: there it comes with a touch.
    const isCoarse = matchMedia('(pointer: coarse)').matches;
    if (!page.mayType || page.dialog.value !== undefined || (isCoarse && wanted === 0 && !types.current))
      return;
    if (front.browsing.value || page.panes.front.peek() !== front.uri) return;
    const isAsked = wanted !== answered.current;
    answered.current = wanted;
    afterDialog(page, () => {
      // A field with the focus would end a selection; what is typed gets to the line without it.
      const mayFocus = isAsked || !hasSelection();
      if (mayFocus && takesLines === front.takesLines.peek()) focusIn(front, pane.current);
    });
  });
  useSignalEffect(() => {
    const { split } = page.panes.shown.peek();
    const isCoarse = matchMedia('(pointer: coarse)').matches;
    if (page.panes.front.value !== front.uri || !page.mayType || split === undefined || isCoarse) return;
    requestAnimationFrame(() => {
      // A pane that came to the front because something in it got the focus leaves it there.
      if (pane.current?.contains(document.activeElement) === false) focusIn(front, pane.current);
    });
  });
}

/** Calls in the next frame in which no dialog is left, unless another one is open by then: one that closes gives the focus back. */
function afterDialog(page: Page, act: () => void): void {
  requestAnimationFrame(() => {
    if (page.dialog.peek() !== undefined) return;
    if (document.querySelector('dialog.dialog') === null) act();
    else afterDialog(page, act);
  });
}

function focusIn(front: FrontTerminal, pane: HTMLElement | null): void {
  const active = document.activeElement;
  // A focus in the list or in a field elsewhere stays there.
  if (pane === null || (active !== document.body && active !== null && active.closest('.panes') === null))
    return;
  if (pane.contains(active) && active?.closest('.find-bar')) return;
  takeFocus(front, pane);
}

/** Two fingers on the terminal change the size of its text; nothing else of the page becomes larger. */
function usePinch(place: RefObject<HTMLElement | null>, { fontSize }: Settings): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let begun: { readonly distance: number; readonly size: number } | undefined;
    const onStart = ({ touches }: TouchEvent) => {
      const distance = distanceOf(touches);
      begun = distance === undefined ? undefined : { distance, size: fontSize.peek() };
    };
    const onMove = (event: TouchEvent) => {
      const distance = distanceOf(event.touches);
      if (begun === undefined || distance === undefined) return;
      event.preventDefault();
      const size = fontSizeOf((begun.size * distance) / begun.distance);
      if (size !== fontSize.peek()) fontSize.value = size;
    };
    const onEnd = () => {
      begun = undefined;
    };
    element.addEventListener('touchstart', onStart, { passive: true });
    element.addEventListener('touchmove', onMove, { passive: false });
    element.addEventListener('touchend', onEnd);
    element.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart);
      element.removeEventListener('touchmove', onMove);
      element.removeEventListener('touchend', onEnd);
      element.removeEventListener('touchcancel', onEnd);
    };
  }, [place, fontSize]);
}

/** Returns the pixels between two fingers; undefined when there are not two. */
function distanceOf(touches: TouchList): number | undefined {
  const [one, other] = touches;
  if (one === undefined || other === undefined || touches.length !== 2) return undefined;
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}
