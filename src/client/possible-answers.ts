/** The answers that a user can give to the question of a program: the program's own choices, a text, Esc. */

import type { ProgramQuestion } from '../protocol/cotty/program.ts';

/** For how long (ms) nothing can be chosen when another question takes the place of one: a key or a finger may be on its way. */
export const HELD_MS = 1_000;

/** What is sent to the program; Enter follows a text. */
export type Answer = { readonly keys: string } | { readonly text: string };

export type PossibleAnswer = {
  /** The letter, digit or sign that gives it; undefined where no single key does. */
  readonly key: string | undefined;
  readonly label: string;
  /** A text is typed first. */
  readonly sends: { readonly keys: string } | 'text';
  /** Whether the program asks on after it, with another choice marked. */
  readonly moves?: true;
  /** Whether it sends Esc. */
  readonly isEscape?: true;
  /** Whether it is offered for every question, not by the program. */
  readonly isOwn?: true;
};

/** Escape and the arrows in the encodings of keyboard protocols. */
const NAMED: readonly (readonly [pattern: RegExp, name: 'Esc' | '↑' | '↓'])[] = [
  [/^\x1b(?:\[27(?:;1)?(?::1)?u)?$/, 'Esc'],
  [/^\x1b[[O](?:1;1)?A$/, '↑'],
  [/^\x1b[[O](?:1;1)?B$/, '↓'],
];

/** Returns the choices of the program, then the answers that other questions take. */
export function possibleAnswers({
  kind,
  choices,
}: Pick<ProgramQuestion, 'kind' | 'choices'>): readonly PossibleAnswer[] {
  const offered = choices.map(({ keys, label }): PossibleAnswer => {
    const name = NAMED.find(([pattern]) => pattern.test(keys))?.[1];
    if (name === 'Esc') return { key: undefined, label, sends: { keys }, isEscape: true };
    if (name !== undefined)
      return { key: undefined, label: `${name} marks another one`, sends: { keys }, moves: true };
    return { key: typedKey(keys), label, sends: { keys } };
  });
  // The Enter behind a text would take the first choice of a permission; a password is typed in its terminal.
  const takesText = kind !== 'auth' && (kind !== 'permission' || choices.length === 0);
  const hasEscape = offered.some(({ isEscape }) => isEscape);
  return [
    ...offered,
    ...(takesText ? [{ ...OWN, label: 'an answer in words', sends: 'text' } as const] : []),
    ...(hasEscape ? [] : [{ ...OWN, label: 'Esc to the program', sends: ESCAPE, isEscape: true } as const]),
  ];
}

const OWN = { key: undefined, isOwn: true } as const;
const ESCAPE = { keys: '\x1b' } as const;

/** The key that a user presses for it, if that is a letter, a digit or a sign; Enter behind it is sent as well. */
function typedKey(keys: string): string | undefined {
  const typed = keys.length > 1 ? keys.replace(/\r$/, '') : keys;
  return /^[\x21-\x7e]$/.test(typed) ? typed : undefined;
}
