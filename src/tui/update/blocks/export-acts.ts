/** The dialog by which commands leave cotty: as a file, by the clipboard, or as a link. */

import type { Block } from '../../../client/blocks/block.ts';
import { shownBlocks } from '../../../client/blocks/block-filter.ts';
import { fileNameOf } from '../../../client/blocks/copied-text.ts';
import { isExported, MOST_EXPORTED } from '../../../client/blocks/exported-blocks.ts';
import { placeName } from '../../../client/blocks/place.ts';
import { commandLineOf, type Exportable, placeOf } from '../../../client/run/exported-runs.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { type FormatId, formatOfFile } from '../../../review/export/format-names.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import { selectedBlock } from '../../blocks/list/browse.ts';
import { EXPORT_CHOICES } from '../../model/derived/export-choices.ts';
import { resumedHistory } from '../../model/derived/history-page.ts';
import type { ExportDialog, Model } from '../../model/model.ts';
import { activeView, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

export const EXPORT_ACTS = { 'block.export': exportBlocks };

function exportBlocks(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const { blocks } = front.view;
  const shown = shownBlocks(body.blocks, blocks.filter).filter(isExported);
  const chosen = selectedBlock(blocks, body.blocks) ?? shown.at(-1);
  if (chosen === undefined || !isExported(chosen))
    return step(withToast(model, 'no finished command is selected', viewState.now));
  const tab = model.tabs.find(({ resource }) => resource === front.uri);
  const terminal = tab === undefined ? (model.visited?.title ?? '') : shownName(tab);
  const exportable = (block: Block): Exportable => ({ block, terminal, uri: front.uri });
  return openExport(model, viewState, {
    chosen: exportable(chosen),
    shown: shown.slice(-MOST_EXPORTED).map(exportable),
    over: undefined,
  });
}

/** Opens the dialog; relative to the folder of the terminal in front, if that is on this machine. */
export function openExport(
  model: Model,
  viewState: ViewState,
  what: Pick<ExportDialog, 'chosen' | 'shown' | 'over'>,
): Step {
  const cwd = model.active === undefined ? undefined : viewState.terminal(model.active)?.cwd;
  const folder = cwd?.startsWith('file://') ? placeName(cwd, model.around.home) : '~';
  const file = `${folder}/${fileNameOf(commandLineOf(what.chosen))}.md`;
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: file });
  const dialog: ExportDialog = {
    kind: 'export',
    ...what,
    editor,
    selected: 0,
    all: false,
    withSecrets: false,
  };
  return step({ ...model, dialog });
}

/** Chooses another line. The file gets the ending of its format, unless the person has given it another one. */
export function moveInExport(model: Model, dialog: ExportDialog, by: number): Step {
  const selected = Math.max(0, Math.min(EXPORT_CHOICES.length - 1, dialog.selected + by));
  const choice = EXPORT_CHOICES[selected];
  const file = editorText(dialog.editor);
  const before = formatOfFile(file);
  if (choice?.kind !== 'format' || before === undefined)
    return step({ ...model, dialog: { ...dialog, selected } });
  const text = `${file.slice(0, file.lastIndexOf('.'))}.${choice.format}`;
  const editor = edit(dialog.editor, { type: 'set', text });
  return step({ ...model, dialog: { ...dialog, selected, editor } });
}

export function acceptExport(model: Model, viewState: ViewState, dialog: ExportDialog): Step {
  const choice = EXPORT_CHOICES[dialog.selected];
  const closed: Model = { ...model, dialog: dialog.over && resumedHistory(dialog.over) };
  switch (choice?.kind) {
    case undefined:
      return step(closed);
    case 'which':
      return step({ ...model, dialog: { ...dialog, all: !dialog.all } });
    case 'secrets':
      return step({ ...model, dialog: { ...dialog, withSecrets: !dialog.withSecrets } });
    case 'link':
      return copyLink(closed, viewState, placeOf(dialog.chosen));
    case 'format':
      return exportAs(closed, viewState, dialog, choice.format);
  }
}

function exportAs(closed: Model, viewState: ViewState, dialog: ExportDialog, format: FormatId): Step {
  const file = editorText(dialog.editor).trim();
  if (file === '' && format === 'png') {
    const said = 'a PNG needs a file: the clipboard of a terminal takes text';
    return step(withToast({ ...closed, dialog }, said, viewState.now, 'bad'));
  }
  return step(closed, {
    kind: 'export',
    commands: dialog.all ? dialog.shown : [dialog.chosen],
    format,
    file: file === '' ? undefined : file,
    withSecrets: dialog.withSecrets,
  });
}

function copyLink(closed: Model, viewState: ViewState, { uri, seq }: ReturnType<typeof placeOf>): Step {
  const isOpen = closed.tabs.some(({ resource }) => resource === uri);
  return isOpen
    ? step(closed, { kind: 'copyBlockLink', uri, seq })
    : step(withToast(closed, 'its terminal is closed: no link leads there', viewState.now, 'bad'));
}
