/** The open dialog as data: a box in the middle of the area. */

import { keyLabel } from '../../client/commands/key-labels.ts';
import { holderOf } from '../../client/holder.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { edit } from '../../screen/editor/edit.ts';
import { type EditorState, EMPTY_EDITOR, editorText } from '../../screen/editor/editor-state.ts';
import { visible } from '../blocks/block/body-line.ts';
import { cut, padded } from '../blocks/header/span.ts';
import type { Settings } from '../config/settings.ts';
import {
  chosenDescription,
  endableTerminals,
  machineMatches,
  paletteLines,
  paletteMatches,
  paletteWidth,
  tabMatches,
  themeMatches,
} from '../model/derived/choices.ts';
import { answersFrom, blocksAsked, dialogContext } from '../model/derived/input-context.ts';
import { joinedHints, keyHint, keyOf, keysOf, questionKeys } from '../model/derived/key-of.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import type { Dialog, GoneNotice, MachineRow, Model } from '../model/model.ts';
import type { ViewState } from '../model/view-state.ts';
import { centred, dialogRows, FRAME_ROWS } from '../model/window-layout.ts';
import { oneLine } from '../outer/one-line.ts';
import { agentsContents } from './pages/agents-page.ts';
import { compareContents } from './pages/compare-page.ts';
import { type DialogContents, lastParts } from './pages/dialog-contents.ts';
import { exportContents } from './pages/export-page.ts';
import { feedContents } from './pages/feed-page.ts';
import { findContents } from './pages/find-page.ts';
import { helpContents } from './pages/help-page.ts';
import { questionContents, replyContents } from './pages/question-page.ts';
import { stripGlyphs, tabLabels, tabLines } from './tab-labels.ts';

export type DialogView = DialogContents & { readonly rect: Rect };

const WIDTH = 72;
/** Widest box; the palette is as wide as its descriptions. */
const MOST_CELLS = 100;
const PALETTE_WIDTH = 96;

export function dialogView(model: Model, viewState: ViewState, area: Rect): DialogView | undefined {
  const { dialog } = model;
  if (dialog === undefined || !isBoxed(dialog)) return undefined;
  const room = dialogRows(area);
  const { title, lines, field, footer } = contents(model, viewState, dialog, room);
  const widest = Math.max(
    WIDTH,
    ...lines.map((line) => line.reduce((sum, { text }) => sum + textWidth(text), 4)),
  );
  const rect = centred(area, boxWidth(dialog, widest, area), lines.length + FRAME_ROWS);
  const inner = Math.max(0, rect.width - 4);
  return {
    rect,
    title: cut(title, inner, model.appearance.glyphs.ellipsis),
    lines: lines.slice(0, rect.height - FRAME_ROWS),
    field,
    footer: lastParts(footer, inner),
  };
}

/** Dialogs in the bar and at the prompt, and pages that have the whole area. */
const NOT_BOXED = [
  'history',
  'search',
  'filter',
  'rows',
  'panes',
  'takeOver',
  'historyPage',
  'replay',
] as const;
type Boxed = Exclude<Dialog, { kind: (typeof NOT_BOXED)[number] }>;

function boxWidth({ kind }: Dialog, widest: number, area: Rect): number {
  if (kind === 'compare') return area.width;
  return kind === 'palette' ? widest : Math.min(widest, MOST_CELLS);
}

function isBoxed(dialog: Dialog): dialog is Boxed {
  return !NOT_BOXED.some((kind) => kind === dialog.kind);
}

const THEME_CELLS = 16;
/** Descriptions of the built-in themes. */
const THEME_TEXTS: Readonly<Record<Settings['theme'], string>> = {
  auto: 'by the background of your terminal',
  light: 'for a light background',
  dark: 'for a dark background',
  highContrast: 'black on white, or white on black, and few colours',
};

