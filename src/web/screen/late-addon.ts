/** Addons that are loaded when they are needed: they may come after the end of what has asked for them, or not at all. */

import type { ITerminalAddon, Terminal } from '@xterm/xterm';

/** Puts an addon into an emulator when it has come; the returned function takes it out, or keeps one away that comes later. */
export function lateAddon(
  terminal: Pick<Terminal, 'loadAddon'>,
  load: () => Promise<ITerminalAddon>,
): () => void {
  let addon: ITerminalAddon | undefined;
  let isOver = false;
  const come = async () => {
    const loaded = await load();
    if (isOver) return;
    terminal.loadAddon(loaded);
    addon = loaded;
  };
  // The network or the browser cannot give it: the screen stays as it was.
  come().catch(() => {});
  return () => {
    isOver = true;
    addon?.dispose();
  };
}
