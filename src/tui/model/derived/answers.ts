/** The answers to the question of a program with the keys that give them in the window. */

import { bindingsFor } from '../../../client/commands/keymap.ts';
import { type PossibleAnswer, possibleAnswers } from '../../../client/possible-answers.ts';
import type { Model, QuestionDialog } from '../model.ts';
import { dialogContext } from './input-context.ts';

/** A key of a choice goes before a key of the window, which takes Esc for itself. */
export function answersByKey(model: Model, dialog: QuestionDialog): readonly PossibleAnswer[] {
  if (dialog.asked === undefined) return [];
  const answers = possibleAnswers(dialog.asked);
  const taken = new Set(answers.map(({ key }) => key));
  const ownKey = (command: 'question.text' | 'question.escape') =>
    bindingsFor(model.keymap, 'dialog', command, dialogContext(dialog)).find(({ key }) => !taken.has(key))
      ?.key;
  return answers.map((answer): PossibleAnswer => {
    const { label, sends, isEscape, isOwn } = answer;
    if (sends === 'text') return { ...answer, key: ownKey('question.text') };
    if (!isEscape) return answer;
    return { ...answer, key: ownKey('question.escape'), label: isOwn ? label : `Esc: ${label}`, isOwn: true };
  });
}
