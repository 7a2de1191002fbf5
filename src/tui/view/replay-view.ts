/** The page that replays a command or a terminal, as painted rows: its screen, and below it the bar of the player. */

import type { Rect } from '../../client/panes/pane-tree.ts';
import {
  commandAt,
  feedOf,
  isPlaying,
  type Player,
  playerWords,
  shownNow,
  timeWords,
} from '../../review/replay/player.ts';
import type { Recording } from '../../review/replay/recording.ts';
import { clusterSequence } from '../../screen/cells/cluster-mode.ts';
import { blankRow, type Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { Emulator } from '../../screen/emulator/emulator.ts';
import { visible } from '../blocks/block/body-line.ts';
import { cut } from '../blocks/header/span.ts';
import { dialogContext } from '../model/derived/input-context.ts';
import { joinedHints, keyHint } from '../model/derived/key-of.ts';
import type { Model, ReplayPage } from '../model/model.ts';
import type { ViewState } from '../model/view-state.ts';
import { layout } from '../model/window-layout.ts';
import { chromeRow } from '../paint/frame.ts';
import { fitted, type Overlay } from './compose.ts';

/** Sequences that reset an emulator: CAN ends an open one, RIS the rest. */
const RESET = '\x18\x1bc';

/** Feeds the emulator of a replay with what is to be shown now. It answers nothing, and only its cells are painted. */
export class ReplayView {
  #emulator: Emulator | undefined;
  #recording: Recording | undefined;
  #area: Pick<Rect, 'width' | 'height'> = { width: 0, height: 0 };
  #fed: number | undefined;

  overlays(model: Model, viewState: ViewState): readonly Overlay[] {
    const { dialog: page, size } = model;
    if (page?.kind !== 'replay') {
      this.#close();
      return [];
    }
    const { area } = layout(size);
    const screen = { ...area, height: Math.max(1, area.height - 2) };
    return [
      ...rowsIn(area, []),
      ...rowsIn({ ...area, height: 1 }, [titleRow(model, viewState, page, area.width)]),
      ...this.#screen(model, viewState, page, { ...screen, y: area.y + 1 }),
      ...rowsIn({ ...area, y: area.y + area.height - 1, height: 1 }, [
        barRow(model, viewState, page, area.width),
      ]),
    ];
  }

  #screen(model: Model, { now }: ViewState, { player }: ReplayPage, area: Rect): readonly Overlay[] {
    if (typeof player !== 'object') {
      const { theme, glyphs } = model.appearance;
      const said = cut(player ?? glyphs.ellipsis, area.width - 2, glyphs.ellipsis);
      return rowsIn(area, [chromeRow([{ text: ` ${said}`, style: theme.cells.muted }], area.width)]);
    }
    const emulator = this.#fedFor(player, now, area);
    const { base, cols, cursor, rows } = emulator;
    // A higher screen is shown where its cursor is, too.
    const top = base + Math.max(0, Math.min(rows - area.height, cursor.y - area.height + 1));
    const width = Math.min(cols, area.width);
    // A wider screen is shown where its cursor is; a narrower one stands in the middle.
    const left = Math.max(0, Math.min(cols - width, cursor.x - width + 1));
    const x = area.x + Math.floor((area.width - width) / 2);
    return rowsIn(
      { ...area, x, width },
      Array.from({ length: Math.min(rows, area.height) }, (_, index) =>
        part(emulator.row(top + index), left, width),
      ),
    );
  }

  #fedFor(player: Player, now: number, { width, height }: Rect): Emulator {
    const { recording } = player;
    const area = this.#area;
    // Where no size is recorded it is that of the area, and the rows of another one would not be where the program has drawn.
    const isSame = recording === this.#recording && area.width === width && area.height === height;
    if (!isSame) this.#close();
    this.#emulator ??= new Emulator({ cols: width, rows: height, scrollback: 0 });
    this.#recording = recording;
    this.#area = { width, height };
    const to = shownNow(player, now);
    const { resets, parts } = feedOf(recording, this.#fed, to);
    if (resets) this.#emulator.write(`${RESET}${clusterSequence(true)}`);
    for (const each of parts) {
      if (typeof each === 'string') this.#emulator.write(each);
      else this.#emulator.resize(each.cols ?? width, each.rows ?? height);
    }
    this.#fed = to;
    return this.#emulator;
  }

  #close(): void {
    this.#emulator?.close();
    this.#emulator = undefined;
    this.#recording = undefined;
    this.#fed = undefined;
  }
}

