/** The dialog that exports commands: a file, and below it the formats and what else can be chosen. */

import { commandLineOf } from '../../../client/run/exported-runs.ts';
import { cut, padded } from '../../blocks/header/span.ts';
import { EXPORT_CHOICES, type ExportChoice } from '../../model/derived/export-choices.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { ExportDialog, Model } from '../../model/model.ts';
import type { DialogContents } from './dialog-contents.ts';

const NAME_CELLS = 16;
/** Cells of the command in the title. */
const TITLE_CELLS = 40;

const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  md: 'for people, and to be run again',
  html: 'one file, with colours',
  svg: 'light or dark as the reader’s system',
  png: 'drawn by a program of this machine',
  cast: 'for asciinema and its player',
  json: 'for programs',
  txt: 'without colours',
};

export function exportContents(model: Model, dialog: ExportDialog): DialogContents {
  const { ellipsis, prompt: sign, separator } = model.appearance.glyphs;
  const [first = ''] = commandLineOf(dialog.chosen).split('\n', 1);
  const lines = EXPORT_CHOICES.map((choice, index): readonly Piece[] => {
    const isSelected = index === dialog.selected;
    const [name, text] = wordsOf(choice, dialog);
    return [
      { text: isSelected ? `${sign} ` : '  ', role: isSelected ? 'selected' : 'muted' },
      { text: padded(name, NAME_CELLS), role: isSelected ? 'selected' : 'text' },
      { text, role: isSelected ? 'selected' : 'muted' },
    ];
  });
  const choice = EXPORT_CHOICES[dialog.selected];
  const does = choice?.kind === 'format' ? 'exports' : choice?.kind === 'link' ? 'copies it' : 'changes it';
  return {
    title: `Export ${cut(first, TITLE_CELLS, ellipsis)}`,
    lines: [[{ text: '', role: 'input' }], ...lines],
    field: { line: 0, editor: dialog.editor, placeholder: 'no file: to the clipboard' },
    footer: joinedHints(
      separator,
      keyHint(model, 'dialog', 'dialog.accept', does),
      keyHint(model, 'dialog', 'dialog.next', 'next'),
      keyHint(model, 'dialog', 'dialog.cancel', 'cancels'),
    ),
  };
}

function wordsOf(choice: ExportChoice, { all, shown, withSecrets }: ExportDialog): readonly [string, string] {
  switch (choice.kind) {
    case 'format':
      return [choice.title, FORMAT_TEXTS[choice.format] ?? ''];
    case 'link':
      return ['Link', 'by which a browser may watch, at this block'];
    case 'which':
      return ['Commands', all ? `the ${shown.length} that are shown here` : 'only this one'];
    case 'secrets':
      return [
        'Secrets',
        withSecrets ? 'those that are found are left in' : 'those that are found are redacted',
      ];
  }
}
