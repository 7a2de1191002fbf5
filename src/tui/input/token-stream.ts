/** Turns raw bytes of the outer terminal into tokens; an incomplete sequence waits for the rest. */

import { endOfString, plainKey, readAlt, readEscape, stringLimit, unknownKey } from './escape.ts';
import { beginPaste, endPaste, type PasteState, pasteLimit, pausePaste, readPaste } from './paste.ts';
import { characterLength } from './raw-text.ts';
import type { KeyToken, Token } from './token.ts';

export type TokenState = {
  readonly held: string;
  readonly paste: PasteState | undefined;
  /** Whether the input is inside a string that is longer than its limit. */
  readonly inStringTail: boolean;
};

export const startOfInput: TokenState = { held: '', paste: undefined, inStringTail: false };

export type Tokens = { readonly state: TokenState; readonly tokens: readonly Token[] };

/** Reads a chunk whose chars are bytes (latin1), so that `raw` keeps the exact bytes even if they are not UTF-8. */
export function tokenise(state: TokenState, chunk: string, limits = { paste: pasteLimit }): Tokens {
  const tokens: Token[] = [];
  const opened = state.paste?.paused === true && endsPause.has(chunk) ? closePaste(state, tokens) : state;
  let at: Cursor = { state: opened, input: opened.held + chunk, position: 0 };
  while (at.position < at.input.length) {
    const next = readToken(at, tokens, limits.paste);
    if (next === undefined) break;
    at = next;
  }
  return { state: { ...at.state, held: at.input.slice(at.position) }, tokens };
}

/**
 * Whether a lone ESC (or two) waits: the Escape key, or the start of a sequence. In RAW the owner flushes it at
 * once.
 */
export function pendingEscape(state: TokenState): boolean {
  return state.held === '\x1b' || state.held === '\x1b\x1b';
}

/** Milliseconds to wait for the rest of what may be a key typed as it is: Escape, or Alt with `[`, `O`, `]`, `P` or `_`. */
const TYPED_MS = 25;
/** Milliseconds to wait for the rest of the sequence of a key that a slow line has split. */
const SPLIT_KEY_MS = 100;
/**
 * Milliseconds to wait for the rest of what no key begins with: an answer to a question of the window, a mouse event, or the
 * begin of a paste, whose lines would run if they were typed.
 */
const SPLIT_REPORT_MS = 500;

/**
 * Milliseconds the owner may wait for more bytes before it calls `flush`; undefined when nothing is held. The user
 * may have typed an ESC or Alt with `[`; longer input is a sequence split by a slow line, or an unfinished paste.
 */
export function flushDelay(state: TokenState, raw: boolean): number | undefined {
  if (state.paste !== undefined) return state.paste.paused && state.paste.body === '' ? undefined : 2000;
  if (state.inStringTail) return SPLIT_REPORT_MS;
  if (state.held === '') return undefined;
  if (pendingEscape(state)) return raw ? 0 : TYPED_MS;
  if (isTypeable(state.held)) return TYPED_MS;
  return isReport(state) || beginsNoKey(state.held) ? SPLIT_REPORT_MS : SPLIT_KEY_MS;
}

function beginsNoKey(held: string): boolean {
  return held.startsWith('\x1b[<') || '\x1b[200~'.startsWith(held);
}

/** Emits the held bytes as the most likely tokens without the rest. */
export function flush(state: TokenState): Tokens {
  if (state.paste !== undefined) {
    const { tokens, state: paste } = pausePaste(state.paste);
    return { state: { ...state, paste }, tokens };
  }
  return { state: startOfInput, tokens: isReport(state) ? [dropped(state.held)] : flushed(state.held) };
}

/**
 * Keys (Ctrl+C, Escape) that alone end a paused paste whose end mark was lost. A stalled paste stays a paste:
 * otherwise the rest would be typed and its newlines would run.
 */
