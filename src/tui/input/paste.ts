/** Reads the body of a bracketed paste: all bytes up to the end mark are text, even if they look like keys. */

import { characterLength, rawText } from './raw-text.ts';
import type { PasteToken } from './token.ts';

/**
 * Bytes of a paste after which it is emitted in pieces of at most this size, cut between characters, to limit
 * memory.
 */
export const pasteLimit = 1024 * 1024;

const endMark = '\x1b[201~';

export type PasteState = {
  /** Bytes of the opening mark, until the first piece includes them. */
  readonly opening: string;
  readonly body: string;
  /** Index up to which the body has no end mark. */
  readonly searched: number;
  /** No bytes came for a while, and the text so far was emitted. */
  readonly paused: boolean;
};

export type PasteReading = {
  readonly tokens: readonly PasteToken[];
  readonly state: PasteState;
  /** Bytes after the end mark; undefined while the paste continues. */
  readonly rest: string | undefined;
};

export function beginPaste(opening: string): PasteState {
  return { opening, body: '', searched: 0, paused: false };
}

export function readPaste(state: PasteState, chunk: string, limit: number): PasteReading {
  let { opening, searched } = state;
  let body = state.body + chunk;
  const tokens: PasteToken[] = [];
  for (;;) {
    const end = body.indexOf(endMark, searched);
    if (end >= 0 && end <= limit) {
      const raw = body.slice(0, end + endMark.length);
      tokens.push(piece(opening, body.slice(0, end), raw, false));
      return { tokens, state: beginPaste(''), rest: body.slice(raw.length) };
    }
    // Wait for one mark's length beyond the limit, so that a mark across the limit is not cut in two.
    if (body.length < limit + endMark.length) {
      searched = Math.max(0, body.length - endMark.length + 1);
      return { tokens, state: { opening, body, searched, paused: false }, rest: undefined };
    }
    const cut = Math.max(characterStart(body, limit), 1);
    tokens.push(piece(opening, body.slice(0, cut), body.slice(0, cut), true));
    opening = '';
    body = body.slice(cut);
    searched = 0;
  }
}

/** Emits the text so far and keeps waiting. Holds back a possible start of the end mark or half a character. */
export function pausePaste(state: PasteState): {
  readonly tokens: readonly PasteToken[];
  readonly state: PasteState;
} {
  const mark = state.body.lastIndexOf('\x1b');
  const whole = mark >= 0 && endMark.startsWith(state.body.slice(mark)) ? mark : state.body.length;
  const cut = whole === state.body.length ? wholeCharacters(state.body) : whole;
  if (cut === 0) return { tokens: [], state: { ...state, paused: true } };
  const given = state.body.slice(0, cut);
  const rest = { opening: '', body: state.body.slice(cut), searched: 0, paused: true };
  return { tokens: [piece(state.opening, given, given, true)], state: rest };
}

/** Ends a paste whose end mark never came: the text so far is the paste. */
export function endPaste(state: PasteState): PasteToken {
  return piece(state.opening, state.body, state.body, false);
}

function piece(opening: string, body: string, raw: string, more: boolean): PasteToken {
  return {
    kind: 'paste',
    text: rawText(body),
    ...(more ? { more: true } : {}),
    ...(opening === '' ? { continued: true } : {}),
    raw: opening + raw,
  };
}

function wholeCharacters(body: string): number {
  const start = body.length === 0 ? 0 : characterStart(body, body.length - 1);
  return characterLength(body, start) === 0 ? start : body.length;
}

/** Index where the character at `at` starts, at most three bytes back, so that invalid UTF-8 does not block. */
function characterStart(body: string, at: number): number {
  for (let back = 0; back <= 3; back += 1) {
    const code = body.charCodeAt(at - back);
    if (code < 0x80 || code >= 0xc0) return Math.max(at - back, 0);
  }
  return at;
}
