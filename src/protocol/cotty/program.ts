/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen. */

import { list, loose, nothing, onChannel, onRoot, optional, type Read, uri } from '../fields/parts.ts';

export const programRequests = {
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
} as const;

/** Limit: terminals in sight at a time; a window has no room for more panes. */
const MOST_IN_VIEW = 1024;

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
