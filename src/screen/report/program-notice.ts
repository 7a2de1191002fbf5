/** Reads the notices of programs: OSC 9 (iTerm2), OSC 777 (rxvt) and OSC 99 (kitty). */
import { cleanTitle } from './clean-title.ts';

/** A notice, each part one line without control or format characters; the title may be empty. */
export type ProgramNotice = { readonly title: string; readonly body: string };

/** Limit: characters of a sequence that are read. */
export const NOTICE_LIMIT = 2048;
/** Limits: characters of a title and of a body, which may come in several sequences. */
const TITLE_LIMIT = 64;
const BODY_LIMIT = 200;

/** Reads the payload after `9;`. A number at its start makes it another command, such as progress. */
export function plainNotice(payload: string): ProgramNotice | undefined {
  const end = payload.indexOf(';');
  const first = end < 0 ? payload : payload.slice(0, end);
  return first !== '' && isNumber(first) ? undefined : noticeOf('', payload);
}

/** Reads the payload after `777;`: `notify;TITLE;BODY`. */
export function rxvtNotice(payload: string): ProgramNotice | undefined {
  const [command, title = '', ...body] = payload.split(';');
  return command === 'notify' ? noticeOf(title, body.join(';')) : undefined;
}

/**
 * Reads notices of kitty's protocol (https://sw.kovidgoyal.net/kitty/desktop-notifications/), whose parts come in sequences with
 * the same id. Title and body are read. A part of another kind, such as an icon, is left out, but may be the last one. Requests to
 * close a notice, and keys for actions, occasions, urgency, sound and expiry, are ignored.
 */
export class KittyNotices {
  /** The incomplete notice. Limit: one; a part of a notice with another id drops it. */
  #open: Open | undefined;

  /** Reads the payload after `99;`: `KEY=VALUE:…;TEXT`. Returns the notice when this is its last part. */
  read(payload: string): ProgramNotice | undefined {
    const at = payload.indexOf(';');
    if (at < 0) return undefined;
    const keys = new Map(payload.slice(0, at).split(':').map(pair));
    const kind = keys.get('p') ?? 'title';
    const id = keys.get('i') ?? '0';
    const open = this.#open?.id === id ? this.#open : undefined;
    const isText = kind === 'title' || kind === 'body';
    if (NO_PART.has(kind) || !(isText || open)) return undefined;
    const before = open ?? { id, title: '', body: '' };
    const joined = isText ? withText(before, kind, textOf(keys, payload.slice(at + 1))) : before;
    const isLast = keys.get('d') !== '0';
    this.#open = isLast ? undefined : joined;
    if (!isLast) return undefined;
    return joined.body === '' ? noticeOf('', joined.title) : noticeOf(joined.title, joined.body);
  }
}

/** Payloads that are no part of a notice: they close one, or ask. */
const NO_PART: ReadonlySet<string> = new Set(['close', 'alive', '?']);

type Open = { readonly id: string; readonly title: string; readonly body: string };

function withText(open: Open, kind: 'title' | 'body', text: string): Open {
  return { ...open, [kind]: `${open[kind]}${text}`.slice(0, NOTICE_LIMIT) };
}

function textOf(keys: ReadonlyMap<string, string>, text: string): string {
  return keys.get('e') === '1' ? decoded(text) : text;
}

function noticeOf(title: string, body: string): ProgramNotice | undefined {
  const notice = { title: cut(cleanTitle(title), TITLE_LIMIT), body: cut(cleanTitle(body), BODY_LIMIT) };
  return notice.title === '' && notice.body === '' ? undefined : notice;
}

function cut(text: string, limit: number): string {
  return Array.from(text).slice(0, limit).join('');
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

function isNumber(text: string): boolean {
  return Array.from(text).every((char) => char >= '0' && char <= '9');
}
