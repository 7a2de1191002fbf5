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

/** Reads notices of kitty's protocol, whose parts come in sequences with the same id. */
export class KittyNotices {
  /** The incomplete notice. A notice with another id replaces it. */
  #open: { readonly id: string; readonly title: string; readonly body: string } | undefined;

  /** Reads the payload after `99;`: `KEY=VALUE:…;TEXT`. Returns the notice when this is its last part. */
  read(payload: string): ProgramNotice | undefined {
    const at = payload.indexOf(';');
    if (at < 0) return undefined;
    const keys = new Map(payload.slice(0, at).split(':').map(pair));
    const kind = keys.get('p') ?? 'title';
    // Other kinds close a notice, ask what the terminal can do, or carry an icon.
    if (kind !== 'title' && kind !== 'body') return undefined;
    const id = keys.get('i') ?? '';
    const text = keys.get('e') === '1' ? decoded(payload.slice(at + 1)) : payload.slice(at + 1);
    const before = this.#open?.id === id ? this.#open : { id, title: '', body: '' };
    const joined = { ...before, [kind]: `${before[kind]}${text}`.slice(0, NOTICE_LIMIT) };
    const isLast = keys.get('d') !== '0';
    this.#open = isLast ? undefined : joined;
    if (!isLast) return undefined;
    return joined.body === '' ? noticeOf('', joined.title) : noticeOf(joined.title, joined.body);
  }
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
