/** Desktop notifications and the bell of the outer terminal. */

import { type Capabilities, throughScreen, throughTmux } from './capabilities.ts';
import { oneLine } from './one-line.ts';

// A desktop notice as bytes: the sequence the outer terminal is known to understand, else the bell.

/** A notice: title `build`, body ``` `npm test` failed with 1 after 41 s ```. */
export type Notice = { readonly title: string; readonly body: string };

export const NOTICE_WAYS = ['auto', 'osc9', 'osc777', 'osc99', 'bell', 'off'] as const;

type NoticeWay = (typeof NOTICE_WAYS)[number];

export type NoticeCapabilities = Pick<
  Capabilities,
  'program' | 'version' | 'tmux' | 'screen' | 'bareConsole'
> & {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Longest title and body in characters; desktops show less. */
const TITLE_CHARS = 64;
const BODY_CHARS = 200;

const BELL = '\x07';

/** Returns the bytes to write; none if notices are off. */
export function noticeBytes(notice: Notice, way: NoticeWay, outer: NoticeCapabilities): string {
  const taken = way === 'auto' ? knownWay(outer) : way;
  if (taken === 'off') return '';
  if (taken === 'bell') return BELL;
  const plain = sequence(taken, oneLine(notice.title, TITLE_CHARS), oneLine(notice.body, BODY_CHARS));
  // tmux drops sequences that it may not pass through; a bell as well, which tmux shows itself, is sure to be seen.
  if (outer.tmux) return `${throughTmux(plain)}${way === 'auto' ? BELL : ''}`;
  return outer.screen ? throughScreen(plain) : plain;
}

function sequence(way: 'osc9' | 'osc777' | 'osc99', title: string, body: string): string {
  switch (way) {
    case 'osc9':
      return `\x1b]9;${noNumber(`${title}: ${body}`)}\x1b\\`;
    case 'osc777':
      return `\x1b]777;notify;${noFields(title)};${noFields(body)}\x1b\\`;
    case 'osc99':
      // Without an id, so that a later notice does not replace this one.
      return `\x1b]99;;${title}: ${body}\x1b\\`;
  }
}

/** Puts a word before a number: after OSC 9 some terminals read a number as another command (4 is a progress bar). */
function noNumber(text: string): string {
  return /^\d/.test(text) ? `tab ${text}` : text;
}

function noFields(text: string): string {
  return text.replaceAll(';', ',');
}

/**
 * Returns the sequence that the terminal is known to support. Terminals do not report this, so they are recognised by name;
 * others would drop or print the sequence. Inside tmux the names may be those of a terminal that is gone, in which the server
 * was started: OSC 9 is then the fallback, which most terminals support.
 */
function knownWay({
  program,
  version = '',
  tmux,
  bareConsole,
  env,
}: NoticeCapabilities): Exclude<NoticeWay, 'auto'> {
  if (bareConsole) return 'bell';
  const term = env['TERM'] ?? '';
  const names = [program, version, term, env['LC_TERMINAL'], env['TERMINAL_EMULATOR']].join(' ');
  if (isSet(env['KITTY_WINDOW_ID']) || /kitty/i.test(names)) return 'osc99';
  const others = isSet(env['GHOSTTY_RESOURCES_DIR']) || isSet(env['WEZTERM_PANE']);
  if (others || /ghostty|wezterm|iterm|warp/i.test(names)) return 'osc9';
  if (/\bfoot\b|rxvt|contour/i.test(names)) return 'osc777';
  return tmux ? 'osc9' : 'bell';
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

// A queue of desktop notices: shows at most one a second, and joins those that come meanwhile.

type NoticesOptions = {
  readonly show: (notice: Notice) => void;
  readonly now: () => number;
  /** Runs something later; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

const BETWEEN_NOTICES_MS = 1_000;
/** Notices named when several are joined; the others are counted. */
const NAMED = 3;

export class Notices {
  readonly #options: NoticesOptions;
  #waiting: Notice[] = [];
  /** Notices that will only be counted. */
  #more = 0;
  #last = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  notify(notices: readonly Notice[]): void {
    for (const notice of notices) {
      if (this.#waiting.length < NAMED) this.#waiting.push(notice);
      else this.#more += 1;
    }
    if (this.#waiting.length === 0 || this.#cancel !== undefined) return;
    const { now, after } = this.#options;
    const since = now() - this.#last;
    // A clock that went backwards must not silence the window.
    const wait = since >= 0 ? BETWEEN_NOTICES_MS - since : 0;
    if (wait <= 0) this.#show();
    else this.#cancel = after(wait, () => this.#show());
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
    this.#more = 0;
  }

  #show(): void {
    this.#cancel = undefined;
    const notice = together(this.#waiting, this.#more);
    this.#waiting = [];
    this.#more = 0;
    if (notice === undefined) return;
    this.#last = this.#options.now();
    this.#options.show(notice);
  }
}

function together(notices: readonly Notice[], more: number): Notice | undefined {
  const [first, ...rest] = notices;
  if (first === undefined || rest.length === 0) return first;
  const named = notices.map(({ title, body }) => `${title}: ${body}`);
  const counted = more === 0 ? [] : [`and ${more} more`];
  return { title: `${notices.length + more} notices`, body: [...named, ...counted].join(' · ') };
}

// The bell of the outer terminal, rung at a limited rate: a program that prints a binary file rings
// thousands of times.

/** Least time between two bells, in milliseconds. */
const BETWEEN_BELLS_MS = 250;

type BellOptions = { readonly ring: () => void; readonly now: () => number };

/** Returns a bell; a bell too soon after another is left out. */
export function limitedBell({ ring, now }: BellOptions): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now() - last;
    // A clock that went backwards must not silence the bell.
    if (since >= 0 && since < BETWEEN_BELLS_MS) return;
    last = now();
    ring();
  };
}
