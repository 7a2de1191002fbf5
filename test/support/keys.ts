/** Keys as an xterm-like terminal sends them, by the names people use for them. */

export const key = {
  enter: '\r',
  escape: '\x1b',
  tab: '\t',
  backspace: '\x7f',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  pageUp: '\x1b[5~',
  pageDown: '\x1b[6~',
  f2: '\x1bOQ',
  f4: '\x1bOS',
  f7: '\x1b[18~',
  f8: '\x1b[19~',
  f9: '\x1b[20~',
  f10: '\x1b[21~',
  f12: '\x1b[24~',
} as const;

/** Ctrl+letter. */
export function ctrl(letter: string): string {
  return String.fromCharCode(letter.toUpperCase().charCodeAt(0) - 64);
}

/** Alt+key: the key after an escape. */
export function alt(text: string): string {
  return `\x1b${text}`;
}

export function paste(text: string): string {
  return `\x1b[200~${text}\x1b[201~`;
}

/** An SGR mouse report; column and row count from 1, as terminals do. */
export function mouse(
  kind: 'press' | 'drag' | 'release' | 'wheelUp' | 'wheelDown',
  column: number,
  row: number,
  modifier: 'none' | 'shift' | 'alt' | 'ctrl' = 'none',
): string {
  const event = { press: 0, drag: 32, release: 0, wheelUp: 64, wheelDown: 65 }[kind];
  const button = event + { none: 0, shift: 4, alt: 8, ctrl: 16 }[modifier];
  return `\x1b[<${button};${column};${row}${kind === 'release' ? 'm' : 'M'}`;
}
