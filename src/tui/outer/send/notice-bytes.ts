/** A desktop notice as bytes: the sequence the outer terminal is known to understand, else the bell. */

import type { Capabilities } from '../capabilities.ts';
import { oneLine } from '../one-line.ts';
import { throughScreen, throughTmux } from '../passthrough.ts';

/** A notice: title `build`, body `npm test ✗ 1 after 41s`. */
export type Notice = { readonly title: string; readonly body: string };

export const NOTICE_WAYS = ['auto', 'osc9', 'osc777', 'osc99', 'bell', 'off'] as const;

export type NoticeWay = (typeof NOTICE_WAYS)[number];

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

/** Returns the bytes to write; none where notices are off. */
export function noticeBytes(notice: Notice, way: NoticeWay, outer: NoticeCapabilities): string {
  const taken = way === 'auto' ? knownWay(outer) : way;
  if (taken === 'off') return '';
  if (taken === 'bell') return BELL;
  const plain = sequence(taken, oneLine(notice.title, TITLE_CHARS), oneLine(notice.body, BODY_CHARS));
  // tmux silently drops sequences it may not pass on; its own mark for a bell is sure to be seen.
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
 * Returns the way the terminal is known to understand. Terminals do not report whether they show notices, so they are
 * known by name; another terminal would drop or print the sequence. Behind tmux the names are those of the terminal in
 * which its server was started, which may be gone: OSC 9 then, which most terminals understand.
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
