/** Reads the arguments of `cotty send`: keys by their tmux names (`Enter`, `C-c`, `F5`), anything else as text. */

import { type Keys, ordinaryModes, parseKeys } from '../../screen/keys/key-notation.ts';

/** Key names of tmux that differ from those of our notation. */
const TMUX: Readonly<Record<string, string>> = {
  BSpace: 'BS',
  BTab: 'S-Tab',
  DC: 'Del',
  IC: 'Ins',
  NPage: 'PageDown',
  PPage: 'PageUp',
};

/** Key names: `^C`, `C-c`, `M-S-Up`, `Enter`. They begin with a capital letter, so that `end` and `home` are text. */
const CARET = /^\^(.)$/u;
const NAME = /^(?:[CMS]-)+[^\s>]+$|^[A-Z][A-Za-z]*\d{0,2}$/u;

type Strokes = Pick<Extract<Keys, { ok: true }>, 'needsModes' | 'bytes'>;

/** Joins the arguments without blanks between them, as tmux does. */
export function keysOf(words: readonly string[], literal: boolean): Strokes {
  const strokes = words.map((word) => (literal ? textOf(word) : (keyNamed(word) ?? textOf(word))));
  return {
    needsModes: strokes.some(({ needsModes }) => needsModes),
    bytes: (modes) => strokes.map(({ bytes }) => bytes(modes)).join(''),
  };
}

function keyNamed(word: string): Strokes | undefined {
  const [, control] = CARET.exec(word) ?? [];
  const name = control === undefined ? (TMUX[word] ?? word) : `C-${control}`;
  // A single character is text, in capitals too.
  if (name.length < 2 || !NAME.test(name)) return undefined;
  const keys = parseKeys(`<${name}>`);
  // A name that no key has is text.
  return keys.ok && keys.bytes(ordinaryModes) !== `<${name}>` ? keys : undefined;
}

/** A line end is the Enter key. */
function textOf(text: string): Strokes {
  return { needsModes: false, bytes: () => text.replace(/\r?\n/g, '\r') };
}
