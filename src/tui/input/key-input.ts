/** Turns the bytes of the outer terminal into tokens: keys, pastes, mouse events and answers of the terminal. */

import { endOfString, plainKey, readAlt, readEscape, stringLimit, unknownKey } from './escape.ts';
import { beginPaste, endPaste, type PasteState, pasteLimit, pausePaste, readPaste } from './paste.ts';
import { characterLength } from './raw-text.ts';
import { isTyped, type KeyToken, type Token } from './token.ts';

// The only reader of stdin, except for a foreground program while one runs. It turns bytes into tokens for the window, with a
// timer for incomplete sequences. Keys that are typed before the terminal in front is there are buffered until it is: their
// meaning depends on what runs in it.

/** The part of the window that reading keys needs. */
type ReadingWindow = {
  /** Whether keys have to wait, because the terminal that they are meant for was requested and is not there yet. */
  readonly keysWait: boolean;
  /** Whether all keys go to the program unchanged: then a lone ESC does not wait for the rest of a sequence. */
  readonly keysAreRaw: boolean;
  /** Takes all tokens except those that `KeyInput.keeps` buffers. */
  read(tokens: readonly Token[]): void;
};

type KeySource = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
};

type KeyTiming = {
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Runs a function after the bytes that wait on stdin were read. */
  readonly afterReading: (run: () => void) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
};

const PROCESS_TIMING: KeyTiming = {
  setTimer: setTimeout,
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  afterReading: setImmediate,
  now: () => performance.now(),
};

/** Time (ms) after a mouse event in which its release, or a part of a drag, may still be under way. */
const MOUSE_MOMENT_MS = 1000;
/** Longest wait (ms) for an answer of the terminal, also over ssh. */
const MOUSE_PATIENCE_MS = 200;

/**
 * Limit: tokens buffered until the terminal is there. Later ones are dropped, as the kernel drops input when its queue is
 * full.
 */
const EARLY_LIMIT = 4096;

export class KeyInput {
  readonly #stdin: KeySource;
  readonly #window: ReadingWindow;
  readonly #timing: KeyTiming;
  #state: TokenState = startOfInput;
  #timer: unknown;
  #reads = 0;
  /** Keys and pastes typed before the terminal in front was there. */
  #early: Token[] = [];
  #cooked = false;
  /** Time of the last mouse event. */
  #mouseAt: number | undefined;
  #mouseDown = false;
  #settling = false;
  #onTokens: ((tokens: readonly Token[]) => void) | undefined;

  constructor(stdin: KeySource, window: ReadingWindow, timing = PROCESS_TIMING) {
    this.#stdin = stdin;
    this.#window = window;
    this.#timing = timing;
  }

  start(): void {
    this.#stopReading();
    this.#state = startOfInput;
    this.#stdin.on('data', this.#onData);
    this.#stdin.resume();
    this.#expectCooked();
  }

  stop(): void {
    this.#stopReading();
    this.#stdin.pause();
  }

  /**
   * Waits until no mouse report can come any more: for the release of a button that is down, and then for the answer to DA1,
   * before which the terminal sends all reports. `ask` switches reports off and asks for DA1. Resolves at once if the mouse
   * was not used just now; waits at most `patienceMs` for each.
   */
  async mouseSettled(ask: () => void, patienceMs = MOUSE_PATIENCE_MS): Promise<void> {
    const { now } = this.#timing;
    if (this.#mouseAt === undefined || now() - this.#mouseAt > MOUSE_MOMENT_MS) return;
    this.#settling = true;
    if (this.#mouseDown) await this.#until(patienceMs, isRelease);
    const answered = this.#until(patienceMs, isAnswer);
    ask();
    await answered;
    this.#settling = false;
  }

  /** Whether `mouseSettled` is waiting. */
  get settling(): boolean {
    return this.#settling;
  }

  /** Resolves at the first token of a kind, or after `patienceMs`. */
  async #until(patienceMs: number, isIt: (token: Token) => boolean): Promise<void> {
    const { setTimer, clearTimer } = this.#timing;
    await new Promise<void>((resolve) => {
      const timer = setTimer(resolve, patienceMs);
      this.#onTokens = (tokens) => {
        if (!tokens.some(isIt)) return;
        clearTimer(timer);
        resolve();
      };
    });
    this.#onTokens = undefined;
  }

