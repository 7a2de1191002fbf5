/**
 * Tokens of the outer terminal's input: key, paste, mouse event, focus or report. `raw` keeps the bytes, one char
 * each.
 */

import type { Report } from './report.ts';

/** A key. `name` is the same in all terminals: `a`, `A`, `ctrl+k`, `alt+enter`, `shift+up`, `f5`; or `unknown`. */
export type KeyToken = {
  readonly kind: 'key';
  readonly name: string;
  /** Printable text of the key, if it types any. */
  readonly text?: string;
  /** The key was released. Kitty terminals may report this; the keymap ignores it. */
  readonly released?: true;
  readonly raw: string;
};

export type PasteToken = {
  readonly kind: 'paste';
  readonly text: string;
  /** The paste is longer than the limit or stalled: this is a piece, and more follows. */
  readonly more?: true;
  /** This piece continues the previous one. */
  readonly continued?: true;
  readonly raw: string;
};

export type MouseButton =
  | 'left'
  | 'middle'
  | 'right'
  | 'none'
  | 'wheelUp'
  | 'wheelDown'
  | 'wheelLeft'
  | 'wheelRight'
  | 'button8'
  | 'button9'
  | 'button10'
  | 'button11';

export type MouseToken = {
  readonly kind: 'mouse';
  readonly action: 'press' | 'release' | 'move' | 'wheel';
  readonly button: MouseButton;
  /** Zero-based cell, counted from the top left. */
  readonly x: number;
  readonly y: number;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly ctrl: boolean;
  readonly raw: string;
};

export type FocusToken = { readonly kind: 'focus'; readonly gained: boolean; readonly raw: string };

export type ReportToken = { readonly kind: 'report'; readonly report: Report; readonly raw: string };

export type Token = KeyToken | PasteToken | MouseToken | FocusToken | ReportToken;

/** Whether it is a key or a paste, whose effect the user waits to see; mouse events come too often for that. */
export function isTyped({ kind }: { readonly kind: string }): boolean {
  return kind === 'key' || kind === 'paste';
}
