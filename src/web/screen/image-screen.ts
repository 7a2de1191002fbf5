/** A finished output with images, drawn by an emulator as the live part had it: the same images at the same places. */

import { drawImages } from './addons.ts';
import type { ScreenLook } from './palette.ts';
import { quietTerminal } from './quiet-terminal.ts';

/** Limit: rows of an output that are drawn, the last ones. */
const MOST_ROWS = 2_000;
const FIRST_ROWS = 24;
const NO_CURSOR = '\x1b[?25l';

export type DrawnOutput = { readonly output: string; readonly cols: number; readonly look: ScreenLook };

/** Draws an output into an element until the returned function is called. */
export function drawOutput(place: HTMLElement, { output, cols, look }: DrawnOutput): () => void {
  const terminal = quietTerminal({
    ...look,
    cols,
    rows: FIRST_ROWS,
    scrollback: MOST_ROWS,
    disableStdin: true,
    cursorInactiveStyle: 'none',
  });
  terminal.open(place);
  if (terminal.textarea !== undefined) terminal.textarea.tabIndex = -1;
  // The wheel is for the blocks.
  terminal.attachCustomWheelEventHandler(() => false);
  const stopImages = drawImages(terminal, () => {
    terminal.write(NO_CURSOR + withCarriageReturns(output), () => {
      const { baseY, cursorY, cursorX } = terminal.buffer.normal;
      const rows = baseY + cursorY + (cursorX > 0 ? 1 : 0);
      terminal.resize(cols, Math.min(MOST_ROWS, Math.max(1, rows)));
      terminal.scrollToTop();
    });
  });
  return () => {
    stopImages();
    terminal.dispose();
  };
}

function withCarriageReturns(output: string): string {
  return output.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}
