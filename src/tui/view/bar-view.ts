/** The status bar as data: the mode chip, notes on the current state, and hints for the keys that help now. */

import type { CommandId } from '../../client/commands/commands.ts';
import { keyLabel } from '../../client/commands/key-labels.ts';
import type { KeyTable } from '../../client/commands/key-table.ts';
import { bindingsFor } from '../../client/commands/keymap.ts';
import { holderOf, type Owner } from '../../client/holder.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { programWords } from '../../client/program-state.ts';
import { elapsed } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { programName } from '../../protocol/cotty/program-name.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import type { LinesBelow } from '../blocks/list/plan.ts';
import { followers } from '../keys/bindings/chords.ts';
import { followersText, type Hint, hints, hintText } from '../keys/help/hints.ts';
import { blocksAsked, dialogContext, inputContext } from '../model/derived/input-context.ts';
import { keyOf } from '../model/derived/key-of.ts';
import { CHIP, chipWidth, type Piece } from '../model/derived/mode-chip.ts';
import { type Mode, type Model, tableOf } from '../model/model.ts';
import { isPeeked, typedTo } from '../model/panes/pane-layout.ts';
import { activeTab } from '../model/step.ts';
import type { SeenTerminal, ViewState } from '../model/view-state.ts';
import { oneLine } from '../outer/one-line.ts';
import type { Theme } from '../theme/theme.ts';
import {
  askingNote,
  browseNote,
  copyNote,
  exitedTexts,
  feedNotes,
  fitting,
  offerText,
  stateNote,
  timesNote,
} from './bar-notes.ts';
import { type Overlay, pieceOverlay } from './compose.ts';
import { isLongToast } from './long-toast.ts';
import { toldWhole } from './pages/dialog-contents.ts';

export type BarView = {
  readonly chip: Piece;
  /** Text between the chip and the hints; in RUN the editor is drawn there. */
  readonly middle: Piece;
  readonly hints: Piece;
  /** Column and width of the middle, in cells. */
  readonly x: number;
  readonly width: number;
};

export type BarInput = {
  readonly model: Model;
  readonly viewState: ViewState;
  readonly mode: Mode;
  readonly terminal: SeenTerminal | undefined;
  readonly below: LinesBelow | undefined;
  /** Whether the editor is drawn into the middle. */
  readonly editing: boolean;
  /** Whether the bar has no mode word. */
  readonly bare?: boolean;
  /** Whether the running command has its header in the body, with its clock. */
  readonly headed?: boolean;
};

/** Least cells that hints leave for the middle. */
const MIDDLE_CELLS = 24;

export function barView(input: BarInput): BarView {
  const { model, mode } = input;
  const { cols } = model.size;
  const chip: Piece = input.bare ? { text: '', role: 'muted' } : CHIP[mode];
  const left = textWidth(chip.text);
  const middle = middleFor(input);
  const isMessage = middle.role === 'warning' || middle.role === 'error';
  const isWhole = isMessage || mode === 'browse';
  const needed = isWhole ? Math.max(MIDDLE_CELLS, textWidth(middle.text) + 3) : MIDDLE_CELLS;
  // With RUN's line at the shell's prompt, the middle is empty.
  const taken = input.bare === true && middle.text === '' ? 0 : needed;
  const least = isMessage ? 0 : Math.min(cols - left, keptWidth(input));
  const room = Math.max(0, least, cols - left - taken);
  const wide = Math.max(room, cols - left - (input.editing ? EMPTY_CELLS : 2));
  const hints: Piece = chordPiece(input, noteWidth(input, room)) ??
    toastPiece(input, wide) ??
    awayPiece(input) ??
    askingPiece(input, room) ??
    copyPiece(input, room) ?? {
      text: ` ${hintsFor(input, room)} `,
      role: typedTo(model).length > 0 ? 'paneMany' : 'muted',
    };
  const x = left + 1;
  const hintWidth = Math.min(textWidth(hints.text), Math.max(0, cols - x));
  const width = Math.max(0, cols - x - hintWidth);
  return { chip, middle: cutPiece(middle, width), hints, x, width };
}