  /** Delivers the tokens that were typed before the terminal in front was there. */
  deliver(): void {
    if (this.#early.length === 0 || this.#window.keysWait) return;
    const early = this.#early;
    this.#early = [];
    this.#window.read(early);
  }

  /** Drops the buffered tokens: the terminal that they were typed for does not come. */
  forget(): void {
    this.#early = [];
  }

  /**
   * Buffers a key or a paste while the terminal in front is not there; returns whether it did. Answers of the outer terminal and
   * mouse events are never buffered.
   */
  keeps(token: Token): boolean {
    if (!isTyped(token) || !this.#window.keysWait) return false;
    if (this.#early.length < EARLY_LIMIT) this.#early.push(token);
    return true;
  }

  /**
   * Keys typed before raw mode was set are read within the next two turns of the event loop. The kernel has turned their
   * Enter from CR into LF, which is undone here.
   */
  #expectCooked(): void {
    const { afterReading } = this.#timing;
    this.#cooked = true;
    afterReading(() =>
      afterReading(() => {
        this.#cooked = false;
      }),
    );
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#stopTimer();
    this.#reads += 1;
    const text = chunk.toString('latin1');
    this.#take(tokenise(this.#state, this.#cooked ? text.replaceAll('\n', '\r') : text));
    const delay = flushDelay(this.#state, this.#window.keysAreRaw);
    if (delay === 0) this.#flush();
    else if (delay !== undefined) this.#waitForRest(delay);
  };

  #take({ state, tokens }: { readonly state: TokenState; readonly tokens: readonly Token[] }): void {
    this.#state = state;
    for (const token of tokens) {
      if (token.kind !== 'mouse') continue;
      this.#mouseAt = this.#timing.now();
      if (token.action !== 'wheel') this.#mouseDown = token.action === 'press' || token.button !== 'none';
      if (isRelease(token)) this.#mouseDown = false;
    }
    if (tokens.length > 0) this.#window.read(tokens);
    this.#onTokens?.(tokens);
  }

  /** When the timer is due, stdin is read first: after a long turn of the event loop the rest may be waiting there. */
  #waitForRest(delay: number): void {
    this.#timer = this.#timing.setTimer(() => {
      this.#timer = undefined;
      const reads = this.#reads;
      this.#timing.afterReading(() => {
        if (reads === this.#reads) this.#flush();
      });
    }, delay);
  }

  #flush(): void {
    this.#take(flush(this.#state));
    const delay = flushDelay(this.#state, this.#window.keysAreRaw);
    if (delay !== undefined) this.#waitForRest(delay);
  }

  #stopReading(): void {
    this.#stdin.off('data', this.#onData);
    this.#reads += 1;
    this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#timing.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}

function isRelease(token: Token): boolean {
  return token.kind === 'mouse' && token.action === 'release';
}

/** Every terminal answers DA1, in order with everything else that it sends. */
function isAnswer(token: Token): boolean {
  return token.kind === 'report' && token.report.kind === 'primaryAttributes';
}

// Turns raw bytes of the outer terminal into tokens; an incomplete sequence waits for the rest.

export type TokenState = {
  readonly held: string;
  readonly paste: PasteState | undefined;
  /** Whether the input is inside a string that is longer than its limit. */
  readonly inStringTail: boolean;
};

export const startOfInput: TokenState = { held: '', paste: undefined, inStringTail: false };

type Tokens = { readonly state: TokenState; readonly tokens: readonly Token[] };

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

/** Milliseconds to wait for the rest when the bytes may be a whole key: Escape, or Alt with `[`, `O`, `]`, `P` or `_`. */
const TYPED_MS = 25;
/** Milliseconds to wait for the rest of the sequence of a key that a slow line has split. */
const SPLIT_KEY_MS = 100;
/**
 * Milliseconds to wait for the rest of a sequence that is certainly no key: an answer to a query, a mouse report, or the start of
 * a paste, whose lines would run if they were read as keys.
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
