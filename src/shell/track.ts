/** Turns marks into terminal actions: which command runs, how it ended, and the working directory of the shell. */

import type { Meta } from '../protocol/common/meta.ts';
import { META_KEY } from '../protocol/common/meta.ts';
import type { TerminalAction } from '../protocol/terminal/actions.ts';
import type { CommandMeta } from '../protocol/terminal/command-meta.ts';
import { fileUri } from './file-uri.ts';
import type { Mark } from './mark.ts';

export type OpenCommand = {
  readonly commandId: string;
  readonly commandLine: string;
  readonly timestamp: number;
  readonly meta: CommandMeta;
};

export type TrackState = {
  readonly detected: boolean;
  /** `prompt`: the shell waits for a command. `ready`: its line editor has also drawn the prompt. */
  readonly phase: 'unknown' | 'prompt' | 'ready' | 'running';
  /** Command line that the shell announced but has not executed yet. */
  readonly line?: string;
  readonly open?: OpenCommand;
  /** Working directory, as a file URI. */
  readonly cwd?: string;
};

export type TrackContext = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Returns a new command id, `cmd-N`, that this terminal has never used; called only when a command starts. */
  readonly id: () => string;
  readonly cols: number;
  readonly writer?: string;
};

export type Tracked = { readonly state: TrackState; readonly actions: readonly TerminalAction[] };

export const trackStart: TrackState = { detected: false, phase: 'unknown' };

export function track(state: TrackState, mark: Mark, context: TrackContext): Tracked {
  const { state: next, actions } = step({ ...state, detected: true }, mark, context);
  if (state.detected) return { state: next, actions };
  return { state: next, actions: [{ type: 'terminal/commandDetectionAvailable' }, ...actions] };
}

/** Finishes the open command when the shell itself ends; `exitCode` is given when it is also the command's. */
export function finishOpen(state: TrackState, now: number, exitCode?: number): Tracked {
  return close(state, now, exitCode);
}

function step(state: TrackState, mark: Mark, context: TrackContext): Tracked {
  switch (mark.kind) {
    // Only the main shell prints our marks: at its prompt no command can be running.
    case 'promptStart': {
      const closed = close(state, context.now, undefined);
      return { ...closed, state: { ...closed.state, phase: 'prompt' } };
    }
    case 'promptEnd':
      return { state: state.phase === 'running' ? state : { ...state, phase: 'ready' }, actions: [] };
    case 'commandLine':
      return { state: { ...state, line: mark.line }, actions: [] };
    case 'executed':
      return execute(state, mark, context);
    case 'finished':
      return close(state, context.now, mark.exitCode);
    case 'property':
      return mark.key === 'Cwd' ? changeCwd(state, mark.value) : { state, actions: [] };
  }
}

function execute(
  state: TrackState,
  mark: Extract<Mark, { kind: 'executed' }>,
  context: TrackContext,
): Tracked {
  const older = close(state, context.now, undefined);
  const meta: CommandMeta = {
    ...(context.writer === undefined ? {} : { writer: context.writer }),
    ...(state.cwd === undefined ? {} : { cwd: state.cwd }),
    cols: context.cols,
    ...(mark.unverified ? { unverified: true } : {}),
  };
  const open: OpenCommand = {
    commandId: context.id(),
    commandLine: mark.line ?? state.line ?? '',
    timestamp: context.now,
    meta,
  };
  const { commandId, commandLine, timestamp } = open;
  return {
    state: { ...older.state, phase: 'running', open },
    actions: [
      ...older.actions,
      { type: 'terminal/commandExecuted', commandId, commandLine, timestamp, _meta: asMeta(meta) },
    ],
  };
}

/** Finishes the open command. `D` without one is an empty Enter. An announced line that has not run never will. */
function close(state: TrackState, now: number, exitCode: number | undefined): Tracked {
  const { open, line: _line, ...rest } = state;
  if (!open) return { state: rest, actions: [] };
  const durationMs = Math.max(0, now - open.timestamp);
  return {
    state: { ...rest, phase: 'unknown' },
    actions: [
      {
        type: 'terminal/commandFinished',
        commandId: open.commandId,
        ...(exitCode === undefined ? {} : { exitCode }),
        durationMs,
        _meta: asMeta(open.meta),
      },
    ],
  };
}

function changeCwd(state: TrackState, path: string): Tracked {
  const cwd = fileUri(path);
  if (cwd === undefined || cwd === state.cwd) return { state, actions: [] };
  return { state: { ...state, cwd }, actions: [{ type: 'terminal/cwdChanged', cwd }] };
}

function asMeta(meta: CommandMeta): Meta {
  return { [META_KEY]: meta };
}
