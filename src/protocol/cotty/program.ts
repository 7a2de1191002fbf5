/** Requests about what the programs of terminals do: who works, who waits for a person, what was seen and answered. */

import {
  answer,
  answers,
  list,
  loose,
  nothing,
  number,
  onChannel,
  onRoot,
  open,
  optional,
  orNull,
  type Read,
  string,
  text,
  uri,
} from '../fields/parts.ts';
import type { Authority, BlockedKind, ProgramState } from '../terminal/program-status.ts';

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

export const programRequests = {
  /** A person has seen the terminal: what is done there is no news any more, in every window and page. */
  'x-cotty/seen': { params: loose(onChannel), result: nothing },
  /**
   * What the program of a terminal asks now; null if it waits for nobody. For people who may type, and for agents that may use
   * the terminal.
   */
  'x-cotty/question': { params: loose(onChannel), result: answer({ question: orNull(question) }) },
  /**
   * Answers a question: by keys, encoded as the program reads them, or by a text, which is sent with Enter. The screen is read
   * again first. Refused when the question is another one by then, and when somebody else holds the terminal.
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
