/**
 * Requests about notices that the host sends out: to an ntfy topic or a webhook that its user has named. They come over the own
 * user's Unix socket only, and from no agent: whoever names an address makes the host talk to it.
 */

import {
  answer,
  answers,
  flag,
  loose,
  number,
  oneOf,
  onRoot,
  optional,
  orElse,
  orNull,
  type Read,
  string,
  text,
} from '../fields/parts.ts';

/** Limit: UTF-16 units of an address. */
const MAX_ADDRESS = 2048;

const kind = oneOf(['ntfy', 'webhook']);

/** Where notices go, and what they say. */
const target = {
  kind,
  url: string,
  /** Whether a notice has the question in the program's own words, too. */
  withText: orElse(flag, false),
  /** Whether the end of long work is told, too. */
  withDone: orElse(flag, false),
};

const status = answer({
  target: optional(orNull(answer(target))),
  /** Why the last notice to it did not arrive; absent when it did. */
  failure: optional(string),
  /** Browsers to which notices are pushed. */
  browsers: orElse(number(), 0),
  /** Browsers to which the last notice did not arrive, and why; absent if there is none. */
  failing: optional(answers(answer({ to: string, says: string }))),
  /** Other machines of which notices tell as well, and why they cannot be told of. */
  machines: optional(answers(answer({ name: string, trouble: optional(string) }))),
});
export type NotifyStatus = Read<typeof status>;

const targetParams = loose({
  ...onRoot,
  kind,
  url: text(MAX_ADDRESS, 1),
  withText: optional(flag),
  withDone: optional(flag),
});

const tried = answer({
  /** The address or the browser. */
  to: string,
  ok: orElse(flag, false),
  /** What happened: the status of the answer, or the error. */
  says: string,
});
export type NotifyTried = Read<typeof tried>;

export const notifyRequests = {
  'x-cotty/notifyStatus': { params: loose(onRoot), result: status },
  /** Sends notices to an address from now on, in place of the one before. */
  'x-cotty/notifySet': { params: targetParams, result: status },
  /** Sends no more notices to the address. Browsers switch theirs off themselves. */
  'x-cotty/notifyOff': { params: loose(onRoot), result: status },
  /** Sends a notice that says it is a test, to the address and to all browsers, and tells how each was answered. */
  'x-cotty/notifyTest': { params: loose(onRoot), result: answer({ tried: answers(tried) }) },
} as const;
