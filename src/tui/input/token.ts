/** What the outer terminal sends, one token a key, paste, mouse event or answer; `raw` keeps its bytes, one char a byte. */

import type { Report } from './report.ts';

/** `name` is one spelling for all terminals: `a`, `A`, `ctrl+k`, `alt+enter`, `shift+up`, `f5`; `unknown` when nobody knows. */
export type KeyToken = {
  readonly kind: 'key';
  readonly name: string;
  /** The printable text of the key, where it types any. */
  readonly text?: string;
  /** Kitty terminals may report the key going up; a keymap ignores those. */
  readonly released?: true;
  readonly raw: string;
};

export type PasteToken = {
  readonly kind: 'paste';
  readonly text: string;
  /** The paste was longer than the limit: this is a piece of it and more follows. */
  readonly more?: true;
  /** This piece continues the one before. */
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
  /** Cells from the top left, beginning at 0. */
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
