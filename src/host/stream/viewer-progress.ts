/** How far a paced viewer is, and the action that brings what it lacks. */

import { META_KEY } from '../../protocol/common/meta.ts';
import type { DataAction } from '../../protocol/terminal/actions.ts';
import type { DataMeta } from '../../protocol/terminal/command-meta.ts';
import type { DrawnText } from './drawn-text.ts';
import type { FloodPlace, FloodRest, FloodText } from './flood-text.ts';

/** What waits for viewers: lines, or what a full-screen program draws. */
export type Flood = FloodText | DrawnText;

export class ViewerProgress {
  /** Lines above the screen that the viewer keeps. */
  readonly scrollback: number;
  /** UTF-16 units sent and not taken. */
  ahead = 0;
  /** Whether a preview was sent last: then the viewer tells when it has taken all. */
  previewed = false;
  /** The place in the flood from which on the viewer lacks it; undefined while it gets everything. */
  place: FloodPlace | undefined;
  /** The end of the last frame that it was sent. */
  framedTo = -1;

  constructor(scrollback: number) {
    this.scrollback = scrollback;
  }

  sent(chars: number): void {
    this.ahead += chars;
    this.previewed = false;
  }

  taken(chars: number): void {
    this.ahead = Math.max(0, this.ahead - chars);
  }
}

export function dataAction({ text: data, chars, lines }: FloodRest): DataAction {
  if (chars === 0) return { type: 'terminal/data', data };
  const meta: DataMeta = { omitted: { chars, lines } };
  return { type: 'terminal/data', data, _meta: { [META_KEY]: meta } };
}
