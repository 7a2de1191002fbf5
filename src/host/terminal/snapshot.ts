/** The snapshot for a new subscriber: the state of the terminal, and its screen if replaying the content would not draw it. */

import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { RedrawnMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { stateFor } from '../../protocol/to-wire.ts';
import type { WireTerminalState } from '../../protocol/wire.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import type { ContentTail } from '../stream/content-tail.ts';
import type { TabStatus } from './tab-status.ts';
import type { TerminalOutput } from './terminal-output.ts';

/** The parts of a terminal that a checkpoint needs. */
export type Kept = {
  readonly output: TerminalOutput;
  readonly screen: HostScreen;
  readonly status: TabStatus;
};

export type SnapshotParts = {
  readonly state: TerminalState;
  readonly meta: TerminalMeta;
  readonly screen: HostScreen;
  readonly tail: ContentTail;
};

/** The subscriber's protocol version, and whether it understands `ScreenMeta`. */
export type Reader = { readonly version: string; readonly screens: boolean };

export function terminalSnapshot(parts: SnapshotParts, { version, screens }: Reader): WireTerminalState {
  const { state, meta, screen } = parts;
  if (!screens) {
    const content = replayable(parts);
    return stateFor(version, { ...state, content, _meta: { [META_KEY]: meta } });
  }
  screen.read();
  const drawn = screen.drawn(screen.scrollback);
  const content = newest(state.content);
  return stateFor(version, { ...state, content, _meta: { [META_KEY]: { ...meta, ...drawn } } });
}

/**
 * Returns the newest parts, from a numbered command on: `x-cotty/commands` lists the older ones, so that a window opens as fast
 * with many commands as with few. Returns all parts if one without a number would be lost.
 */
function newest(content: readonly ContentPart[]): readonly ContentPart[] {
  if (content.length <= WINDOW_PARTS) return content;
  const from = content.findIndex((part, index) => index >= content.length - WINDOW_PARTS && isNumbered(part));
  const isListed = content.slice(0, from).every((part) => part.type !== 'command' || isNumbered(part));
  return from > 0 && isListed ? content.slice(from) : content;
}

function isNumbered(part: ContentPart): boolean {
  return part.type === 'command' && cottyMeta<CommandMeta>(part._meta).seq !== undefined;
}

/** Limit: parts of a snapshot for a reader that requests older commands when its user scrolls back. */
const WINDOW_PARTS = 400;

/** Resets the reader's emulator: a serialised screen must be drawn on a fresh one. */
const RESET = '\x1bc';

/**
 * Content for readers that replay it part by part. If its text alone would not draw the screen, a part is added that does; the
 * text of commands is never changed. After a command that still runs it is added only for a full-screen program, because further
 * output of the command would go to that part.
 */
function replayable({ state, screen, tail }: SnapshotParts): readonly ContentPart[] {
  const last = state.content.at(-1);
  const isOpen = last?.type === 'command' && !last.isComplete;
  const isStale = !isOpen && (tail.cut || tail.resized);
  if (!isStale && !screen.read().alternate) return state.content;
  const value = RESET + serialise(screen.read(), { scrollback: screen.scrollback });
  const redrawn: RedrawnMeta = { redrawn: true };
  return [...state.content, { type: 'unclassified', value, _meta: { [META_KEY]: redrawn } }];
}