/** Returns what is being done about a host that is away, short enough for a place beside a typed line. */
function awayPiece({ model, mode, editing }: BarInput): Piece | undefined {
  // Without a line in the bar, its middle shows this.
  if (model.connection === 'ready' || !editing) return undefined;
  const texts = [awayText(model), model.revival ?? AWAY, 'not reachable'];
  const text = fitting(texts, model.size.cols - chipWidth(mode) - EMPTY_CELLS);
  return { text: ` ${text} `, role: awayRole(model) };
}

/** Returns what can follow the first key of a chord: as many keys as fit, each with a word. */
function chordPiece({ model, viewState, mode }: BarInput, width: number): Piece | undefined {
  const { chord, keymap, appearance } = model;
  if (chord === undefined || model.dialog !== undefined) return undefined;
  const bindings = followers(chord, keymap, mode, inputContext(model, viewState));
  if (bindings.length === 0) return undefined;
  const space = { width: width - 2, separator: appearance.glyphs.separator };
  return { text: ` ${followersText(keyLabel(chord.key.name), bindings, space)} `, role: 'key' };
}

/** Returns the toast; the key that it offers is never cut off. */
function toastPiece({ model, viewState, mode }: BarInput, width: number): Piece | undefined {
  const { toast } = model;
  if (toast === undefined || isLongToast(model, mode)) return undefined;
  const offer = offerText(model, viewState, mode);
  const text = toldWhole(toast.text, Math.max(0, width - textWidth(offer)));
  return { text: ` ${text}${offer} `, role: toast.tone === 'bad' ? 'error' : 'info' };
}

/** Returns an agent's question, in a short form if it is beside typed text. */
function askingPiece({ model, viewState, mode, editing }: BarInput, room: number): Piece | undefined {
  const asking = model.connection === 'ready' ? askingNote(model, viewState, mode) : undefined;
  if (asking === undefined) return undefined;
  return {
    text: ` ${fitting(asking, noteWidth({ model, viewState, mode, editing }, room))} `,
    role: 'warning',
  };
}

function copyPiece(input: BarInput, room: number): Piece | undefined {
  const offered = copyNote(input.model, input.mode);
  return offered && { text: ` ${fitting(offered, noteWidth(input, room))} `, role: 'warning' };
}

/** Returns the cells for a note: nearly all of an empty command line, but only those that hints have beside typed text. */
function noteWidth(
  { model, viewState, mode, editing }: Pick<BarInput, 'model' | 'viewState' | 'mode' | 'editing'>,
  room: number,
): number {
  const typed = editing && !inputContext(model, viewState).empty;
  return typed ? room : Math.max(room, model.size.cols - chipWidth(mode) - EMPTY_CELLS);
}

/** Cells that an empty command line needs: prompt, cursor and blanks around. */
const EMPTY_CELLS = 6;

function cutPiece(piece: Piece, width: number): Piece {
  return { ...piece, text: toldWhole(piece.text, width) };
}

function hintsFor({ model, viewState, mode, below }: BarInput, room: number): string {
  // These name their own keys, and Enter means nothing to some of them.
  const { dialog } = model;
  if (dialog?.kind === 'takeOver' || dialog?.kind === 'clock' || blocksAsked(model) !== undefined) return '';
  if (dialog?.kind === 'confirm' && dialog.onlyY) return '';
  if (model.connection !== 'ready') return '';
  const { glyphs, keptKeys } = model.appearance;
  const down =
    below !== undefined && below.lines > 0
      ? `${glyphs.down} ${below.lines}${below.more ? '+' : ''} lines below`
      : '';
  const state = stateNote(model);
  const between = ` ${glyphs.separator} `;
  const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join(between);
  const keys = (width: number) =>
    hints(model.keymap, hintTable(model, mode), inputContext(model, viewState), {
      width,
      separator: glyphs.separator,
      kept: keptKeys,
      keep: keptHint(mode),
    });
  const isKept = ({ command }: Hint) => command === keptHint(mode);
  const needsKept = keys(Number.POSITIVE_INFINITY).some(isKept);
  const endings = feedNotes(model, viewState, mode);
  const choices = [...endings.map((ended) => [state, ended, down]), [state, down], [state]].map((notes) => {
    const taken = textWidth(joined([...notes, '']));
    const shown = keys(Math.max(0, room - 2 - (taken === 0 ? 0 : taken + textWidth(between))));
    return { text: joined([...notes, hintText(shown, glyphs.separator)]), shown };
  });
  const best = choices.find(({ shown }) => shown.some(isKept));
  return (needsKept ? (best ?? choices.at(-1)) : choices[0])?.text ?? '';
}

