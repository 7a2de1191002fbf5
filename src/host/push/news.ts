/** What a notice is about, and its words. It has nothing that a program says of its question, unless that was switched on. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { BlockedKind } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';

/** A program waits for a person, or its work has ended and nobody has seen it. */
export type News = {
  /** URI of the terminal. */
  readonly uri: string;
  readonly name: string;
  /** The machine that has the terminal, if that is another one; the name begins with it. */
  readonly machine?: string;
  readonly state: 'blocked' | 'done' | 'error';
  readonly kind?: BlockedKind;
  /** The stable name of the program, `codex`; not one that was only printed and reads as an address. */
  readonly app?: string;
  /** Unix milliseconds since when it is so. */
  readonly since: number;
  /** The question, if a hook has told it: what was only printed, anybody can have printed. */
  readonly msg?: string;
};

/** A printed name of a program that no phone makes a link of. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/** The news of a terminal; undefined if there is none. */
export function newsOf(info: TerminalInfo): News | undefined {
  const { program, machine } = cottyMeta<TerminalMeta>(info._meta);
  if (program === undefined || program.seen === true || info.lifecycle.status === 'exited') return undefined;
  const { state, kind, app, since, msg, by } = program;
  if (state === 'idle' || state === 'working') return undefined;
  return {
    uri: info.resource,
    name: nameText(info.title),
    ...(machine === undefined ? {} : { machine }),
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(app === undefined || (by === 'report' && !PLAIN_NAME.test(app)) ? {} : { app }),
    since,
    ...(msg === undefined || by !== 'hook' ? {} : { msg }),
  };
}

/** Whether two are the same: a program that asks again gives news again. */
export function isSameNews(one: News, other: News | undefined): boolean {
  return one.state === other?.state && one.since === other.since && one.kind === other.kind;
}

const KINDS: { readonly [Kind in BlockedKind]: string } = {
  permission: 'permission',
  question: 'question',
  auth: 'sign-in',
};

const DOES: { readonly [State in News['state']]: string } = {
  blocked: 'waits for you',
  done: 'is done',
  error: 'has failed',
};

/** Limits: terminals that a notice names, and characters of a name and of a question. */
const MOST_NAMED = 5;
const MAX_NAME = 60;
const MAX_QUESTION = 300;

/** `codex waits for you: permission in api`; of several, how many wait, and each on a line of its own. */
export function noticeText(news: readonly News[], withText: boolean): string {
  const lines = news.slice(0, MOST_NAMED).map((one) => lineOf(one, withText));
  if (news.length === 1) return lines.join('\n');
  const waiting = news.filter(({ state }) => state === 'blocked').length;
  const head = waiting === news.length ? `${waiting} wait for you` : `News of ${news.length} terminals`;
  const more = news.length > MOST_NAMED ? [`and ${news.length - MOST_NAMED} more`] : [];
  return [head, ...lines, ...more].join('\n');
}

function lineOf({ app = 'a program', state, kind, name, msg }: News, withText: boolean): string {
  const what = state === 'blocked' && kind !== undefined ? `: ${KINDS[kind]}` : '';
  const said = withText && msg !== undefined ? `\n${shortened(nameText(msg), MAX_QUESTION)}` : '';
  return `${app} ${DOES[state]}${what} in ${shortened(name, MAX_NAME)}${said}`;
}

function shortened(text: string, most: number): string {
  const chars = Array.from(text);
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : text;
}
