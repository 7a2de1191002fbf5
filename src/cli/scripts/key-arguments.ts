/** Arguments of `cotty send` as keys: names as tmux has them (`Enter`, `C-c`, `F5`), anything else as text. */

import { type Keys, parseKeys } from '../../screen/keys/key-notation.ts';

/** tmux's own names; the others are those of our notation. */
const TMUX: Readonly<Record<string, string>> = {
  BSpace: 'BS',
  BTab: 'S-Tab',
  DC: 'Del',
  IC: 'Ins',
  NPage: 'PageDown',
  PPage: 'PageUp',
};

/** `^C`, `C-c`, `M-S-Up`, `Enter`: names begin with a capital, so that `end` and `home` are words. */
const CARET = /^\^(.)$/u;
const NAME = /^(?:[CMS]-)+[^\s>]+$|^[A-Z][A-Za-z]*\d{0,2}$/u;

type Strokes = Pick<Extract<Keys, { ok: true }>, 'needsModes' | 'bytes'>;

/** Arguments follow each other without a blank, as in tmux. */
export function keysOf(words: readonly string[], literal: boolean): Strokes {
  const strokes = words.map((word) => (literal ? textOf(word) : (named(word) ?? textOf(word))));
  return {
    needsModes: strokes.some(({ needsModes }) => needsModes),
    bytes: (modes) => strokes.map(({ bytes }) => bytes(modes)).join(''),
  };
}

function named(word: string): Strokes | undefined {
  const [, control] = CARET.exec(word) ?? [];
  const name = control === undefined ? (TMUX[word] ?? word) : `C-${control}`;
  // A single letter is itself, however it is written.
  if (name.length < 2 || !NAME.test(name)) return undefined;
  const keys = parseKeys(`<${name}>`);
  // What is no key after all reads as the text it is.
  return keys.ok && keys.bytes({ applicationCursorKeys: false, applicationKeypad: false }) !== `<${name}>`
    ? keys
    : undefined;
}

/** A line end is the Enter key. */
function textOf(text: string): Strokes {
  return { needsModes: false, bytes: () => text.replace(/\r?\n/g, '\r') };
}
