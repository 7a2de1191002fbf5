/**
 * The question of a program, answered from the list of F12. The host sends an answer only while the same question stands; this
 * window gives none for a question that it knows to be another one by now.
 */

import { HELD_MS, type PossibleAnswer } from '../../../client/possible-answers.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { itemOf } from '../../../client/waiting.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { ProgramQuestion } from '../../../protocol/cotty/program.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import type { KeyToken } from '../../input/token.ts';
import { answersByKey } from '../../model/derived/answers.ts';
import type { Message } from '../../model/message.ts';
import type { Dialog, Model, QuestionDialog } from '../../model/model.ts';
import { type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { select } from '../terminals/tabs.ts';
import { chosenEntry } from './queue-acts.ts';

export const QUESTION_ACTS = {
  'queue.answer': openQuestion,
  'question.text': (model: Model): Step => {
    const { dialog } = model;
    if (!isShown(dialog)) return step(model);
    const answer = answersByKey(model, dialog).find(({ sends }) => sends === 'text');
    return answer === undefined ? step(model) : give(model, dialog, answer);
  },
  'question.escape': (model: Model): Step => {
    const { dialog } = model;
    if (!isShown(dialog)) return step(model);
    const answer = answersByKey(model, dialog).find(({ isEscape }) => isEscape);
    return answer === undefined ? step(model) : give(model, dialog, answer);
  },
};

/** Opens the question of the terminal that is chosen in the list. */
function openQuestion(model: Model, { now }: ViewState): Step {
  const { dialog } = model;
  const entry = chosenEntry(model, now);
  if (dialog?.kind !== 'feed' || entry?.kind !== 'queue' || entry.item.state !== 'blocked')
    return step(model);
  return asking(model, { uri: entry.item.uri, from: dialog.selected, draft: EMPTY_EDITOR });
}

function asking(
  model: Model,
  { uri, from, draft }: Pick<QuestionDialog, 'uri' | 'from' | 'draft'>,
  later?: true,
): Step {
  const dialog: QuestionDialog = {
    kind: 'question',
    uri,
    from,
    asked: undefined,
    state: 'asking',
    said: '',
    selected: undefined,
    draft,
  };
  return step({ ...model, dialog }, { kind: 'askQuestion', uri, ...(later && { later }) });
}

type Shown = QuestionDialog & {
  readonly state: 'shown';
  readonly asked: NonNullable<QuestionDialog['asked']>;
};

/** Whether a question is open that can be answered now. */
function isShown(dialog: Dialog | undefined): dialog is Shown {
  return dialog?.kind === 'question' && dialog.state === 'shown' && dialog.asked !== undefined;
}

/** Takes the host's answer what the program asks. */
export function questionTold(
  model: Model,
  { now }: ViewState,
  { uri, question, refused }: Extract<Message, { kind: 'question' }>,
): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'question' || dialog.uri !== uri) return step(model);
  if (dialog.state === 'over') return step(inPlace(model, dialog, question, now));
  if (dialog.state !== 'asking') return step(model);
  if (refused !== undefined) return step({ ...model, dialog: { ...dialog, state: 'over', said: refused } });
  if (question === undefined)
    return step(
      withToast(backToList(model, dialog), `${nameAt(model.tabs, uri)} does not wait any more`, now),
    );
  return step({ ...model, dialog: { ...dialog, asked: question, state: 'shown' } });
}

/** Shows the question that stands now in place of one that is over. */
function inPlace(
  model: Model,
  dialog: QuestionDialog,
  question: ProgramQuestion | undefined,
  now: number,
): Model {
  if (question === undefined) return model;
  const { heldUntil: _before, ...shown } = { ...dialog, asked: question, state: 'shown', said: '' } as const;
  const isSame = question.print === dialog.asked?.print;
  const held = isSame ? {} : { selected: undefined, heldUntil: now + HELD_MS };
  return { ...model, dialog: { ...shown, ...held } };
}

export function answered(
  model: Model,
  { now }: ViewState,
  { uri, refused }: Extract<Message, { kind: 'answered' }>,
): Step {
  const { dialog } = model;
  const isOpen = dialog?.kind === 'question' && dialog.uri === uri;
  if (refused !== undefined) {
    if (isOpen)
      return step(
        { ...model, dialog: { ...dialog, state: 'over', said: refused } },
        { kind: 'askQuestion', uri },
      );
    return step(withToast(model, `${nameAt(model.tabs, uri)} was not answered: ${refused}`, now, 'bad'));
  }
  if (!isOpen) return step(model);
  if (dialog.state === 'moving') return asking(model, dialog, true);
  return step(withToast(backToList(model, dialog), `${nameAt(model.tabs, uri)} is answered`, now, 'good'));
}

function backToList(model: Model, { from }: QuestionDialog): Model {
  return { ...model, dialog: { kind: 'feed', selected: from } };
}

