/** The input by which a question is answered, in the modes of the program. */

import { pasted } from '../../protocol/terminal/paste.ts';
import type { ProgramKeyModes } from '../../screen/keys/program-keys.ts';
import { type Choice, press } from './choices.ts';

export type AnswerModes = ProgramKeyModes & { readonly bracketedPaste: boolean };

export type AnswerInput =
  | { readonly ok: true; readonly data: string }
  | { readonly ok: false; readonly reason: string };

/** Control characters other than tab and line break: in a text they would be keys. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Enter and Escape may be given as the plain bytes, whatever the program has asked for. */
export function answerInput(
  answer: { readonly keys: string } | { readonly text: string },
  modes: AnswerModes,
): AnswerInput {
  const enter = press('enter', modes);
  if ('keys' in answer) {
    const { keys } = answer;
    const plain = keys === '\r' ? enter : keys === '\x1b' ? press('escape', modes) : keys;
    return { ok: true, data: plain };
  }
  const text = answer.text.replace(/\r\n?/g, '\n').replace(/(?<!\n)\n+$/, '');
  if (CONTROLS.test(text)) return { ok: false, reason: 'the text has control characters' };
  if (modes.bracketedPaste) return { ok: true, data: `${pasted(text)}${enter}` };
  if (/[\n\t]/.test(text)) return { ok: false, reason: 'the program takes one line, without tabs' };
  return { ok: true, data: `${text}${enter}` };
}

/** Keys as people read them: the words of the choice, else names and signs of the keys. */
export function wordsOfKeys(keys: string, choices: readonly Choice[]): string {
  const choice = choices.find((each) => each.keys === keys);
  if (choice !== undefined) return choice.label;
  if (keys === '\r') return 'Enter';
  if (keys === '\x1b') return 'Esc';
  return keys.replace(/[\x00-\x1f\x7f]/g, (sign) => `^${String.fromCharCode(sign.charCodeAt(0) ^ 64)}`);
}

/** Whether keys are a choice of the question, or Enter or Escape: nothing of a secret. */
export function isKeyOfQuestion(keys: string, choices: readonly Choice[]): boolean {
  return keys === '\r' || keys === '\x1b' || choices.some((choice) => choice.keys === keys);
}
