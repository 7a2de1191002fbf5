/** The 16 colours of terminals, and those of the page, which `style/colors.css` has for light and for dark. */

import { type ReadonlySignal, signal } from '@preact/signals';
import type { ITerminalOptions, ITheme } from '@xterm/xterm';
import { fixedColor } from '../../screen/cells/fixed-color.ts';
import type { TextColor } from '../../screen/cells/styled-line.ts';
import { WEB_SCHEMES } from '../../screen/text/addresses.ts';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

type Bright = `bright${Capitalize<(typeof NAMES)[number]>}`;

/** Returns the theme of an emulator from the style of the page. */
export function emulatorTheme(element: Element): ITheme {
  const value = colorReader(element);
  const named: { [name: string]: string } = {};
  NAMES.forEach((name, index) => {
    named[name] = value(`--ansi-${index}`);
    const bright = `bright${name[0]?.toUpperCase()}${name.slice(1)}` as Bright;
    named[bright] = value(`--ansi-${index + 8}`);
  });
  return {
    ...named,
    foreground: value('--text'),
    background: value('--body'),
    cursor: value('--cursor'),
    cursorAccent: value('--body'),
    selectionBackground: value('--selection'),
    scrollbarSliderBackground: value('--scroll'),
    scrollbarSliderHoverBackground: value('--scroll'),
    scrollbarSliderActiveBackground: value('--scroll'),
    overviewRulerBorder: 'transparent',
  };
}

/** Converts a computed CSS colour to the form of OSC 10 replies, `rgb:rrrr/gggg/bbbb`; undefined for other forms of colour. */
export function reportedColor(computed: string | undefined): string | undefined {
  const channels = computed?.match(/^rgb\((\d+), (\d+), (\d+)\)$/)?.slice(1);
  return (
    channels &&
    `rgb:${channels.map((channel) => Number(channel).toString(16).padStart(2, '0').repeat(2)).join('/')}`
  );
}

/** Returns what resolves a colour of the style sheets, which may have one for light and one for dark. */
function colorReader(element: Element): (name: string) => string {
  const probe = document.createElement('span');
  element.append(probe);
  const style = getComputedStyle(probe);
  // The emulator copies what it is given before the next frame.
  queueMicrotask(() => probe.remove());
  return (name) => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
}

/** Returns a colour of output as a style sheet writes it. */
export function cssColor(color: TextColor): string {
  if (typeof color === 'string') return color;
  return color < 16 ? `var(--ansi-${color})` : fixedColor(color);
}

/** Options of the page's emulators: font, colours, cursor. */
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

type LookSettings = { readonly fontSize: number; readonly readable: boolean };

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

/** Opens a web address in a new tab, without opener and referrer. Other schemes do nothing. */
export function openLink(uri: string): void {
  if (isWebAddress(uri)) window.open(uri, '_blank', 'noopener,noreferrer');
}

export function isWebAddress(uri: string): boolean {
  return WEB_SCHEMES.some((scheme) => uri.startsWith(scheme));
}

// Whether the system asks for dark colours, as the page has them with the theme `auto`.

let dark: ReadonlySignal<boolean> | undefined;

export function systemDark(): ReadonlySignal<boolean> {
  dark ??= followed(matchMedia('(prefers-color-scheme: dark)'));
  return dark;
}

function followed(query: MediaQueryList): ReadonlySignal<boolean> {
  const matches = signal(query.matches);
  query.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}
