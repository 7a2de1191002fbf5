/** A frame: the content of the whole outer terminal. */

import type { Row } from '../../screen/cells/row.ts';

export type CursorShape = 'default' | 'block' | 'underline' | 'bar';

/** Cursor of a frame, in zero-based cells. The shape `default` is that of the user's terminal settings. */
export type FrameCursor = {
  readonly x: number;
  readonly y: number;
  readonly shape: CursorShape;
  readonly blinking: boolean;
};

/** Rows for the whole terminal, each as wide as the terminal. The cursor is hidden when undefined. */
export type Frame = { readonly rows: readonly Row[]; readonly cursor: FrameCursor | undefined };
