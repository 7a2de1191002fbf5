/** A desktop notice as bytes: the sequence the outer terminal is known to understand, else the bell. */

import type { Capabilities } from '../capabilities.ts';
import { oneLine } from '../one-line.ts';
import { throughScreen, throughTmux } from '../passthrough.ts';

/** `build`, `npm test ✗ 1 after 41s`. */
export type Notice = { readonly title: string; readonly body: string };

export const NOTICE_WAYS = ['auto', 'osc9', 'osc777', 'osc99', 'bell', 'off'] as const;

export type NoticeWay = (typeof NOTICE_WAYS)[number];

export type NoticeFacts = Pick<Capabilities, 'program' | 'version' | 'tmux' | 'screen' | 'bareConsole'> & {
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Characters of a title and of a text; desktops show less. */
const TITLE_CHARS = 64;
const BODY_CHARS = 200;

const BELL = '\x07';

/** Empty: nothing is to be written. */
export function noticeBytes(notice: Notice, way: NoticeWay, facts: NoticeFacts): string {
  const taken = way === 'auto' ? knownWay(facts) : way;
  if (taken === 'off') return '';
  if (taken === 'bell') return BELL;
  const plain = sequence(taken, oneLine(notice.title, TITLE_CHARS), oneLine(notice.body, BODY_CHARS));
  // tmux drops what it is not allowed to hand on, and tells nobody: its own mark for a bell is sure to be seen.
  if (facts.tmux) return `${throughTmux(plain)}${way === 'auto' ? BELL : ''}`;
  return facts.screen ? throughScreen(plain) : plain;
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

/** Some terminals read a number after OSC 9 as another command: 4 would be a progress bar. */
function noNumber(text: string): string {
  return /^\d/.test(text) ? `tab ${text}` : text;
}

function noFields(text: string): string {
  return text.replaceAll(';', ',');
}

/**
 * No terminal says what it can. Those that show notices are known by name; any other would drop the sequence, or print
 * it. Behind tmux the names are those of the terminal its server was started in, which may be gone: then OSC 9, which
 * most understand, since who lets tmux hand sequences through has a terminal for it.
 */
function knownWay({
  program,
  version = '',
  tmux,
  bareConsole,
  env,
}: NoticeFacts): Exclude<NoticeWay, 'auto'> {
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
