/** How an outer terminal is told to show pictures: kitty graphics, sixel, or iTerm2's sequence. */

import type { ShownPicture } from '../../../screen/picture/picture-table.ts';
import type { VisiblePicture } from './visible-pictures.ts';

export type Spelling = {
  /** Returns the bytes that show a part of a picture from the cursor on; undefined when it cannot be shown. */
  show(place: ShownPicture, visible: VisiblePicture): string | undefined;
  /** Returns the bytes that remove it; undefined where writing cells over it does that. */
  remove?(visible: VisiblePicture): string;
  /** Returns the bytes that take all off the screen; the terminal keeps what it was sent. */
  unplaceAll(): string;
  /** Returns the bytes that remove all, also what the terminal keeps. */
  removeAll(): string;
  /** Whether a picture in the last row could scroll the screen. */
  readonly needsRowBelow: boolean;
};
