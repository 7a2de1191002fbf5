/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen. */

import {
  answer,
  list,
  loose,
  nothing,
  onChannel,
  onRoot,
  open,
  optional,
  orNull,
  type Read,
  string,
  uri,
} from '../fields/parts.ts';
import type { Authority, BlockedKind, ProgramState } from '../terminal/program-status.ts';

/** How the host knows what the program of a terminal does. */
const explanation = answer({
  /** What decides, and the hook or rule that it has decided by. */
  by: open<Authority>(),
  cause: string,
  /** Null if nothing tells it. */
  state: orNull(open<ProgramState>()),
  kind: optional(open<BlockedKind>()),
  msg: optional(string),
  /** What rules look at: the title, the last notice, the last rows of the screen that have text. */
  title: string,
  notice: orNull(answer({ title: string, body: string })),
  rows: list(string),
});
export type Explanation = Read<typeof explanation>;

export const programRequests = {
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
  /** Why a terminal is shown as working, waiting or done. */
  'x-cotty/explain': { params: loose(onChannel), result: explanation, readOnly: true },
} as const;

/** Limit: terminals in sight at a time; a window has no room for more panes. */
export const MOST_IN_VIEW = 256;

/**
 * What a person looks at in a window or page, told whenever it changes: the terminals in view while the window itself is in
 * front, and the one whose program gets the keys (none while a dialog is open or output is read back). The host tells programs of
 * their focus by it (mode 1004), and gives no notice of what is in view.
 */
export const lookingParams = loose({
  ...onRoot,
  inView: list(uri, MOST_IN_VIEW),
  focus: optional(uri),
});
export type Look = Pick<Read<typeof lookingParams>, 'inView' | 'focus'>;