const THIS_MACHINE = 'this machine';
/** Longest name of a machine in the list, in cells, and lines of a question that are shown. */
const NAME_CELLS = 32;
const MOST_PROMPT = 12;

function machineWords(machine: MachineRow | undefined): Piece {
  if (machine === undefined) return { text: 'opens a terminal here', role: 'muted' };
  const { state } = machine;
  switch (state.kind) {
    case 'ready':
      return { text: 'opens a terminal there', role: 'muted' };
    case 'connecting':
      return { text: 'is being connected', role: 'muted' };
    case 'away':
      return { text: `not reachable, trying again: ${visible(state.reason)}`, role: 'warning' };
    case 'stopped':
      return { text: `needs you, Enter connects: ${visible(state.reason)}`, role: 'error' };
  }
}

/** A field that does not show what is typed. */
function hidden(editor: EditorState, sign: string): EditorState {
  return edit(EMPTY_EDITOR, { type: 'set', text: sign.repeat(editorText(editor).length) });
}

function machinesContents(
  model: Model,
  dialog: Extract<Dialog, { kind: 'machines' }>,
  room: number,
): DialogContents {
  const matches = machineMatches(model);
  const name = Math.max(...matches.map((machine) => textWidth(machine?.name ?? THIS_MACHINE)), 0);
  const items = matches.map((machine): readonly Piece[] => {
    const { text, role } = machineWords(machine);
    const label = padded(cut(machine?.name ?? THIS_MACHINE, NAME_CELLS, ''), Math.min(name, NAME_CELLS));
    return [
      { text: `${label}  `, role: 'text' },
      { text, role },
      { text: machine === undefined ? '' : `  ${visible(machine.address)}`, role: 'muted' },
    ];
  });
  return listContents(model, 'Machines', dialog, items, room);
}

function machineAskContents(model: Model, dialog: Extract<Dialog, { kind: 'machineAsk' }>): DialogContents {
  const { prompt, secret, told } = dialog.asked;
  const words = visible(prompt.trim()).split('\n').slice(-MOST_PROMPT);
  const lines = words.map((text): readonly Piece[] => [{ text, role: 'text' }]);
  return {
    title: 'Asked on the way to a machine',
    lines: told ? lines : [...lines, FIELD_LINE],
    field: told
      ? undefined
      : {
          line: lines.length,
          editor: secret ? hidden(dialog.editor, '*') : dialog.editor,
          placeholder: '',
        },
    footer: footer(model, 'dialog', told ? 'closes' : 'answers', 'does not connect'),
  };
}

const FIELD_LINE: readonly Piece[] = [{ text: '', role: 'input' }];

const NAME_TITLES = {
  rename: 'Rename this terminal',
  panes: 'Name these panes',
} as const;

function nameNow({ tabs }: Model, { purpose, uri }: Extract<Dialog, { kind: 'name' }>): string {
  const tab = tabs.find(({ resource }) => resource === uri);
  return purpose === 'rename' && tab !== undefined ? nameText(tab.title) : '';
}

