/** The snapshot for a new subscriber: the state, and the screen where replaying the content would not show it. */

import { META_KEY } from '../../protocol/common/meta.ts';
import type { RedrawnMeta, ScreenMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { stateFor } from '../../protocol/to-wire.ts';
import type { WireTerminalState } from '../../protocol/wire.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import type { ContentTail } from '../stream/content-tail.ts';

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
  const liveFromEnd = screen.liveFromEnd();
  const drawn: ScreenMeta = {
    screen: serialise(screen.read(), { scrollback: screen.scrollback }),
    ...(liveFromEnd === undefined ? {} : { liveFromEnd }),
  };
  return stateFor(version, { ...state, _meta: { [META_KEY]: { ...meta, ...drawn } } });
}

/** Resets the reader's emulator: a serialised screen must be drawn on a fresh one. */
const RESET = '\x1bc';

/**
 * Content for readers that replay it part by part. Where its own text would not draw the screen, a part behind it does: no
 * text that a command printed is replaced. Behind an open command there is one for a full-screen program only, because what
 * the command prints next goes to that part.
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