function part(row: Row, left: number, width: number): Row {
  if (left === 0) return fitted(row, width);
  const chars = row.chars.slice(left, left + width);
  // Half of a wide character at the edge is a blank.
  if (chars[0] === '') chars[0] = ' ';
  return { chars, styles: row.styles.slice(left, left + width), wrapped: false };
}

function rowsIn({ x, y, width, height }: Rect, rows: readonly Row[]): readonly Overlay[] {
  return Array.from({ length: height }, (_, index) => ({
    x,
    y: y + index,
    width,
    row: rows[index] ?? blankRow(width),
  }));
}

/** The command that plays, and its place among those that can be gone to. */
function titleRow(
  { appearance }: Model,
  { now }: ViewState,
  { terminal, blocks, chosen, player }: ReplayPage,
  width: number,
): Row {
  const { theme, glyphs } = appearance;
  const markers = typeof player === 'object' ? player.timeline.markers : [];
  const isTerminal = blocks.length === 0;
  const index = isTerminal && typeof player === 'object' ? commandAt(player, now) : chosen;
  const typed = isTerminal ? markers[index]?.title : blocks[index]?.commandLine;
  const [line = ''] = (typed ?? '').split('\n', 1);
  const place = ` ${index + 1}/${isTerminal ? markers.length : blocks.length} `;
  const name = ` ${glyphs.separator} ${terminal}`;
  const room = Math.max(1, width - textWidth(place) - ' Replay '.length - textWidth(name));
  const command = cut(visible(line), room, glyphs.ellipsis);
  const row = chromeRow(
    [
      { text: ' Replay ', style: theme.cells.title },
      { text: command, style: theme.cells.command },
      { text: name, style: theme.cells.muted },
      { text: ' '.repeat(Math.max(0, room - textWidth(command))) },
      { text: place, style: theme.cells.muted },
    ],
    width,
  );
  return theme.surface?.row(row) ?? row;
}

/** `▶ 0.4s / 12.0s · 1× · long pauses are cut`, and the most important keys. */
function barRow(model: Model, { now }: ViewState, { player }: ReplayPage, width: number): Row {
  const { theme, glyphs, ascii } = model.appearance;
  const hint = (command: 'replay.pause' | 'replay.next' | 'dialog.cancel', word: string) =>
    keyHint(model, 'page', command, word, dialogContext({ kind: 'replay' }));
  const keys = joinedHints(
    glyphs.separator,
    hint('replay.pause', 'pauses'),
    hint('replay.next', 'next command'),
    hint('dialog.cancel', 'closes'),
  );
  const words = typeof player === 'object' ? [timeWords(player, now), ...playerWords(player)] : [];
  const plays = typeof player === 'object' && isPlaying(player, now);
  const sign = ascii ? (plays ? '>' : '||') : plays ? '▶' : '⏸';
  const told = words.map((word) => (ascii ? word.replace('×', 'x') : word)).join(` ${glyphs.separator} `);
  const text = cut(` ${sign} ${told}`, width, glyphs.ellipsis);
  const room = width - textWidth(text) - textWidth(keys) - 1;
  const row = chromeRow(
    [
      { text, style: theme.cells.text },
      ...(room > 0 ? [{ text: ' '.repeat(room) }, { text: keys, style: theme.cells.muted }] : []),
    ],
    width,
  );
  return theme.surface?.row(row) ?? row;
}
