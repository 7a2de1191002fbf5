/** The screen of a replay: an emulator that is fed, and that takes no input. */

import { feedOf, type Player, shownNow } from '../../review/replay/player.ts';
import type { Recording } from '../../review/replay/recording.ts';
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

export function replayScreen(place: HTMLElement, look: ScreenLook): ReplayScreen {
  const terminal = quietTerminal({
    ...look,
    cols: USUAL_COLS,
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
  let recording: Recording | undefined;
  let fed: number | undefined;
  let placeRows = LEAST_ROWS;
  let isClosed = false;
  // A screen that is higher than its place is shown where its cursor is.
  const showCursor = () => {
    if (isClosed) return;
    const below = (terminal.buffer.active.cursorY + 1) * cellPixels(terminal).height;
    place.scrollTop = Math.max(0, below - place.clientHeight);
  };
  // What was written before is parsed before, in the size that it had.
  const resize = (cols: number, rows: number) => {
    terminal.write('', () => {
      if (!isClosed) terminal.resize(cols, rows);
    });
  };
  return {
    show: (player, now) => {
      const to = shownNow(player, now);
      const { resets, parts } = feedOf(
        player.recording,
        player.recording === recording ? fed : undefined,
        to,
      );
      if (resets) {
        terminal.write(RESET);
        resize(USUAL_COLS, placeRows);
      }
      for (const part of parts) {
        if (typeof part === 'string') terminal.write(part);
        else resize(part.cols ?? USUAL_COLS, part.rows ?? placeRows);
      }
      if (parts.length > 0) terminal.write('', showCursor);
      [recording, fed] = [player.recording, to];
    },
    fit: () => {
      const rows = Math.max(LEAST_ROWS, Math.floor(place.clientHeight / cellPixels(terminal).height));
      if (rows === placeRows) return;
      placeRows = rows;
      // Where no rows are recorded, those of another height would not be where the program has drawn.
      fed = undefined;
    },
    close: () => {
      isClosed = true;
      terminal.dispose();
    },
  };
}
