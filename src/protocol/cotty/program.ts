/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen. */

import {
  answer,
  flag,
  list,
  loose,
  nothing,
  number,
  onChannel,
  oneOf,
  open,
  optional,
  orNull,
  type Read,
  string,
  text,
} from '../fields/parts.ts';
import {
  type Authority,
  BLOCKED_KINDS,
  type BlockedKind,
  PROGRAM_STATES,
  type ProgramState,
} from '../terminal/program-status.ts';

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

/** What a hook of a program reports, as OSC 7501 does. */
const hookReport = loose({
  state: oneOf([...PROGRAM_STATES, 'clear']),
  id: optional(text(128)),
  kind: optional(oneOf(BLOCKED_KINDS)),
  app: optional(text(32)),
  msg: optional(text(64 * 1024)),
});
export type HookReport = Read<typeof hookReport>;

export const programRequests = {
  /** A hook that runs in the terminal reports what its program does; `key` is the terminal's secret for that. */
  'x-cotty/report': {
    params: loose({
      ...onChannel,
      key: text(128),
      report: hookReport,
      /** The name of the hook. */
      hook: text(128),
      /** The session of the agent: another one in the same terminal is a part of it. */
      session: optional(text(256)),
    }),
    result: nothing,
    when: 'always',
  },
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
  /** Why a terminal is shown as working, waiting or done. */
  'x-cotty/explain': { params: loose(onChannel), result: explanation, readOnly: true },
} as const;
