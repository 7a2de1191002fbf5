/** How emulators of the page look: font, colours, cursor. */

import type { ITerminalOptions } from '@xterm/xterm';
import { emulatorTheme } from './palette.ts';

export type ScreenLook = Pick<
  ITerminalOptions,
  | 'fontFamily'
  | 'fontSize'
  | 'lineHeight'
  | 'theme'
  | 'cursorBlink'
  | 'cursorStyle'
  | 'minimumContrastRatio'
  | 'overviewRuler'
  | 'screenReaderMode'
  | 'smoothScrollDuration'
  | 'drawBoldTextInBrightColors'
>;

const FONT_FAMILY =
  'ui-monospace, "SF Mono", "JetBrains Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const LINE_HEIGHT = 1.15;
/** Pixels of the bar at the right. */
const SCROLL_BAR = 8;

export type LookSettings = { readonly fontSize: number; readonly readable: boolean };

export function screenLook(root: Element, { fontSize, readable }: LookSettings): ScreenLook {
  return {
    fontFamily: FONT_FAMILY,
    fontSize,
    lineHeight: LINE_HEIGHT,
    theme: emulatorTheme(root),
    cursorBlink: false,
    cursorStyle: 'block',
    drawBoldTextInBrightColors: false,
    screenReaderMode: readable,
    smoothScrollDuration: 0,
    overviewRuler: { width: SCROLL_BAR },
  };
}

/** Opens a web address in a page of its own, which learns nothing of this one. Other schemes do nothing. */
export function openLink(uri: string): void {
  if (isWebAddress(uri)) window.open(uri, '_blank', 'noopener,noreferrer');
}

export function isWebAddress(uri: string): boolean {
  return uri.startsWith('https://') || uri.startsWith('http://');
}
