/** The record of one wait: a program of a terminal asked, and somebody answered, or it went on without. */

import type { Authority, BlockedKind } from '../../protocol/terminal/program-status.ts';

/**
 * How a wait has ended: by an answer from the queue, by what somebody typed into the terminal, by the program itself, or with its
 * command.
 */
export type WaitEnd = 'answer' | 'typed' | 'went-on' | 'ended';

export type Wait = {
  /** Its number in its terminal. */
  readonly n: number;
  /** Unix milliseconds. */
  readonly askedAt: number;
  readonly app?: string;
  readonly kind?: BlockedKind;
  /** The question in the program's words, without secrets. */
  readonly msg?: string;
  /** Who has told that the program waits. */
  readonly told: Authority;
  /** The command that asked. */
  readonly command?: { readonly seq: number; readonly id: string; readonly line: string };
  /** The last answer that was sent from a queue; its words are absent where it may be a secret. */
  readonly answer?: { readonly at: number; readonly by?: string; readonly words?: string };
  /** Absent while the program waits. `by`: who answered, `user:ada` or `agent:bob`. */
  readonly over?: { readonly at: number; readonly how: WaitEnd; readonly by?: string };
  /** Absent until the command has ended. */
  readonly end?: { readonly at: number; readonly exitCode?: number };
};

/** Whether somebody looks for it by a text, in the question, the program, or its command line; case does not matter. */
export function hasText({ app = '', msg = '', command }: Wait, text: string): boolean {
  const wanted = text.toLowerCase();
  return [app, msg, command?.line ?? ''].some((one) => one.toLowerCase().includes(wanted));
}
