/**
 * The basis of a scene: all that it is made of, except for the text of the live screen in front. After output that leaves the
 * basis as it was, only live rows and the cursor have to be drawn anew.
 */

import type { Block } from '../../../client/blocks/block.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Model } from '../../model/model.ts';
import { openUris } from '../../model/panes/pane-layout.ts';
import { activeView } from '../../model/step.ts';
import type { SeenTerminal, ViewState } from '../../model/view-state.ts';
import { liveArea } from '../../terminal/live-area.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import type { PaneScene } from './pane-scene.ts';

export type Basis = {
  readonly model: Model;
  readonly live: ScreenView;
  /** Where the live part begins. */
  readonly start: number;
  /** All else but the terminal, compared by identity. */
  readonly parts: readonly unknown[];
  readonly terminal: SeenTerminal;
};

/** Makes the basis of a scene whose front pane is `pane`; undefined when the scene depends on the text of the screen in other ways. */
export function basisOf(
  model: Model,
  viewState: ViewState,
  live: ScreenView | undefined,
  { plan, body, input }: PaneScene,
): Basis | undefined {
  const front = activeView(model);
  const terminal = front && viewState.terminal(front.uri);
  if (front === undefined || terminal === undefined || live === undefined || plan === undefined)
    return undefined;
  const { mode, selection } = front.view;
  // Dialogs, selections and RUN's line may stand on rows of the screen, or repeat their text.
  if (model.dialog !== undefined || selection !== undefined || input.length > 0) return undefined;
  const { rows, screen } = liveArea(() => live, mode, !terminal.lineEditing);
  // A screen that is taller than its pane is scrolled to the cursor.
  const scrolled = screen !== undefined && screen.rows > body.height ? live.cursor.y : undefined;
  const others = openUris(model).slice(1);
  const parts = [
    ...[rows, screen?.top, screen?.rows, scrolled, live.hiddenLeft(body.width)],
    // Clocks show whole seconds.
    Math.floor(viewState.now / 1000),
    ...others.map((uri) => viewState.terminal(uri)),
  ];
  return { model, live, start: live.start, parts, terminal };
}

export function isSameBasis(one: Basis | undefined, other: Basis | undefined): boolean {
  if (one === undefined || other === undefined || one.parts.length !== other.parts.length) return false;
  return (
    isBasisOf(one, other.model, other.live) &&
    one.parts.every((part, at) => Object.is(part, other.parts[at])) &&
    isAlike(one.terminal, other.terminal)
  );
}

/** Whether output that has changed only the row of the cursor has left the basis as it was. */
export function isBasisOf(basis: Basis, model: Model, live: ScreenView): boolean {
  return basis.model === model && basis.live === live && basis.start === live.start;
}

// Compares two states of a terminal: all but the text on its screen.

type Same<T> = (one: T, other: T) => boolean;

const SAME: { readonly [K in keyof Required<SeenTerminal>]: Same<SeenTerminal[K]> } = {
  running: hasSame,
  fullScreen: Object.is,
  modes: hasSame,
  colors: Object.is,
  echoOff: Object.is,
  lineEditing: Object.is,
  foreground: Object.is,
  within: Object.is,
  blocks: areSame,
  screen: (one, other) => hasSame(one, { ...other, cell: one.cell }) && hasSame(one.cell, other.cell),
  liveTop: Object.is,
  cwd: Object.is,
  cursorRow: () => true,
};

function isAlike(one: SeenTerminal, other: SeenTerminal): boolean {
  const same = (key: keyof SeenTerminal) => (SAME[key] as Same<unknown>)(one[key], other[key]);
  return one === other || (Object.keys(SAME) as (keyof SeenTerminal)[]).every(same);
}

function hasSame<T extends object>(one: T | undefined, other: T | undefined): boolean {
  if (one === other || one === undefined || other === undefined) return one === other;
  return (Object.keys(one) as (keyof T)[]).every((key) => Object.is(one[key], other[key]));
}

function areSame(one: readonly Block[], other: readonly Block[]): boolean {
  if (one === other) return true;
  return (
    one.length === other.length && one.every((block, at) => block === other[at] || isGrown(block, other[at]))
  );
}

/** Whether a block is that of the same running command, which may have printed more: its output is the live rows. */
function isGrown({ status, part }: Block, grown: Block | undefined): boolean {
  if (status.kind !== 'running' || grown?.status.kind !== 'running') return false;
  const now: CommandPart = grown.part;
  return hasSame<CommandPart>({ ...part, output: '' }, { ...now, output: '' });
}
