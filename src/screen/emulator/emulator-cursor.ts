/** The cursor as a viewer has to draw it. */
import type { Terminal } from '@xterm/headless';
import type { Core } from './emulator-core.ts';

export type Cursor = {
  /** Never past the last column, also while a wrap is pending. */
  readonly x: number;
  /** Row of the viewport. */
  readonly y: number;
  readonly visible: boolean;
  readonly shape: 'block' | 'underline' | 'bar';
  readonly blinking: boolean;
};

export function readCursor(terminal: Terminal, core: Core | undefined): Cursor {
  const { cursorX, cursorY } = terminal.buffer.active;
  const modes = core?.coreService.decPrivateModes;
  return {
    x: Math.min(cursorX, terminal.cols - 1),
    y: cursorY,
    visible: !(core?.coreService.isCursorHidden ?? false),
    shape: modes?.cursorStyle ?? 'block',
    blinking: modes?.cursorBlink ?? terminal.options.cursorBlink ?? false,
  };
}
