/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen and answered. */

import {
  answer,
  answers,
  flag,
  int,
  list,
  loose,
  nothing,
  number,
  onChannel,
  oneOf,
  onRoot,
  open,
  optional,
  orElse,
  orNull,
  type Read,
  seq,
  string,
  text,
  uri,
} from '../fields/parts.ts';
import {
  type Authority,
  BLOCKED_KINDS,
  type BlockedKind,
  PROGRAM_STATES,
  type ProgramState,
} from '../terminal/program-status.ts';

import { MAX_COMMANDS, MAX_PATTERN } from './command-output.ts';

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

/** UTF-16 units of an answer in keys, and in words. */
const MAX_KEYS = 64;
const MAX_TEXT = 16 * 1024;
const MAX_PRINT = 64;

/** What a program asks, from the list of terminals and from its screen. */
const question = answer({
  /** Unix milliseconds. */
  since: number(),
  state: open<ProgramState>(),
  kind: optional(open<BlockedKind>()),
  app: optional(string),
  by: open<Authority>(),
  /** The question in the program's own words. */
  msg: optional(string),
  /** The last rows of the screen that are not empty, as plain text without secrets. */
  rows: answers(string),
  /** The program's own choices, as far as the rows tell them for certain. */
  choices: answers(answer({ keys: string, label: string })),
  /** Stands for what is asked: an answer names it, and is refused when something else is asked by then. */
  print: string,
});
export type ProgramQuestion = Read<typeof question>;
/** What a hook of a program reports, as OSC 7501 does. */
const hookReport = loose({
  state: oneOf([...PROGRAM_STATES, 'clear']),
  id: optional(text(128)),
  kind: optional(oneOf(BLOCKED_KINDS)),
  app: optional(text(32)),
  title: optional(text(1024)),
  msg: optional(text(64 * 1024)),
  progress: optional(int(0, 100)),
});
export type HookReport = Read<typeof hookReport>;

/** Limit: clients of a tmux that show one pane. */
const MOST_CLIENTS = 64;

/** A program that has waited, or still waits. */
const wait = answer({
  /** URI and name of its terminal. */
  terminal: string,
  name: string,
  /** Unix milliseconds. */
  askedAt: number(),
  /** When it waited no more; null while it does. */
  answeredAt: orElse(orNull(number()), null),
  /** By an answer from a queue, by input into the terminal, by the program itself, or by the end of its command. */
  how: optional(open<'answer' | 'typed' | 'went-on' | 'ended'>()),
  /** Who has answered: `user:ada`, `agent:bob`. */
  by: optional(string),
  /** The answer from a queue, where it is no secret. */
  words: optional(string),
  app: optional(string),
  kind: optional(open<BlockedKind>()),
  /** The question in the program's own words. */
  msg: optional(string),
  /** Who has told it; only a hook has proved that it comes from the terminal. */
  told: optional(open<Authority>()),
  /** The command that asked, and how it has ended. */
  seq: optional(seq),
  commandId: optional(string),
  commandLine: optional(string),
  finishedAt: optional(number()),
  exitCode: optional(number()),
});
export type CommandWait = Read<typeof wait>;

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
      /** The process that reports. It must run in the terminal; where that is not known, the key decides alone. */
      pid: optional(int(1)),
      /** The pane of a tmux in which it runs: the first process of the pane, and the clients that show it. */
      tmux: optional(loose({ pane: int(1), clients: list(int(1), MOST_CLIENTS) })),
    }),
    result: nothing,
    when: 'always',
  },
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
  /** Why a terminal is shown as working, waiting or done. */
  'x-cotty/explain': { params: loose(onChannel), result: explanation },
  /**
   * What the program of a terminal asks now; null if it waits for nobody. For people who may type, and for agents that may use
   * the terminal.
   */
  'x-cotty/question': { params: loose(onChannel), result: answer({ question: orNull(question) }) },
  /**
   * Answers a question: by keys, encoded as the program reads them, or by a text, which is sent with Enter. The screen is read
   * again first. Refused when the question is another one by then, also one in the same words, of which input since has made
   * another; for some seconds while the program has printed nothing since the last answer; and when somebody else holds the terminal.
   */
  'x-cotty/answer': {
    params: loose({
      ...onChannel,
      print: text(MAX_PRINT, 1),
      keys: optional(text(MAX_KEYS, 1)),
      text: optional(text(MAX_TEXT, 1)),
    }),
    result: nothing,
  },
  /**
   * Who waited, and for whom: newest first. On the root channel in all terminals, for people who may type only; on the channel of
   * a terminal, in it.
   */
  'x-cotty/waits': {
    params: loose({
      ...onRoot,
      /** Unix milliseconds: asked at this time or later. */
      since: optional(number()),
      limit: optional(int(1, MAX_COMMANDS)),
      /** Searched in the question, the name of the program and its command line. */
      text: optional(text(MAX_PATTERN, 1)),
    }),
    result: answer({ waits: answers(wait) }),
  },
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