/** A letter, digit or sign gives the choice of the program that has it. */
export function questionKey(model: Model, { text }: KeyToken): Step | undefined {
  const { dialog } = model;
  if (!isShown(dialog) || text === undefined) return undefined;
  const answer = answersByKey(model, dialog).find(({ key, isOwn }) => key === text && !isOwn);
  return answer && give(model, dialog, answer);
}

function give(model: Model, dialog: Shown, answer: PossibleAnswer): Step {
  const { sends, moves } = answer;
  if (sends === 'text') return typeAnswer(model, dialog);
  const sending: QuestionDialog = { ...dialog, state: moves ? 'moving' : 'sending' };
  const { uri, asked } = dialog;
  return step({ ...model, dialog: sending }, { kind: 'answer', uri, print: asked.print, answer: sends });
}

function typeAnswer(model: Model, dialog: Shown): Step {
  return step({ ...model, dialog: { kind: 'reply', uri: dialog.uri, to: dialog, editor: dialog.draft } });
}

/** Enter: gives the chosen answer; goes to the terminal while none is chosen; asks again where the question is over. */
export function acceptQuestion(model: Model, dialog: QuestionDialog): Step {
  if (dialog.state === 'over') return asking(model, dialog);
  if (!isShown(dialog)) return step(model);
  if (dialog.selected === undefined) return select({ ...model, dialog: undefined }, dialog.uri);
  const answer = answersByKey(model, dialog)[dialog.selected];
  return answer === undefined ? step(model) : give(model, dialog, answer);
}

export function cancelQuestion(model: Model, dialog: QuestionDialog): Step {
  return step(backToList(model, dialog));
}

export function moveInQuestion(model: Model, dialog: QuestionDialog, by: number): Step {
  if (!isShown(dialog)) return step(model);
  const last = answersByKey(model, dialog).length - 1;
  const { selected } = dialog;
  // Up from the first answer leads back to none.
  const next = selected === undefined ? (by > 0 ? Math.min(by - 1, last) : undefined) : selected + by;
  const chosen = next === undefined || next < 0 ? undefined : Math.min(next, last);
  return step({ ...model, dialog: { ...dialog, selected: chosen } });
}

type Reply = Extract<Dialog, { kind: 'reply' }>;

/** Sends the text that was typed. */
export function acceptReply(model: Model, { to, editor }: Reply): Step {
  const text = editorText(editor);
  const dialog: QuestionDialog = { ...to, draft: editor };
  if (!isShown(dialog)) return asking(model, dialog);
  if (text.trim() === '') return step(model);
  const { uri, asked } = dialog;
  const sending: QuestionDialog = { ...dialog, state: 'sending' };
  return step({ ...model, dialog: sending }, { kind: 'answer', uri, print: asked.print, answer: { text } });
}

/** Back to the question; the text stays for the next time. */
export function cancelReply(model: Model, { to, editor }: Reply): Step {
  return step({ ...model, dialog: { ...to, draft: editor } });
}

/**
 * Closes the question to answers when the list of terminals says that it is another one, or none, and asks for the one that stands
 * now, which then takes its place.
 */
export function followQuestion(before: Model, done: Step): Step {
  const { model, effects } = done;
  const { dialog } = model;
  if (dialog?.kind === 'reply') {
    const to = followed(model, dialog.to);
    return to === dialog.to ? done : { model: { ...model, dialog: { ...dialog, to } }, effects };
  }
  if (dialog?.kind !== 'question') return done;
  const next = followed(model, dialog);
  const isOther = standing(model, dialog.uri) !== standing(before, dialog.uri);
  const asks = next.state === 'over' && isOther && standing(model, dialog.uri) !== undefined;
  return {
    model: next === dialog ? model : { ...model, dialog: next },
    effects: asks ? [...effects, { kind: 'askQuestion', uri: dialog.uri }] : effects,
  };
}

/** Stands for what the program of a terminal asks by the list; undefined if it waits for nobody. */
function standing({ tabs }: Model, uri: string): string | undefined {
  const tab = tabs.find(({ resource }) => resource === uri);
  const item = tab && itemOf(tab);
  return item?.state === 'blocked' ? `${item.since} ${item.words}` : undefined;
}

function followed(model: Model, dialog: QuestionDialog): QuestionDialog {
  if (!isShown(dialog)) return dialog;
  const tab = model.tabs.find(({ resource }) => resource === dialog.uri);
  const item = tab && itemOf(tab);
  if (item?.state !== 'blocked') return { ...dialog, state: 'over', said: 'it does not wait any more' };
  const { program } = cottyMeta<TerminalMeta>(tab?._meta);
  const isSame = item.since === dialog.asked.since && program?.msg === dialog.asked.msg;
  return isSame ? dialog : { ...dialog, state: 'over', said: 'the question has changed' };
}
