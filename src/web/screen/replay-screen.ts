/** The screen of a replay: an emulator that is fed, and that takes no input. */

import { feedOf, type Player, shownNow } from '../../review/replay/player.ts';
import type { ScreenLook } from './palette.ts';
import { cellPixels, quietTerminal } from './quiet-terminal.ts';

const USUAL_COLS = 80;
const LEAST_ROWS = 4;
/** A program that was replayed may have hidden the cursor, or left a sequence open. */
const RESET = '\x18\x1bc';

export type ReplayScreen = {
  /** Feeds what is to be shown now (Unix ms). */
  readonly show: (player: Player, now: number) => void;
  /** Gives it as many rows as its place has room for. */
  readonly fit: () => void;
  readonly close: () => void;
};

export function replayScreen(place: HTMLElement, look: ScreenLook, cols = USUAL_COLS): ReplayScreen {
  const terminal = quietTerminal({
    ...look,
    cols,
    rows: LEAST_ROWS,
    scrollback: 0,
    disableStdin: true,
    cursorInactiveStyle: 'none',
    // What was printed leads nowhere from here.
    linkHandler: { activate: () => {} },
  });
  terminal.open(place);
  if (terminal.textarea !== undefined) terminal.textarea.tabIndex = -1;
  // Keys are for the player.
  terminal.attachCustomKeyEventHandler(() => false);
  let [text, fed] = ['', 0];
  return {
    show: (player, now) => {
      const isSame = text === player.timeline.text;
      text = player.timeline.text;
      const to = shownNow(player, now);
      const { resets, text: next } = feedOf(text, isSame ? fed : 0, to);
      if (!isSame || resets) terminal.write(RESET);
      if (next !== '') terminal.write(next);
      fed = to;
    },
    fit: () => {
      const rows = Math.floor(place.clientHeight / cellPixels(terminal).height);
      if (Math.max(LEAST_ROWS, rows) === terminal.rows) return;
      terminal.resize(cols, Math.max(LEAST_ROWS, rows));
      // The rows of another height would not be where the program has drawn.
      text = '';
    },
    close: () => terminal.dispose(),
  };
}
