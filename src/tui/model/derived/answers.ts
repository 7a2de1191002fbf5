/** The answers that a person can give to the question of a program: the program's own choices, a text, Esc. */

import { bindingsFor } from '../../../client/commands/keymap.ts';
import type { Model, QuestionDialog } from '../model.ts';
import { dialogContext } from './input-context.ts';

export type PossibleAnswer = {
  /** The key that gives it here; undefined where only the list does. */
  readonly key: string | undefined;
  readonly label: string;
  /** What it sends; a text is typed first. */
  readonly sends: { readonly keys: string } | 'text';
  /** Whether the program asks on after it, with another choice marked. */
  readonly moves?: true;
  /** Whether it sends Esc, which the window takes for itself; whether this window offers it. */
  readonly isEscape?: true;
  readonly isOwn?: true;
};

/** Escape, Enter and the arrows in the encodings of keyboard protocols. */
const NAMED: readonly (readonly [pattern: RegExp, name: 'Esc' | 'Enter' | '↑' | '↓'])[] = [
  [/^\x1b(?:\[27(?:;1)?(?::1)?u)?$/, 'Esc'],
  [/^(?:\r|\x1b\[13(?:;1)?(?::1)?u)$/, 'Enter'],
  [/^\x1b[[O](?:1;1)?A$/, '↑'],
  [/^\x1b[[O](?:1;1)?B$/, '↓'],
];

/** The choices of the program, then the answers that every question takes. A choice goes before a key of this window. */
export function possibleAnswers(model: Model, dialog: QuestionDialog): readonly PossibleAnswer[] {
  const choices = dialog.asked?.choices ?? [];
  const taken = new Set(choices.map(({ keys }) => typedKey(keys)));
  const ownKey = (command: 'question.text' | 'question.escape') =>
    bindingsFor(model.keymap, 'dialog', command, dialogContext(dialog)).find(({ key }) => !taken.has(key))
      ?.key;
  const sendsEscape = { key: ownKey('question.escape'), isEscape: true, isOwn: true } as const;
  const offered = choices.map(({ keys, label }): PossibleAnswer => {
    const name = namedKey(keys);
    if (name === 'Esc') return { ...sendsEscape, label: `Esc: ${label}`, sends: { keys } };
    if (name === '↑' || name === '↓')
      return { key: undefined, label: `${name} marks another one`, sends: { keys }, moves: true };
    return { key: typedKey(keys), label, sends: { keys } };
  });
  const hasEscape = offered.some(({ isEscape }) => isEscape);
  return [
    ...offered,
    { key: ownKey('question.text'), label: 'an answer in words', sends: 'text', isOwn: true },
    ...(hasEscape ? [] : [{ ...sendsEscape, label: 'Esc to the program', sends: { keys: '\x1b' } }]),
  ];
}

function namedKey(keys: string) {
  return NAMED.find(([pattern]) => pattern.test(keys))?.[1];
}

/** The key that a person presses for it, if that is a letter, a digit or a sign; Enter behind it is sent as well. */
function typedKey(keys: string): string | undefined {
  const typed = keys.length > 1 ? keys.replace(/\r$/, '') : keys;
  return /^[\x21-\x7e]$/.test(typed) ? typed : undefined;
}
