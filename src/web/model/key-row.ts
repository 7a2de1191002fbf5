/** The keys of the key row as what a program is sent, and what a held Ctrl makes of a character. */

export type RowKey = {
  readonly label: string;
  /** `KeyboardEvent.key` of the key; a character stands for itself. */
  readonly key: string;
  /** Label for screen readers. */
  readonly name: string;
};

export const ROW_KEYS: readonly RowKey[] = [
  { label: 'Esc', key: 'Escape', name: 'Esc' },
  { label: 'Tab', key: 'Tab', name: 'Tab' },
  { label: '←', key: 'ArrowLeft', name: 'Left' },
  { label: '↓', key: 'ArrowDown', name: 'Down' },
  { label: '↑', key: 'ArrowUp', name: 'Up' },
  { label: '→', key: 'ArrowRight', name: 'Right' },
  { label: '|', key: '|', name: 'Bar' },
  { label: '/', key: '/', name: 'Slash' },
  { label: '-', key: '-', name: 'Minus' },
  { label: '~', key: '~', name: 'Tilde' },
];

const FIXED: { readonly [key: string]: string } = { Escape: '\x1b', Tab: '\t' };
const ARROWS: { readonly [key: string]: string } = {
  ArrowUp: 'A',
  ArrowDown: 'B',
  ArrowRight: 'C',
  ArrowLeft: 'D',
};

export type KeyState = { readonly ctrl: boolean; readonly applicationCursor: boolean };

/** Returns what a terminal sends for a key of the row. */
export function bytesOf(key: string, { ctrl, applicationCursor }: KeyState): string {
  const final = ARROWS[key];
  if (final !== undefined) return ctrl ? `\x1b[1;5${final}` : `\x1b${applicationCursor ? 'O' : '['}${final}`;
  return FIXED[key] ?? (ctrl ? controlled(key) : key);
}

/** Returns a character as Ctrl makes it; text that Ctrl cannot change stays as it is. */
export function controlled(text: string): string {
  if (text.length !== 1) return text;
  if (text === ' ') return '\0';
  if (text === '?') return '\x7f';
  // Terminals have always taken Ctrl+/ and Ctrl+- for Ctrl+_.
  if (text === '/' || text === '-') return '\x1f';
  if (text === '~') return '\x1e';
  if (text === '|') return '\x1c';
  const code = text.toUpperCase().charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : text;
}
