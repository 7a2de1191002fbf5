/** Draws a screen by WebGL, for who has chosen it; where that fails or is lost, it is drawn as elements again. */

import type { Terminal } from '@xterm/xterm';
import { lateAddon } from './late-addon.ts';

/** Draws the screen so until the returned function is called. */
export function drawByWebgl(terminal: Terminal): () => void {
  return lateAddon(terminal, async () => {
    const { WebglAddon } = await import('@xterm/addon-webgl');
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    return webgl;
  });
}
