/** Addons of xterm.js that the page loads when they are needed: drawing with WebGL, and images. */

import type { ITerminalAddon, Terminal } from '@xterm/xterm';

// Draws a screen by WebGL if the person has chosen it; where that fails or is lost, it is drawn as elements
// again.

/** Draws the screen so until the returned function is called. */
export function drawByWebgl(terminal: Terminal): () => void {
  return lateAddon(terminal, async () => {
    const { WebglAddon } = await import('@xterm/addon-webgl');
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    return webgl;
  });
}

// Images that programs draw (sixel, iTerm2), read by an addon that is loaded when the screen is there.

/** Limits: pixels of one image, and megabytes of all that are kept. */
const MOST_PIXELS = 16_777_216;
const MOST_MEGABYTES = 64;

/** Draws them until the returned function is called; `then` is called when it can. */
export function drawImages(terminal: Terminal, then: () => void = () => {}): () => void {
  if (!decodes()) return () => {};
  return lateAddon(
    terminal,
    async () => {
      const { ImageAddon } = await import('@xterm/addon-image');
      return new ImageAddon({
        pixelLimit: MOST_PIXELS,
        storageLimit: MOST_MEGABYTES,
        // The host answers what programs ask.
        enableSizeReports: false,
      });
    },
    then,
  );
}

/** The smallest module there is. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);

/** Whether the page may use WebAssembly, in which the addon decodes images; an older web server does not allow it. */
function decodes(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

// Addons that are loaded when they are needed: they may come after the end of what has asked for them, or
// not at all.

/** Puts an addon into an emulator when it has come; the returned function takes it out, or keeps one away that comes later. */
export function lateAddon(
  terminal: Pick<Terminal, 'loadAddon'>,
  load: () => Promise<ITerminalAddon>,
  then: () => void = () => {},
): () => void {
  let addon: ITerminalAddon | undefined;
  let isOver = false;
  const come = async () => {
    const loaded = await load();
    if (isOver) return;
    terminal.loadAddon(loaded);
    addon = loaded;
    then();
  };
  // The network or the browser cannot give it: the screen stays as it was.
  come().catch(() => {});
  return () => {
    isOver = true;
    addon?.dispose();
  };
}
