/** Notes and bookmarks on finished commands. */

import { answer, flag, loose, number, onChannel, optional, seq, string, text } from '../fields/parts.ts';
import { MAX_NOTE } from '../terminal/annotation.ts';

/** A note as answers have it. */
export const note = answer({
  text: string,
  /** `user:NAME` or `agent:HANDLE`. */
  by: optional(string),
  /** Unix milliseconds. */
  at: number(),
});

/** What the command has afterwards. */
const annotation = answer({ note: optional(note), bookmarked: optional(flag) });

export const annotateRequests = {
  /**
   * Sets or removes the note and the bookmark of a finished command, also of a terminal that only has a record. An agent may
   * write notes where there is none and change its own; bookmarks are set by people who may type.
   */
  'x-cotty/annotate': {
    params: loose({
      ...onChannel,
      seq,
      /** One line; an empty text removes the note. Control characters become blanks, and secrets are redacted. */
      note: optional(text(MAX_NOTE)),
      bookmarked: optional(flag),
    }),
    result: annotation,
  },
} as const;
