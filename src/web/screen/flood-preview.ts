/**
 * The last screenful of a flood, shown over the live screen while the host keeps the text of the flood back. It is drawn on an
 * emulator of its own: the text comes later, and must find the screen as it was.
 */

import type { Terminal } from '@xterm/xterm';
import type { ScreenLook } from './palette.ts';
import { quietTerminal } from './quiet-terminal.ts';

export class FloodPreview {
  readonly #terminal: Terminal;
  readonly #layer: HTMLElement;

  constructor(below: Terminal, look: ScreenLook) {
    const { cols, rows, element } = below;
    this.#terminal = quietTerminal({ ...look, cols, rows, scrollback: rows, disableStdin: true });
    this.#layer = document.createElement('div');
    this.#layer.className = 'flood-preview';
    this.#layer.inert = true;
    element?.parentElement?.append(this.#layer);
    if (this.#layer.isConnected) this.#terminal.open(this.#layer);
  }

  set look(look: ScreenLook) {
    Object.assign(this.#terminal.options, look);
  }

  draw(text: string, drawn: () => void): void {
    this.#terminal.write(text, drawn);
  }

  close(): void {
    this.#terminal.dispose();
    this.#layer.remove();
  }
}
