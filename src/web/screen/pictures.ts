/** Pictures that programs draw (sixel, iTerm2), read by an addon that is loaded with the first of them. */

import type { Terminal } from '@xterm/xterm';

/** Limits: pixels of one picture, and megabytes of all that are kept. */
const MOST_PIXELS = 16_777_216;
const MOST_MEGABYTES = 64;

export async function drawPictures(terminal: Terminal): Promise<void> {
  const { ImageAddon } = await import('@xterm/addon-image');
  terminal.loadAddon(
    new ImageAddon({
      pixelLimit: MOST_PIXELS,
      storageLimit: MOST_MEGABYTES,
      // The host answers what programs ask.
      enableSizeReports: false,
    }),
  );
}