function contents(model: Model, viewState: ViewState, dialog: Boxed, room: number): DialogContents {
  switch (dialog.kind) {
    case 'machines':
      return machinesContents(model, dialog, room);
    case 'machineAsk':
      return machineAskContents(model, dialog);
    case 'name':
      return {
        title: NAME_TITLES[dialog.purpose],
        lines: [[{ text: 'Name', role: 'muted' }], FIELD_LINE],
        field: { line: 1, editor: dialog.editor, placeholder: nameNow(model, dialog) },
        footer: footer(model, 'dialog', dialog.purpose === 'rename' ? 'renames' : 'names them', 'cancels'),
      };
    case 'note':
      return {
        title: `Note on ${visible(dialog.commandLine.split('\n', 1)[0] ?? '')}`,
        lines: [
          [{ text: 'For everybody who sees this terminal, and for agents', role: 'muted' }],
          FIELD_LINE,
        ],
        field: { line: 1, editor: dialog.editor, placeholder: 'what is to be known about it' },
        footer: footer(model, 'dialog', 'keeps it; an empty one is removed', 'cancels'),
      };
    case 'gone':
      return {
        title: dialog.what,
        lines: goneLines(dialog),
        field: undefined,
        footer: joinedHints('·', keyHint(model, 'dialog', 'dialog.accept', 'goes on')),
      };
    case 'confirm':
      return {
        title: 'Sure?',
        lines: dialog.question.split('\n').map((text) => [{ text, role: 'text' }]),
        field: undefined,
        footer: confirmFooter(model, dialog, viewState.now),
      };
    case 'clock':
      return {
        title: 'Clock',
        lines: [[{ text: new Date(viewState.now).toString().slice(0, 24), role: 'text' }]],
        field: undefined,
        footer: 'any key closes',
      };
    case 'help':
    case 'helpSearch':
      return helpContents(model, dialog, room);
    case 'export':
      return exportContents(model, dialog);
    case 'feed':
      return feedContents(model, dialog.selected, viewState.now, room);
    case 'question':
      return questionContents(model, dialog, viewState.now, room);
    case 'reply':
      return replyContents(model, dialog);
    case 'agents':
      return agentsContents(model, dialog.scroll, viewState.now, room);
    case 'compare':
      return compareContents(model, dialog, viewState.now, room);
    case 'endAll':
      return endAllContents(model, dialog.editor);
    case 'palette': {
      const found = paletteMatches(model, viewState);
      const { ellipsis } = model.appearance.glyphs;
      // The frame, a blank column at each side, and the sign of the chosen line.
      const wanted = Math.max(PALETTE_WIDTH - 6, paletteWidth(model, viewState));
      const width = Math.max(1, Math.min(wanted, model.size.cols - 6));
      const items = paletteLines(found, width, ellipsis);
      const about = chosenDescription(found[dialog.selected], width, items, ellipsis);
      const made = listContents(model, 'Commands', dialog, items, about === undefined ? room : room - 1);
      return about === undefined ? made : { ...made, lines: [...made.lines, about] };
    }
    case 'find':
      return findContents(model, dialog, viewState.now, room);
    case 'tabs': {
      const width = Math.max(1, Math.min(PALETTE_WIDTH, model.size.cols) - 6);
      const labels = tabLabels(model, viewState.now);
      const tabs = tabMatches(model);
      return listContents(
        model,
        'Tabs',
        dialog,
        tabLines(model, tabs, labels, stripGlyphs(model), width),
        room,
      );
    }
    case 'themes': {
      const items = themeMatches(model).map((name): readonly Piece[] => [
        { text: padded(name, THEME_CELLS), role: 'text' },
        { text: THEME_TEXTS[name], role: 'muted' },
      ]);
      return listContents(model, 'Theme', dialog, items, room);
    }
  }
}

/** Longest piece of the lost line that is shown, in characters. */
const LOST_CHARS = 60;

function goneLines({ line }: GoneNotice): DialogContents['lines'] {
  const said: readonly Piece[] = [
    { text: 'What you were typing there reaches no other terminal.', role: 'text' },
  ];
  return line === '' ? [said] : [said, [{ text: oneLine(line, LOST_CHARS), role: 'command' }]];
}

/** Returns the keys to accept and to cancel, and what they do: `Enter renames · Esc cancels`. */
function footer(model: Model, table: 'dialog' | 'page', accepts: string, cancels: string): string {
  return joinedHints(
    '·',
    keyHint(model, table, 'dialog.accept', accepts),
    keyHint(model, table, 'dialog.cancel', cancels),
  );
}

/** Returns `Enter or y: yes`; undefined when no key is bound. */
function answers(
  model: Model,
  dialog: Dialog,
  command: 'dialog.accept' | 'dialog.cancel',
  means: string,
): string | undefined {
  const keys = keysOf(model, 'dialog', command, dialogContext(dialog));
  return keys === '' ? undefined : `${keys}: ${means}`;
}

