/** What `update` answers — the next model and what is to be done in the world, as data. */

import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Row } from '../../screen/cells/row.ts';
import type { ProgramModes } from '../../screen/emulator/emulator.ts';
import type { Block } from '../blocks/block/block.ts';
import type { Body, BodyLine } from '../blocks/block/body-line.ts';
import type { OutputText } from '../blocks/list/search.ts';
import type { CommandId } from '../keys/command-ids.ts';
import type { Notice } from '../outer/send/notice-bytes.ts';
import type { Model, TabView, Tone } from './model.ts';
import type { StripItem } from './tab-label.ts';

export type Effect =
  | { readonly kind: 'input'; readonly uri: string; readonly data: string }
  | { readonly kind: 'claim'; readonly uri: string; readonly takeOverFrom?: string }
  | { readonly kind: 'handOver'; readonly uri: string; readonly to: TerminalClaim }
  /** Tells the host the size of this window's pane, for the terminals this window holds. */
  | { readonly kind: 'fit'; readonly uri: string }
  | { readonly kind: 'create'; readonly name: string; readonly cwd?: string }
  | { readonly kind: 'park'; readonly uri: string }
  | { readonly kind: 'restore'; readonly uri: string }
  | { readonly kind: 'rename'; readonly uri: string; readonly title: string }
  /** Subscribes to a terminal and brings its screen up to date. */
  | { readonly kind: 'look'; readonly uri: string }
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  | { readonly kind: 'page'; readonly text: string }
  /** Asks the host to tell what ends, and what has ended meanwhile. */
  | { readonly kind: 'watchAll' }
  | { readonly kind: 'readWakes' }
  | { readonly kind: 'ackWakes'; readonly n: number }
  | { readonly kind: 'readAgents' }
  | { readonly kind: 'end'; readonly uri: string }
  /** For the desktop. */
  | { readonly kind: 'notify'; readonly notices: readonly Notice[] }
  /** Chosen in the palette: runs as if its key had been pressed. */
  | { readonly kind: 'run'; readonly command: CommandId }
  | { readonly kind: 'colors' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' };

export type Step = { readonly model: Model; readonly effects: readonly Effect[] };

/** What can be seen of a terminal right now; the model does not copy it. */
export type Facts = {
  /** The command the shell is running, as far as marks tell. */
  readonly running: { readonly commandLine: string; readonly since: number } | undefined;
  readonly fullScreen: boolean;
  readonly modes: ProgramModes;
  readonly echoOff: boolean;
  readonly blocks: readonly Block[];
  /** The program's screen. */
  readonly screen: { readonly cols: number; readonly rows: number };
  /** Row of the program's screen on which the live part begins; below 0 when it begins in the scrollback. */
  readonly liveTop: number;
  readonly cwd: string | undefined;
};

/** A body with the plain text of its outputs, for search and copy. */
export type SeenBody = Body & { readonly text: OutputText };

/** What `update` may ask of the world: reading only. */
export type Look = {
  readonly now: number;
  readonly facts: (uri: string) => Facts | undefined;
  /** What the body of a tab is planned from: scrolling needs to measure it. */
  readonly body: (uri: string) => SeenBody | undefined;
  /** What was last painted on a line of the window, for the mouse. */
  readonly lineAt: (y: number) => BodyLine | undefined;
  /** The rows last painted, without the marks of a selection. */
  readonly rows: () => readonly Row[];
  readonly tabAt: (x: number) => StripItem | undefined;
};

export function step(model: Model, ...effects: readonly Effect[]): Step {
  return { model, effects };
}

/** Runs another step on the outcome of the first. */
export function andThen(first: Step, next: (model: Model) => Step): Step {
  const second = next(first.model);
  return { model: second.model, effects: [...first.effects, ...second.effects] };
}

/** What the host's list says of the tab in front. */
export function activeTab(model: Model): TerminalInfo | undefined {
  return model.tabs.find((tab) => tab.resource === model.active);
}

/** The view of the tab in front. */
export function activeView(model: Model): { readonly uri: string; readonly view: TabView } | undefined {
  const uri = model.active;
  const view = uri === undefined ? undefined : model.views[uri];
  return uri === undefined || view === undefined ? undefined : { uri, view };
}

/** The same model where nothing changes: then nothing is painted. */
export function withView(model: Model, uri: string, change: Partial<TabView>): Model {
  const view = model.views[uri];
  if (view === undefined || isPart(change, view)) return model;
  return { ...model, views: { ...model.views, [uri]: { ...view, ...change } } };
}

/** How long a toast stays, in milliseconds. */
const TOAST_MS = 2_500;

export function withToast(model: Model, text: string, now: number, tone: Tone = 'plain'): Model {
  return { ...model, toast: { text, tone, until: now + TOAST_MS } };
}

function isPart(change: Partial<TabView>, view: TabView): boolean {
  const keys = Object.keys(change) as (keyof TabView)[];
  return keys.every((key) => change[key] === view[key]);
}
