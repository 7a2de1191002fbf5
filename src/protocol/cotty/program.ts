/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen. */

import {
  answer,
  flag,
  list,
  loose,
  nothing,
  number,
  onChannel,
  open,
  optional,
  orNull,
  type Read,
  string,
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
  /** The agent in the foreground. */
  agent: orNull(string),
  /** The first of its rules that matches that. */
  rule: orNull(
    answer({
      on: open<'title' | 'notice' | 'screen'>(),
      line: number(),
      state: open<ProgramState>(),
      kind: optional(open<BlockedKind>()),
      msg: optional(string),
    }),
  ),
  /** The files of rules; `error` says why one does not count. */
  files: list(answer({ path: string, agent: string, bundled: flag, error: optional(string) })),
});
export type Explanation = Read<typeof explanation>;

export const programRequests = {
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
  /** Why a terminal is shown as working, waiting or done. */
  'x-cotty/explain': { params: loose(onChannel), result: explanation, readOnly: true },
} as const;