function endAllContents(model: Model, editor: EditorState): DialogContents {
  const count = endableTerminals(model).length;
  const others = model.tabs.filter((tab) => holderOf(tab, model.me).kind === 'other').length;
  const what = count === 1 ? 'the only terminal' : `all ${count} terminals`;
  const held = others === 0 ? '' : `, ${others} of them held by others`;
  return {
    title: 'End all terminals',
    lines: [
      [{ text: `Ends ${what}${held}, and what runs there.`, role: 'warning' }],
      [{ text: 'This cannot be undone. Type yes:', role: 'text' }],
      FIELD_LINE,
    ],
    field: { line: 2, editor, placeholder: '' },
    footer: joinedHints(
      model.appearance.glyphs.separator,
      `yes and ${keyOf(model, 'dialog', 'dialog.accept') ?? ''} ends them`,
      keyHint(model, 'dialog', 'dialog.cancel', 'cancels'),
    ),
  };
}

function listContents(
  model: Model,
  title: string,
  dialog: Extract<Boxed, { kind: 'palette' | 'tabs' | 'machines' | 'themes' }>,
  items: readonly (readonly Piece[])[],
  room: number,
): DialogContents {
  const shown = Math.max(1, Math.min(16, room - 1));
  const { prompt: sign } = model.appearance.glyphs;
  const first = Math.max(0, Math.min(dialog.selected - Math.floor(shown / 2), items.length - shown));
  const lines = items.slice(first, first + shown).map((pieces, index): readonly Piece[] => {
    const selected = first + index === dialog.selected;
    const marked = selected ? pieces.map(chosen) : pieces;
    return [{ text: selected ? `${sign} ` : '  ', role: selected ? 'selected' : 'muted' }, ...marked];
  });
  const none: readonly Piece[] = [{ text: '  nothing matches', role: 'muted' }];
  return {
    title,
    lines: [FIELD_LINE, ...(lines.length === 0 ? [none] : lines)],
    field: { line: 0, editor: dialog.editor, placeholder: 'type to filter' },
    footer: listFooter(model, items.length),
  };
}

/** Returns the number of entries and the keys of a list: `3 found · ↑ ↓ choose · Enter takes it · Esc closes`. */
function listFooter(model: Model, count: number): string {
  const { separator, up, down } = model.appearance.glyphs;
  if (count === 0)
    return joinedHints(separator, '0 found', keyHint(model, 'dialog', 'dialog.cancel', 'closes'));
  return `${count} found ${separator} ${up} ${down} choose ${separator} ${footer(model, 'dialog', 'takes it', 'closes')}`;
}

/** Styles the chosen line; matches in it keep their style. */
function chosen(piece: Piece): Piece {
  return piece.role === 'match' ? piece : { ...piece, role: 'selected' };
}

/** Names the keys that answer; those of the question about blocks only from when the user can have read it. */
function confirmFooter(model: Model, dialog: Extract<Dialog, { kind: 'confirm' }>, now: number): string {
  if (dialog.onlyY) return 'y: yes · any other key: no';
  const act = blocksAsked(model);
  if (act === undefined)
    return joinedHints(
      '·',
      answers(model, dialog, 'dialog.accept', 'yes'),
      answers(model, dialog, 'dialog.cancel', 'no'),
    );
  const letters = (command: 'dialog.accept' | 'dialog.cancel', means: string): string => {
    const keys = questionKeys(model, command).map(keyLabel);
    return now < answersFrom(act) || keys.length === 0 ? '' : `${keys.join(' or ')}: ${means}`;
  };
  return joinedHints(
    '·',
    letters('dialog.accept', 'yes'),
    letters('dialog.cancel', 'no'),
    'other keys go to the shell',
  );
}
