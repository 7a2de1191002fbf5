/**
 * Detects the escape sequence that a text leaves unfinished.
 *
 * A killed program may stop in the middle of a colour or a title. The ESC of the next mark would end that sequence, but
 * the mark is removed, and the emulator would read the prompt as the rest of the sequence.
 */

/** Introducer of the unfinished sequence, or `''`: ESC, `ESC SP` (any intermediate), CSI, OSC, or APC (any string). */
export type Pending = '' | '\x1b' | '\x1b ' | '\x1b[' | '\x1b]' | '\x1b_';

const unfinished: readonly (readonly [RegExp, Pending])[] = [
  [/^\x1b[\x00-\x17\x19\x1c-\x1f]*$/, '\x1b'],
  [/^\x1b[\x00-\x17\x19\x1c-\x2f]+$/, '\x1b '],
  [/^\x1b\[[\x00-\x17\x19\x1c-\x3f]*$/, '\x1b['],
  [/^\x1b\][^\x07\x18\x1a]*$/, '\x1b]'],
  [/^\x1b[PX^_][^\x18\x1a]*$/, '\x1b_'],
];

/** Returns the sequence pending after `text`, if `before` was pending ahead of it. */
export function pendingAfter(before: Pending, text: string): Pending {
  const from = text.lastIndexOf('\x1b');
  if (from < 0 && before === '') return '';
  const tail = from < 0 ? before + text : text.slice(from);
  return unfinished.find(([pattern]) => pattern.test(tail))?.[1] ?? '';
}
