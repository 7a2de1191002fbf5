/**
 * Which sequence a text leaves unfinished, if any.
 *
 * A program that is killed may stop in the middle of a colour or a title. The ESC of the mark that follows would
 * end it; once that mark is taken out, the emulator would go on reading the prompt as the rest of the sequence.
 */

/** `''` = none; else the introducer, without what followed: `ESC`, `ESC SP` (any intermediate), CSI, OSC, or APC (any string). */
export type Pending = '' | '\x1b' | '\x1b ' | '\x1b[' | '\x1b]' | '\x1b_';

const unfinished: readonly (readonly [RegExp, Pending])[] = [
  [/^\x1b[\x00-\x17\x19\x1c-\x1f]*$/, '\x1b'],
  [/^\x1b[\x00-\x17\x19\x1c-\x2f]+$/, '\x1b '],
  [/^\x1b\[[\x00-\x17\x19\x1c-\x3f]*$/, '\x1b['],
  [/^\x1b\][^\x07\x18\x1a]*$/, '\x1b]'],
  [/^\x1b[PX^_][^\x18\x1a]*$/, '\x1b_'],
];

/** What is pending after `text`, when `before` was pending ahead of it. */
export function pendingAfter(before: Pending, text: string): Pending {
  const from = text.lastIndexOf('\x1b');
  if (from < 0 && before === '') return '';
  const tail = from < 0 ? before + text : text.slice(from);
  return unfinished.find(([pattern]) => pattern.test(tail))?.[1] ?? '';
}
