/** The bar at the bottom as data — the mode's word, what is going on, and the keys that help right now. */

import { textWidth } from '../../screen/width.ts';
import type { LinesBelow } from '../blocks/plan.ts';
import { cut } from '../blocks/span.ts';
import { hints, hintText } from '../keys/hints.ts';
import type { Role } from '../theme/roles.ts';
import { elapsed } from './elapsed.ts';
import { holderOf, type Owner } from './holder.ts';
import { inputContext } from './input-context.ts';
import type { Mode, Model } from './model.ts';
import type { Facts, Look } from './step.ts';
import { activeTab } from './step.ts';
import { programName } from './update/modes.ts';

export type Piece = { readonly text: string; readonly role: Role };

export type BarView = {
  readonly chip: Piece;
  /** Between the chip and the hints; in RUN with an editor this is the editor's hole. */
  readonly middle: Piece;
  readonly hints: Piece;
  /** Cells of the middle. */
  readonly x: number;
  readonly width: number;
};

export type BarInput = {
  readonly model: Model;
  readonly look: Look;
  readonly mode: Mode;
  readonly facts: Facts | undefined;
  readonly below: LinesBelow | undefined;
  /** The editor is drawn into the middle: it wants this many cells. */
  readonly editing: boolean;
};

const CHIP: Readonly<Record<Mode, Piece>> = {
  run: { text: ' RUN ', role: 'modeRun' },
  raw: { text: ' RAW ', role: 'modeRaw' },
  lock: { text: ' LOCK ', role: 'modeLock' },
  browse: { text: ' BROWSE ', role: 'modeBrowse' },
};

export function chipWidth(mode: Mode): number {
  return textWidth(CHIP[mode].text);
}

/** Cells the editor or the text in the middle keeps before hints are cut. */
const MIDDLE_CELLS = 24;

export function barView(input: BarInput): BarView {
  const { model, mode } = input;
  const { cols } = model.size;
  const chip = CHIP[mode];
  const left = chipWidth(mode);
  const room = Math.max(0, cols - left - MIDDLE_CELLS);
  const toast = model.toast;
  const hints: Piece = toast
    ? {
        text: ` ${cut(toast.text, Math.max(room, cols - left - 2), '…')} `,
        role: toast.tone === 'bad' ? 'error' : 'info',
      }
    : { text: ` ${hintsFor(input, room)} `, role: 'muted' };
  const x = left + 1;
  const hintWidth = Math.min(textWidth(hints.text), Math.max(0, cols - x));
  const width = Math.max(0, cols - x - hintWidth);
  return { chip, middle: cutPiece(middleFor(input), width), hints, x, width };
}

function cutPiece(piece: Piece, width: number): Piece {
  return { ...piece, text: cut(piece.text, width, '…') };
}

function hintsFor({ model, look, mode, below }: BarInput, room: number): string {
  // The question names its own keys.
  if (model.dialog?.kind === 'takeOver' || model.connection !== 'ready') return '';
  const { glyphs, keptKeys } = model.look;
  const down =
    below !== undefined && below.lines > 0
      ? `${glyphs.down} ${below.lines}${below.more ? '+' : ''} lines below`
      : '';
  const width = Math.max(0, room - textWidth(down) - 3);
  const space = { width, separator: glyphs.separator, kept: keptKeys };
  const shown = hints(
    model.keymap,
    model.dialog === undefined ? mode : 'dialog',
    inputContext(model, look),
    space,
  );
  return [down, hintText(shown, glyphs.separator)]
    .filter((text) => text !== '')
    .join(` ${glyphs.separator} `);
}

function middleFor({ model, look, mode, facts, editing }: BarInput): Piece {
  const { dialog } = model;
  if (dialog?.kind === 'takeOver') {
    return {
      text: `${dialog.holderName} holds this terminal · Enter takes it over · w watches · Esc cancels`,
      role: 'warning',
    };
  }
  if (model.connection !== 'ready')
    return { text: 'the host is away, trying again… · Ctrl+C leaves', role: 'error' };
  const tab = activeTab(model);
  if (tab === undefined) return { text: 'no terminal', role: 'muted' };
  if (tab.lifecycle.status === 'exited') {
    const { exitCode } = tab.lifecycle;
    const how = exitCode === undefined ? '' : ` with ${exitCode}`;
    return { text: `the shell has exited${how} · Enter closes the tab`, role: 'warning' };
  }
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'other') return { text: `watching: held by ${holder.name}`, role: 'warning' };
  if (holder.kind === 'owner') return { text: sharedText(holder), role: 'warning' };
  if (editing) return { text: '', role: 'input' };
  const running = facts?.running;
  if (running === undefined) return { text: '', role: 'muted' };
  const time = elapsed(look.now - running.since);
  const whole =
    mode === 'run' ? `${programName(facts)} ${time} · keys go to it` : `${programName(facts)} ${time}`;
  return { text: whole, role: 'running' };
}

function sharedText({ name, connected }: Owner): string {
  return `watching: shared by ${name}${connected ? '' : ', away'}`;
}
