/** A finished output with images, drawn by an emulator as the live part had it: the same images at the same places. */

import { drawImages } from './addons.ts';
import { KittyImages } from './kitty-images.ts';
import type { ScreenLook } from './palette.ts';
import { cellPixels, quietTerminal } from './quiet-terminal.ts';

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
  let isClosed = false;
  terminal.open(place);
  if (terminal.textarea !== undefined) terminal.textarea.tabIndex = -1;
  // The wheel is for the blocks.
  terminal.attachCustomWheelEventHandler(() => false);
  const stopImages = drawImages(terminal, () => {
    const images = new KittyImages(() => cellPixels(terminal));
    terminal.write(NO_CURSOR + images.read(withCarriageReturns(output)), () => {
      if (isClosed) return;
      const { baseY, cursorY, cursorX } = terminal.buffer.normal;
      const rows = Math.min(MOST_ROWS, baseY + cursorY + 1);
      terminal.resize(cols, rows);
      // The cursor is in a row of its own behind the last line.
      const shown = Math.max(1, cursorX > 0 ? rows : rows - 1);
      place.style.height = `calc(var(--cell-height) * ${shown})`;
    });
  });
  return () => {
    isClosed = true;
    stopImages();
    terminal.dispose();
  };
}

function withCarriageReturns(output: string): string {
  return output.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}
