/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen. */

import { loose, nothing, onChannel } from '../fields/parts.ts';

export const programRequests = {
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
} as const;
