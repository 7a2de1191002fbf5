/** The cursor as a viewer draws it. */
import type { Terminal } from '@xterm/headless';
import type { Core } from '../core/emulator-core.ts';

export type Cursor = {
  /** Column, 0-based; the last column while a wrap is pending. */
  readonly x: number;
  /** Row of the viewport, 0-based. */
  readonly y: number;
  readonly visible: boolean;
  readonly shape: 'block' | 'underline' | 'bar';
  readonly blinking: boolean;
};

export function readCursor(terminal: Terminal, core: Core): Cursor {
  const { cursorX, cursorY } = terminal.buffer.active;
  const { decPrivateModes: modes, isCursorHidden } = core.coreService;
  return {
    x: Math.min(cursorX, terminal.cols - 1),
    y: cursorY,
    visible: !isCursorHidden,
    shape: modes.cursorStyle ?? 'block',
    blinking: modes.cursorBlink ?? terminal.options.cursorBlink ?? false,
  };
}
