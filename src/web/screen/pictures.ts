/** Pictures that programs draw (sixel, iTerm2), read by an addon that is loaded when the screen is there. */

import type { Terminal } from '@xterm/xterm';
import { lateAddon } from './late-addon.ts';

/** Limits: pixels of one picture, and megabytes of all that are kept. */
const MOST_PIXELS = 16_777_216;
const MOST_MEGABYTES = 64;

/** Draws them until the returned function is called. */
export function drawPictures(terminal: Terminal): () => void {
  if (!decodes()) return () => {};
  return lateAddon(terminal, async () => {
    const { ImageAddon } = await import('@xterm/addon-image');
    return new ImageAddon({
      pixelLimit: MOST_PIXELS,
      storageLimit: MOST_MEGABYTES,
      // The host answers what programs ask.
      enableSizeReports: false,
    });
  });
}

/** The smallest module there is. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Whether the page may use WebAssembly, in which the addon decodes; a door of an older version does not allow it. */
function decodes(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}
