/** The terminal reducer with the limits of a client: trims old content, and drops a snapshot's screen after the first change. */

import { cottyMeta, META_KEY } from '../protocol/common/meta.ts';
import type { ScreenMeta } from '../protocol/cotty/cotty-meta.ts';
import { type Action, dataIn, type UnknownAction } from '../protocol/envelope.ts';
import type { DataMeta } from '../protocol/terminal/command-meta.ts';
import { terminalReducer } from '../protocol/terminal/reducer.ts';
import type { TerminalState } from '../protocol/terminal/state.ts';
import { TailPieces } from '../protocol/terminal/tail-pieces.ts';
import { contentChars, MAX_PARTS, trimContent } from '../protocol/terminal/trim.ts';
import type { Reduce } from './mirror.ts';

/** Limit: characters of content in a mirror, and those left after a cut: by default half, because a cut copies everything. */
export type ContentLimit = { readonly limitChars: number; readonly keepChars: number };

const DEFAULT_LIMIT: ContentLimit = { limitChars: 1024 * 1024, keepChars: 512 * 1024 };

/** Returns the reducer of one mirror. It counts the added characters, so that content is measured only when it may be too long. */
export function boundedReducer(limit: ContentLimit = DEFAULT_LIMIT): Reduce<TerminalState> {
  let room = 0;
  let last: TerminalState | undefined;
  const tailPieces = new TailPieces();
  const bound = (state: TerminalState): TerminalState => {
    const { content } = trimContent(state.content, limit.limitChars, limit.keepChars, tailPieces);
    room = limit.limitChars - contentChars(content);
    return content === state.content ? state : { ...state, content };
  };
  return (state, action) => {
    // A state that this reducer did not return came with a snapshot, and its length is unknown.
    if (state !== last) {
      room = 0;
      tailPieces.clear();
    }
    room -= charsOf(action);
    // A gap takes text from the end of the last part.
    if (leavesOut(action)) tailPieces.clear();
    const next = withoutScreen(terminalReducer(state, action));
    tailPieces.note(state.content, next.content, dataIn(action));
    last = room < 0 || next.content.length > MAX_PARTS ? bound(next) : next;
    return last;
  };
}

function leavesOut(action: Action | UnknownAction): boolean {
  return action.type === 'terminal/data' && cottyMeta<DataMeta>(action._meta).omitted !== undefined;
}

function charsOf(action: Action | UnknownAction): number {
  return (action.type === 'terminal/commandExecuted' ? action.commandLine : (dataIn(action)?.data ?? ''))
    .length;
}

/** Removes the screen of a snapshot: it is out of date after the first change, and later viewers replay the content. */
function withoutScreen(state: TerminalState): TerminalState {
  if (state._meta === undefined) return state;
  const {
    screen,
    liveFromEnd: _live,
    leftover: _leftover,
    wiped: _wiped,
    ...rest
  } = cottyMeta<ScreenMeta>(state._meta);
  return screen === undefined ? state : { ...state, _meta: { ...state._meta, [META_KEY]: rest } };
}
