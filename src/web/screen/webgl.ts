/** Draws a screen by WebGL, for who has chosen it; where that fails or is lost, it is drawn as elements again. */

import type { Terminal } from '@xterm/xterm';

export async function drawByWebgl(terminal: Terminal): Promise<void> {
  const { WebglAddon } = await import('@xterm/addon-webgl');
  try {
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    terminal.loadAddon(webgl);
  } catch {
    // This browser has no WebGL 2: the screen stays as it was.
  }
}