/** The hint that a narrow bar keeps longest: how to leave the mode, or the key of the help. */
function keptHint(mode: Mode): CommandId {
  if (mode === 'raw') return 'mode.run';
  return mode === 'lock' ? 'mode.unlock' : 'help.open';
}

/** Cells for the hint how to leave RAW or LOCK, with blanks around; the running program is named in the rest. */
function keptWidth({ model, viewState, mode }: BarInput): number {
  if (mode !== 'raw' && mode !== 'lock') return 0;
  const space = { width: Number.POSITIVE_INFINITY, separator: '', kept: model.appearance.keptKeys };
  const all = hints(model.keymap, hintTable(model, mode), inputContext(model, viewState), space);
  return (
    textWidth(
      hintText(
        all.filter(({ command }) => command === keptHint(mode)),
        '',
      ),
    ) + 2
  );
}

function hintTable({ dialog }: Model, mode: Mode): KeyTable {
  if (dialog === undefined) return mode;
  return tableOf(dialog);
}

function middleFor(input: BarInput): Piece {
  const { model, mode } = input;
  const { dialog } = model;
  if (dialog?.kind !== 'takeOver') return usualMiddle(input);
  return { text: fitting(takeOverTexts(model, dialog), takeOverRoom(model, mode)), role: 'warning' };
}

function usualMiddle({ model, viewState, mode, terminal, editing, bare, headed }: BarInput): Piece {
  if (model.connection !== 'ready') return { text: awayText(model), role: awayRole(model) };
  const tab = activeTab(model);
  if (tab === undefined) return visitedPiece(model, mode, terminal);
  if (tab.lifecycle.status === 'exited') {
    return { text: fitting(exitedTexts(model, tab), model.size.cols - chipWidth(mode) - 3), role: 'warning' };
  }
  const sought = mode === 'browse' ? browseNote(model, terminal?.blocks) : '';
  if (sought !== '') return { text: sought, role: 'info' };
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'other' && !editing) {
    return { text: `watching: ${doing(tab, holder.name, viewState.now)}`, role: 'warning' };
  }
  if (holder.kind === 'owner') return { text: sharedText(holder), role: 'warning' };
  if (isPeeked(model, tab.resource)) return { text: 'watching: this pane takes no keys', role: 'warning' };
  if (editing || bare === true) return { text: '', role: 'input' };
  const times = mode === 'browse' ? timesNote(model, terminal, viewState.now) : '';
  if (times !== '') return { text: times, role: 'muted' };
  const told = programPiece(mode, tab, viewState.now);
  return told ?? runningPiece(mode, terminal, headed === true ? undefined : viewState.now);
}

/** Returns the program whose state is known, what it does and for how long: `codex waits for you: permission 12s`. */
function programPiece(mode: Mode, tab: TerminalInfo, now: number): Piece | undefined {
  const meta = cottyMeta<TerminalMeta>(tab._meta);
  const { program, running } = meta;
  const words = programWords(meta);
  if (program === undefined || running === undefined || words === undefined) return undefined;
  const waits = program.state === 'blocked';
  const time = waits || program.state === 'working' ? ` ${elapsed(Math.max(0, now - program.since))}` : '';
  const takes = TAKES_KEYS[mode];
  const what = `${programName(meta)} ${words}${time}`;
  return {
    text: takes === undefined ? what : `${what} · ${takes} it`,
    role: waits ? 'tabAttention' : 'running',
  };
}

/** Returns the running program, with its running time if `now` is given, and that it gets the keys. */
function runningPiece(mode: Mode, terminal: SeenTerminal | undefined, now: number | undefined): Piece {
  const takes = TAKES_KEYS[mode];
  const running = terminal?.running;
  if (running === undefined) return { text: takes === undefined ? '' : `${takes} the shell`, role: 'muted' };
  const name = programName(terminal);
  const what = now === undefined ? name : `${name} ${elapsed(now - running.since)}`;
  return { text: takes === undefined ? what : `${what} · ${takes} it`, role: 'running' };
}

