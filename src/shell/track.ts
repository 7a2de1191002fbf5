/** Turns shell-integration sequences into terminal actions: which command runs, how it ended, and the working directory. */

import type { CommandMeta } from '../protocol/terminal/command-meta.ts';
import { fileUri } from './file-uri.ts';
import type { Mark } from './mark.ts';
import { type Here, told } from './nest/shells.ts';
import { asMeta, finishOpen, type OpenCommand, type Tracked, type TrackState } from './track-state.ts';
import { leave, turnTo } from './turn.ts';

export type TrackContext = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Returns a new command id, `cmd-N`, that this terminal has never used; called only when a command starts. */
  readonly id: () => string;
  readonly cols: number;
  readonly writer?: string;
  readonly here: Here;
};

/** Returns undefined for a mark that is ignored, because no command can have started the shell that it claims to be from. */
export function track(state: TrackState, mark: Mark, context: TrackContext): Tracked | undefined {
  const turned = turnTo(state, mark, context.now);
  if (turned === undefined) return undefined;
  const { state: next, actions } = step({ ...turned.state, detected: true }, mark, context);
  const all = [...turned.actions, ...actions];
  return {
    state: next,
    actions: state.detected ? all : [{ type: 'terminal/commandDetectionAvailable' }, ...all],
  };
}

/** Finishes everything when the terminal ends. */
export function finishAll(state: TrackState, now: number, exitCode?: number): Tracked {
  return leave(state, 0, now, exitCode);
}

function step(state: TrackState, mark: Mark, context: TrackContext): Tracked {
  switch (mark.kind) {
    // At the prompt of the shell that runs the open command, that command has ended.
    case 'promptStart': {
      const closed = finishOpen(state, context.now);
      return { ...closed, state: { ...closed.state, phase: 'prompt' } };
    }
    case 'promptEnd':
      return { state: state.phase === 'running' ? state : { ...state, phase: 'ready' }, actions: [] };
    case 'commandLine':
      return { state: { ...state, line: mark.line }, actions: [] };
    case 'executed':
      return execute(state, mark, context);
    case 'finished':
      return finishOpen(state, context.now, mark.exitCode);
    case 'property':
      // A sequence that any program can print must not keep a command out of the record.
      if (mark.key === 'Unrecorded')
        return { state: mark.unverified ? state : { ...state, unrecorded: true }, actions: [] };
      return mark.key === 'Cwd' ? changeCwd(state, mark.value) : describe(state, mark, context.here);
  }
}

function execute(
  state: TrackState,
  mark: Extract<Mark, { kind: 'executed' }>,
  context: TrackContext,
): Tracked {
  const older = finishOpen(state, context.now);
  const meta: CommandMeta = {
    ...(context.writer === undefined ? {} : { writer: context.writer }),
    ...(state.cwd === undefined ? {} : { cwd: state.cwd }),
    cols: context.cols,
    ...(state.shell.where === undefined ? {} : { where: state.shell.where }),
    ...(mark.unverified ? { unverified: true } : {}),
    ...(state.unrecorded === true ? { unrecorded: true } : {}),
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

/** The folder of a shell on another machine is set on its commands, but not on the terminal: it does not exist here. */
function changeCwd(state: TrackState, path: string): Tracked {
  const uri = fileUri(path);
  const machine = state.shell.where?.host;
  const cwd =
    uri === undefined || machine === undefined
      ? uri
      : uri.replace('file://', `file://${encodeURIComponent(machine)}`);
  if (cwd === undefined || cwd === state.cwd) return { state, actions: [] };
  return {
    state: { ...state, cwd },
    actions: machine === undefined ? [{ type: 'terminal/cwdChanged', cwd }] : [],
  };
}

/**
 * Takes a property of a shell. Name, user and machine are taken from inner shells only: those of the terminal's own are known.
 */
function describe(
  state: TrackState,
  { key, value }: { readonly key: string; readonly value: string },
  here: Here,
): Tracked {
  const { where } = state.shell;
  if (key === 'Editor') {
    const fromTty = value === 'tty';
    const shell = { ...state.shell, fetches: fromTty || value === 'keys', fromTty };
    return { state: { ...state, shell }, actions: [] };
  }
  if (where === undefined) return { state, actions: [] };
  return {
    state: { ...state, shell: { ...state.shell, where: told(where, key, value, here) } },
    actions: [],
  };
}
