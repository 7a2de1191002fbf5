/** The question of a program in a dialog: its words, the end of its screen, and the answers that can be given. */

import type { PossibleAnswer } from '../../../client/possible-answers.ts';
import { programWords } from '../../../client/program-state.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { elapsed } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { nameText } from '../../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { ProgramQuestion } from '../../../protocol/cotty/program.ts';
import { shownWords } from '../../../protocol/terminal/program-status.ts';
import { visible } from '../../blocks/block/body-line.ts';
import { answersByKey } from '../../model/derived/answers.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Dialog, Model, QuestionDialog } from '../../model/model.ts';
import { type DialogContents, wrapped } from './dialog-contents.ts';

/** Cells of the words of the question, and the most lines of them. */
const [WORDS_CELLS, WORDS_LINES] = [68, 3];

const BLANK: readonly Piece[] = [];

export function questionContents(
  model: Model,
  dialog: QuestionDialog,
  now: number,
  room: number,
): DialogContents {
  const { asked } = dialog;
  const answers = asked === undefined ? [] : answerLines(model, dialog);
  const words = asked === undefined ? [] : wordsOf(asked);
  const said = saidLine(dialog);
  const fixed = words.length + answers.length + said.length + 2;
  const rows = asked === undefined ? [] : screenLines(asked, model, Math.max(0, room - fixed));
  const parts = [words, rows, [...said, ...answers]].filter((part) => part.length > 0);
  return {
    title: title(model, dialog, now),
    lines: parts.flatMap((part, index) => (index === 0 ? part : [BLANK, ...part])).slice(0, room),
    field: undefined,
    footer: footer(model, dialog),
  };
}

function title(model: Model, { uri }: QuestionDialog, now: number): string {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  const { program } = cottyMeta<TerminalMeta>(tab?._meta);
  const said = program === undefined ? undefined : programWords({ program });
  const name = nameAt(model.tabs, uri);
  if (said === undefined || program === undefined) return name;
  return `${name} ${said} ${elapsed(Math.max(0, now - program.since))}`;
}

/** In quotes and muted where the program has only printed them. */
function wordsOf({ msg, rows, by }: ProgramQuestion): readonly (readonly Piece[])[] {
  // Words that the screen shows as well are not said twice.
  if (msg === undefined || rows.some((row) => row.includes(msg))) return [];
  return wrapped(shownWords(nameText(msg), by), WORDS_CELLS)
    .slice(0, WORDS_LINES)
    .map((text) => [{ text, role: by === 'hook' ? 'command' : 'muted' }]);
}

/** The last rows of the screen that there is room for. */
function screenLines(
  { rows }: ProgramQuestion,
  { appearance }: Model,
  room: number,
): readonly (readonly Piece[])[] {
  const shown = room === 0 ? [] : rows.slice(-room);
  return shown.map((row) => [
    { text: `${appearance.glyphs.vertical} `, role: 'paneBorder' },
    { text: visible(row), role: 'text' },
  ]);
}

function saidLine({ state, said, heldUntil }: QuestionDialog): readonly (readonly Piece[])[] {
  if (state === 'shown')
    return heldUntil === undefined
      ? []
      : [[{ text: 'this is another question than the one before', role: 'warning' }]];
  const text = { asking: 'asking the program …', sending: 'sending …', moving: 'sending …', over: said }[
    state
  ];
  return [[{ text, role: state === 'over' ? 'warning' : 'muted' }]];
}

function answerLines(model: Model, dialog: QuestionDialog): readonly (readonly Piece[])[] {
  const { prompt } = model.appearance.glyphs;
  return answersByKey(model, dialog).map(({ key, label, isOwn }: PossibleAnswer, index) => {
    const isChosen = index === dialog.selected;
    const isOver = dialog.state !== 'shown';
    const line: readonly Piece[] = [
      { text: isChosen ? `${prompt} ` : '  ', role: 'muted' },
      { text: `${key ?? ' '}  `, role: isOver ? 'muted' : 'key' },
      { text: nameText(label), role: isOwn || isOver ? 'muted' : 'text' },
    ];
    return isChosen ? line.map((piece): Piece => ({ ...piece, role: 'selected' })) : line;
  });
}

function footer(model: Model, { state, selected }: QuestionDialog): string {
  const { separator, up, down } = model.appearance.glyphs;
  const closes = keyHint(model, 'dialog', 'dialog.cancel', 'closes');
  const enter = (does: string) => keyHint(model, 'dialog', 'dialog.accept', does);
  if (state === 'over') return joinedHints(separator, enter('asks again'), closes);
  if (state !== 'shown') return joinedHints(separator, closes);
  return joinedHints(
    separator,
    `${up} ${down} choose`,
    enter(selected === undefined ? 'goes there' : 'sends it'),
    closes,
  );
}

export function replyContents(
  model: Model,
  { to, editor }: Extract<Dialog, { kind: 'reply' }>,
): DialogContents {
  const words = to.asked?.msg === undefined ? [] : wordsOf({ ...to.asked, rows: [] });
  const said = saidLine(to);
  const above = [...words, ...said];
  return {
    title: `Answer ${nameAt(model.tabs, to.uri)}`,
    lines: [...above, [{ text: '', role: 'input' }]],
    field: { line: above.length, editor, placeholder: 'a text, sent with Enter' },
    footer: joinedHints(
      model.appearance.glyphs.separator,
      keyHint(model, 'dialog', 'dialog.accept', 'sends it'),
      keyHint(model, 'dialog', 'dialog.cancel', 'goes back'),
    ),
  };
}
