/** A frame — what the whole outer terminal should show. */

import type { Row } from '../../screen/cells/row.ts';

export type CursorShape = 'default' | 'block' | 'underline' | 'bar';

/** Zero-based cells; `default` leaves the shape to the person's own terminal settings. */
export type FrameCursor = {
  readonly x: number;
  readonly y: number;
  readonly shape: CursorShape;
  readonly blinking: boolean;
};

/** As many rows as the terminal has, each as wide as it; undefined cursor is a hidden one. */
export type Frame = { readonly rows: readonly Row[]; readonly cursor: FrameCursor | undefined };