/** Explains in modes that pass keys on where the keys go. */
const TAKES_KEYS: { readonly [mode in Mode]?: string } = {
  run: 'keys go to',
  raw: 'keys go to',
  lock: 'every key goes to',
};

/** Returns the note of a closed terminal, and the position in a search. */
function visitedPiece(model: Model, mode: Mode, terminal: SeenTerminal | undefined): Piece {
  const { visited } = model;
  if (visited === undefined) return { text: 'no terminal', role: 'muted' };
  const sought = mode === 'browse' ? browseNote(model, terminal?.blocks) : '';
  const behind = sought === '' ? '' : ` · ${sought}`;
  const title = cut(oneLine(visited.title, MAX_TITLE), MAX_TITLE, '…');
  const texts = [`${title} is closed: read only${behind}`, `closed: read only${behind}`, `closed${behind}`];
  return { text: fitting(texts, takeOverRoom(model, mode)), role: 'warning' };
}

/** Longest name of a closed terminal in the bar, in cells. */
const MAX_TITLE = 24;

type TakeOver = Extract<Model['dialog'], { readonly kind: 'takeOver' }>;

/** Returns the question before a takeover, which names the running command; longest form first. */
function takeOverTexts(model: Model, dialog: TakeOver): readonly string[] {
  const { holderName: name } = dialog;
  const { running } = cottyMeta<TerminalMeta>(activeTab(model)?._meta);
  const yes = keyOf(model, 'dialog', 'dialog.accept') ?? '';
  const no = keyOf(model, 'dialog', 'dialog.cancel') ?? '';
  const watch = bindingsFor(model.keymap, 'dialog', 'dialog.cancel', dialogContext(dialog)).find(
    ({ when }) => when === 'take-over',
  );
  const letter = watch === undefined ? '' : ` · ${keyLabel(watch.key)}`;
  const watches = letter === '' ? '' : `${letter} watches`;
  const keys = `${yes} takes it over${watches} · ${no} cancels`;
  const holds = `${name} holds this terminal · ${keys}`;
  if (running === undefined) return [holds, `held by ${name} · ${yes}${letter} · ${no}`];
  const line = (cells: number) => cut(firstLine(running.commandLine), cells, '…');
  return [
    `${name} is running ${line(40)} · ${keys}`,
    `${name} is running ${line(16)} · ${keys}`,
    `${name} runs ${line(16)} · ${yes} takes over${watches} · ${no} cancels`,
    `${name} runs ${line(12)} · ${yes}${letter} · ${no}`,
    `${name}: ${yes} takes over${letter} · ${no}`,
  ];
}

function takeOverRoom({ size }: Model, mode: Mode): number {
  return size.cols - chipWidth(mode) - 3;
}

function doing(tab: TerminalInfo, name: string, now: number): string {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  if (running === undefined) return `held by ${name}`;
  return `${name} runs ${firstLine(running.commandLine)} ${elapsed(now - running.timestamp)}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function sharedText({ name, connected }: Owner): string {
  return `watching: shared by ${name}${connected ? '' : ', not connected'}`;
}

/**
 * The texts of the bar, painted beside the chip that Ink draws: clocks, counts and hints change with every second and
 * every step of a scroll, and laying out the chrome anew costs ten times as much as painting a row.
 */
export function barOverlays(
  { middle, hints, x, width }: BarView,
  rect: Rect,
  theme: Theme,
): readonly Overlay[] {
  const end = rect.width - x - width;
  return [
    ...pieceOverlay(middle, { x, y: rect.y, width }, theme),
    ...pieceOverlay(hints, { x: x + width, y: rect.y, width: end }, theme),
  ];
}

/** The message about a host that is away. */
const AWAY = 'the host is not reachable, trying again';

/** How to leave is said only once the host has been away for a while: usually it is back sooner. */
function awayText({ connection, revival }: Model): string {
  if (connection === 'closed') return 'the connection to the host is closed · Ctrl+C leaves';
  return revival === undefined ? `${AWAY} · keys are kept` : `${revival} · Ctrl+C leaves`;
}

function awayRole({ connection, revival }: Model): Piece['role'] {
  return connection === 'closed' || revival !== undefined ? 'error' : 'muted';
}
