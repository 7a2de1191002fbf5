/** A segment — one piece of pty output: text, a command mark, or a query to be answered. */

import type { StatusReport } from '../protocol/terminal/program-status.ts';
import type { Mark } from './mark.ts';
import type { Query } from './query.ts';

export type Segment =
  | { readonly kind: 'text'; readonly text: string }
  /** `raw` is the OSC 133 itself, which stays in the text if its mark is ignored. */
  | { readonly kind: 'mark'; readonly mark: Mark; readonly raw?: string }
  | { readonly kind: 'query'; readonly query: Query; readonly raw: string }
  /** A program tells what it does (OSC 7501). */
  | { readonly kind: 'status'; readonly report: StatusReport };
