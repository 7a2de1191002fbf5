/**
 * Folded panes of a stack, a row each: sign, name, exit chip, the running or last command and its last output line; at the right,
 * folder, holder and clock.
 */

import { folderOf } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { statusOfCode } from '../../review/exit-state.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { visible } from '../blocks/block/body-line.ts';
import { headerChip } from '../blocks/header/chip.ts';
import { cut, padded } from '../blocks/header/span.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import type { Model } from '../model/model.ts';
import { shownPanes } from '../model/panes/pane-layout.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { ROLE } from './header-rows.ts';
import { stripGlyphs, tabLabels } from './tab-labels.ts';
import { calls } from './tab-strip.ts';

/** Widest name and folder, in cells. */
const NAME_CELLS = 18;
const FOLDER_CELLS = 24;
/** A clock has its cells also while there is none, so that it moves nothing: `59m 59s`. */
const CLOCK_CELLS = 7;

export function stackRows(model: Model, now: number): readonly Overlay[] {
  const folded = shownPanes(model).panes.filter((pane) => pane.folded);
  if (folded.length === 0) return [];
  const labels = new Map(tabLabels(model, now).map((label) => [label.uri, label]));
  const { theme } = model.appearance;
  const signs = stripGlyphs(model);
  return folded.flatMap(({ uri, rect }): Overlay[] => {
    const label = labels.get(uri);
    if (label === undefined) return [];
    const holder = label.holder === undefined ? '' : `${label.holder} `;
    const rest = holder + (label.clock ?? '').padStart(CLOCK_CELLS);
    const { folder, chip, doing } = saidOf(model, uri);
    const called = calls(label);
    const end = ` ${cut(folder, FOLDER_CELLS, signs.ellipsis)}  ${rest} `;
    const isMarked = model.many.includes(uri);
    const start = ` ${signs[label.state]} ${padded(cut(label.title, NAME_CELLS, signs.ellipsis), NAME_CELLS)} `;
    const room = Math.max(0, rect.width - textWidth(start) - textWidth(chip.text) - textWidth(end) - 1);
    const pieces: readonly Piece[] = [
      { text: start, role: isMarked ? 'paneMany' : called ? 'tabAttention' : 'command' },
      chip,
      ...(label.says === undefined
        ? doingPieces(doing, model.lastLines[uri] ?? '', room, signs.ellipsis)
        : saysPieces(label.says, room, signs.ellipsis)),
      { text: end, role: 'muted' },
    ];
    const spans = pieces.map(({ text, role }) => ({ text, style: theme.cells[role] }));
    const row = chromeRow(spans, rect.width);
    return [{ x: rect.x, y: rect.y, width: rect.width, row: theme.surface?.row(row) ?? row }];
  });
}

/** Most cells of a command line beside its last output line, and the gap between the two. */
const [DOING_CELLS, GAP] = [32, 2];

/** The running or last command, and its last output line. */
function doingPieces(doing: string, printed: string, room: number, ellipsis: string): readonly Piece[] {
  const said = cut(doing, printed === '' ? room : Math.min(room, DOING_CELLS), ellipsis);
  const left = room - textWidth(said);
  const last = left <= GAP ? '' : cut(visible(printed), left - GAP, ellipsis);
  const isTold = last !== '' && left > GAP;
  return [
    { text: ` ${said}`, role: 'text' },
    { text: padded(isTold ? `${' '.repeat(GAP)}${last}` : '', left), role: 'muted' },
  ];
}

/** What its program waits for stands in place of what it prints. */
function saysPieces(says: string, room: number, ellipsis: string): readonly Piece[] {
  return [{ text: padded(` ${cut(says, room, ellipsis)}`, room + 1), role: 'text' }];
}

type Said = { readonly folder: string; readonly chip: Piece; readonly doing: string };

function saidOf(model: Model, uri: string): Said {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  const { running, last } = cottyMeta<TerminalMeta>(tab?._meta);
  const { glyphs, ascii } = model.appearance;
  const line = (text: string) => visible(text.split('\n', 1)[0] ?? '');
  const folder = tab === undefined ? '' : folderOf(model, tab);
  if (running !== undefined) {
    return {
      folder,
      chip: { text: ` ${glyphs.tabActive} `, role: 'running' },
      doing: line(running.commandLine),
    };
  }
  if (last === undefined) return { folder, chip: { text: '   ', role: 'muted' }, doing: '' };
  const { text, role } = headerChip(statusOfCode(last.exitCode), ascii);
  return { folder, chip: { text, role: ROLE[role] }, doing: line(last.commandLine) };
}