const endsPause: ReadonlySet<string> = new Set(['\x03', '\x1b']);

function closePaste(state: TokenState, tokens: Token[]): TokenState {
  if (state.paste !== undefined) tokens.push(endPaste(state.paste));
  return { ...state, paste: undefined };
}

/** Whether the held bytes belong to a report. Even an incomplete one is not a key. */
function isReport(state: TokenState): boolean {
  return state.inStringTail || /^\x1b[\]P_]./.test(state.held);
}

type Cursor = { readonly state: TokenState; readonly input: string; readonly position: number };

/** Reads one token; undefined when the rest is an incomplete sequence. */
function readToken(at: Cursor, tokens: Token[], limit: number): Cursor | undefined {
  if (at.state.paste !== undefined) return stepPaste(at, at.state.paste, tokens, limit);
  if (at.state.inStringTail) return stepStringTail(at, tokens);
  return at.input[at.position] === '\x1b' ? stepEscape(at, tokens) : stepCharacter(at, tokens);
}

function stepPaste(at: Cursor, paste: PasteState, tokens: Token[], limit: number): Cursor {
  const reading = readPaste(paste, at.input.slice(at.position), limit);
  tokens.push(...reading.tokens);
  const ended = reading.rest !== undefined;
  const state = { ...at.state, held: '', paste: ended ? undefined : reading.state };
  return { state, input: reading.rest ?? '', position: 0 };
}

/** Emits the rest of an overlong string as reports, in pieces, so that none of it is typed into a program. */
function stepStringTail(at: Cursor, tokens: Token[]): Cursor | undefined {
  const end = endOfString(at.input, at.position);
  if (end.from - at.position >= stringLimit)
    return emit(at, tokens, dropped(at.input.slice(at.position, at.position + stringLimit)));
  if (end.how === 'open') return undefined;
  if (end.to > at.position) tokens.push(dropped(at.input.slice(at.position, end.to)));
  return { ...at, state: { ...at.state, inStringTail: false }, position: end.to };
}

function stepEscape(at: Cursor, tokens: Token[]): Cursor | undefined {
  const reading = readEscape(at.input, at.position);
  if (reading.kind === 'incomplete') return undefined;
  if (reading.kind === 'token') return emit(at, tokens, reading.token);
  const to = at.position + reading.length;
  if (reading.kind === 'stringTail') {
    const next = emit(at, tokens, dropped(at.input.slice(at.position, to)));
    return { ...next, state: { ...next.state, inStringTail: true } };
  }
  const paste = beginPaste(at.input.slice(at.position, to));
  return { ...at, state: { ...at.state, paste }, position: to };
}

function stepCharacter(at: Cursor, tokens: Token[]): Cursor | undefined {
  const length = characterLength(at.input, at.position);
  if (length === 0) return undefined;
  const raw = at.input.slice(at.position, at.position + Math.max(length, 1));
  return emit(at, tokens, length < 0 ? unknownKey(raw) : plainKey(raw));
}

function emit(at: Cursor, tokens: Token[], token: Token): Cursor {
  tokens.push(token);
  return { ...at, position: at.position + token.raw.length };
}

function dropped(raw: string): Token {
  return { kind: 'report', report: { kind: 'other' }, raw };
}

/** Whether a user may have typed the held bytes: ESC and one more byte is Alt with `[`, `O`, `]`, `P` or `_`. */
function isTypeable(held: string): boolean {
  return held.length === 2 && held.startsWith('\x1b');
}

function flushed(held: string): Token[] {
  if (held === '') return [];
  if (held === '\x1b\x1b') return [escapeKey, escapeKey];
  if (held === '\x1b') return [escapeKey];
  const alt = isTypeable(held) ? readAlt(held, 0) : undefined;
  return [alt?.kind === 'token' ? alt.token : unknownKey(held)];
}

const escapeKey: KeyToken = { kind: 'key', name: 'escape', raw: '\x1b' };
