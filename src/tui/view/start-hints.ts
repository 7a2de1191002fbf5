/** Dim lines in the empty part of a body: what a new user has to know, or that no block passes the filter. */

import { type Block, finishedCount } from '../../client/blocks/block.ts';
import { shownBlocks } from '../../client/blocks/block-filter.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import { cut, padded } from '../blocks/header/span.ts';
import { joinedHints, keyHint, keyOf } from '../model/derived/key-of.ts';
import { COMMANDS_TO_LEARN, LESSONS, type Lesson } from '../model/lessons.ts';
import type { Model } from '../model/model.ts';
import { activeTab, activeView } from '../model/step.ts';
import type { SeenTerminal } from '../model/view-state.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { wrapped } from './pages/dialog-contents.ts';

/** Fewest blank rows between what the body shows and the lines. */
const GAP_ROWS = 2;
const INDENT = '  ';
const LABEL_CELLS = 11;

/**
 * The lines for a new user, at the lower end of the body, where they stand still while output comes; nothing if it has not room for
 * all. Those of a tour stand below the bar.
 */
export function startHints(model: Model, { blocks }: SeenTerminal, lines: readonly BodyLine[], rect: Rect) {
  const { lessons, tabs, dialog } = model;
  const isNew = lessons !== undefined && !lessons.isTour && finishedCount(blocks) < COMMANDS_TO_LEARN;
  if (!isNew || tabs.length > 1 || dialog !== undefined) return [];
  const rows = lessonRows(model, rect.width);
  // A row stays free above the bar.
  const first = lines.length - rows.length - 1;
  if (first < usedRows(lines) + GAP_ROWS) return [];
  return rows.map((row, index): Overlay => ({ x: 0, y: rect.y + first + index, width: rect.width, row }));
}

const TOUR_END = 'The tour ends when you leave, and nothing of it stays.';

/** Rows of a tour below the bar: its lines, and how it ends. */
export const TOUR_ROWS = LESSONS.length + 1;

export function tourOverlays(model: Model, { y, width }: Rect): readonly Overlay[] {
  const rows = [...lessonRows(model, width), chromeRow([{ text: INDENT + TOUR_END }], width)];
  return rows.map((row, index): Overlay => ({ x: 0, y: y + index, width, row }));
}

/** A line a lesson: its sign, its name, and the keys. */
function lessonRows(model: Model, width: number): readonly Row[] {
  const { theme, glyphs } = model.appearance;
  const { cells } = theme;
  const learnt = model.lessons?.learnt ?? [];
  return lessonTexts(model, width).map(([lesson, label, text]) => {
    const isLearnt = learnt.some((each) => each === lesson);
    const sign = isLearnt ? glyphs.success : ' ';
    const room = Math.max(0, width - textWidth(INDENT) - 2 - LABEL_CELLS);
    return chromeRow(
      [
        { text: INDENT },
        { text: `${sign} `, style: cells.success },
        { text: padded(label, LABEL_CELLS), style: isLearnt ? cells.muted : cells.title },
        { text: cut(text, room, glyphs.ellipsis), style: cells.muted },
      ],
      width,
    );
  });
}

type LessonText = readonly [lesson: Lesson | 'agents', label: string, text: string];

function lessonTexts(model: Model, width: number): readonly LessonText[] {
  const { separator } = model.appearance.glyphs;
  const run = (command: CommandId, does: string) => keyHint(model, 'run', command, does);
  const browse = keyOf(model, 'run', 'mode.browse');
  const detach =
    keyOf(model, 'run', 'app.detach') ?? `${browse}, then ${keyOf(model, 'browse', 'app.detach')}`;
  const said = (...parts: readonly (string | undefined)[]) => joinedHints(separator, ...parts);
  return [
    ['run', 'Run', 'type a command and press Enter: its output stays with it'],
    [
      'look',
      'Look back',
      said(run('mode.browse', 'to what ran'), run('input.historySearch', 'finds a command')),
    ],
    ['split', 'Split', said(run('pane.splitRight', 'at the right'), run('pane.splitBelow', 'below'))],
    ['leave', 'Leave', `${detach}: programs go on, and cotty brings you back`],
    ['keys', 'Keys', said(run('help.open', 'shows all'), run('palette.open', 'finds a command by its name'))],
    ...agentText(model, width - textWidth(INDENT) - 2 - LABEL_CELLS),
  ];
}

function agentText(model: Model, room: number): readonly LessonText[] {
  const { agentLine } = model.around;
  if (agentLine === undefined || model.lessons?.isTour === true) return [];
  const line = `joins by: ${agentLine.command}`;
  if (textWidth(line) <= room) return [['agents', 'Agent', line]];
  // A cut command line would be useless: name the keys of the page that has all of it.
  const [help, key] = [keyOf(model, 'run', 'help.open'), keyOf(model, 'page', 'agents.open')];
  if (help === undefined || key === undefined) return [];
  return [['agents', 'Agent', `joins by a line that you find at ${help}, then ${key}`]];
}

/** Says that no command passes the filter, how many there are, and how to see them. */
export function nothingPasses(
  model: Model,
  blocks: readonly Block[],
  lines: readonly BodyLine[],
  rect: Room,
): readonly Overlay[] {
  const filter = activeView(model)?.view.blocks.filter;
  if (filter === undefined || shownBlocks(blocks, filter).length > 0) return [];
  const { length } = shownBlocks(blocks, undefined);
  const hidden = length === 1 ? 'the only one is hidden' : `all ${length} are hidden`;
  const way =
    model.dialog?.kind === 'filter'
      ? keyHint(model, 'dialog', 'dialog.cancel', 'shows all again')
      : keyHint(model, 'browse', 'block.filter', 'changes the filter');
  const texts = [`No command passes the filter “${filter.words}”${length === 0 ? '.' : `: ${hidden}.`}`, way];
  return below(
    model,
    texts.filter((text) => text !== undefined),
    lines,
    rect,
  );
}

type Room = Pick<Rect, 'y' | 'width'>;

/** Returns the number of rows down to the last that shows something. */
function usedRows(lines: readonly BodyLine[]): number {
  return lines.findLastIndex(({ kind }) => kind !== 'blank') + 1;
}

/** Puts the texts below what the body shows, if there is room for all. */
function below(
  { appearance: { glyphs, theme } }: Model,
  texts: readonly string[],
  lines: readonly BodyLine[],
  { y, width }: Room,
): readonly Overlay[] {
  const rows = texts.flatMap((text) => wrapped(text, Math.max(1, width - textWidth(INDENT))));
  const first = usedRows(lines) + GAP_ROWS;
  if (first + rows.length > lines.length) return [];
  return rows.map((text, index) => {
    const shown = cut(`${INDENT}${text}`, width, glyphs.ellipsis);
    const row = chromeRow([{ text: shown, style: theme.cells.muted }], width);
    return { x: 0, y: y + first + index, width, row };
  });
}

/** The dimmed note in an empty RUN line: the command a dead host interrupted, or what the shell or the record lacks. */
export function shellNote(model: Model, terminal: SeenTerminal | undefined): string {
  const tab = activeTab(model);
  const { shell = 'shell', integration, interrupted, recording } = cottyMeta<TerminalMeta>(tab?._meta);
  if (interrupted !== undefined) {
    const again = keyHint(model, 'run', 'input.submit', 'offers it again') ?? '';
    return `${interrupted.commandLine}   ${again}`.trimEnd();
  }
  if (recording !== undefined) return recording.off;
  if (integration === undefined || terminal === undefined) return '';
  if (typeof integration === 'object') return integration.off;
  return integration === 'pending' ? `${shell} is starting` : '';
}
