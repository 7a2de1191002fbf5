/** The cursor as a viewer draws it. */
import type { Terminal } from '@xterm/headless';
import type { Core } from '../core/emulator-core.ts';

export type Cursor = {
  /** Column, 0-based; the last column while a wrap is pending. */
  readonly x: number;
  /** Row of the viewport, 0-based. */
  readonly y: number;
  readonly visible: boolean;
  /** `default`: the program has set no shape, so that of the user's terminal is shown. */
  readonly shape: 'default' | 'block' | 'underline' | 'bar';
  readonly blinking: boolean;
};

export function readCursor(terminal: Terminal, core: Core): Cursor {
  const { x, y } = core.buffers.active;
  const { decPrivateModes: modes, isCursorHidden } = core.coreService;
  const blinks = terminal.options.cursorBlink === true;
  return {
    x: Math.min(x, terminal.cols - 1),
    y,
    visible: !isCursorHidden,
    // For a cursor that only blinks (DECSET 12) a shape is needed: DECSCUSR sets both in the outer terminal.
    shape: modes.cursorStyle ?? (blinks ? 'block' : 'default'),
    blinking: modes.cursorBlink ?? blinks,
  };
}
