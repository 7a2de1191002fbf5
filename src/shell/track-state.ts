/** The state of a terminal's shells according to their marks, and how a command ends. */

import { META_KEY, type Meta } from '../protocol/common/meta.ts';
import { isBoolean, isNumber, isRecord, isString } from '../protocol/fields/object-fields.ts';
import type { TerminalAction } from '../protocol/terminal/actions.ts';
import type { CommandMeta } from '../protocol/terminal/command-meta.ts';
import type { Shell } from './nest/shells.ts';

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
  /** Whether the shell's own history ignores that line, because it begins with a blank. */
  readonly unrecorded?: true;
  readonly open?: OpenCommand;
  /** Working directory, as a file URI; it names the machine if that is another one. */
  readonly cwd?: string;
  readonly shell: Shell;
  /** The shells around this one, outermost first, each with the command that has entered the next. */
  readonly outer: readonly Outer[];
};

type Outer = { readonly shell: Shell; readonly entered: OpenCommand; readonly cwd?: string };

export type Tracked = { readonly state: TrackState; readonly actions: readonly TerminalAction[] };

export const trackStart: TrackState = { detected: false, phase: 'unknown', shell: {}, outer: [] };

/** Whether a stored value is a valid state. */
export function isTrackState(value: unknown): value is TrackState {
  if (!isRecord(value)) return false;
  const { detected, phase, line, open, cwd, shell, outer } = value;
  return (
    isBoolean(detected) &&
    PHASES.has(phase) &&
    (line === undefined || isString(line)) &&
    (open === undefined || isOpenCommand(open)) &&
    (cwd === undefined || isString(cwd)) &&
    isRecord(shell) &&
    Array.isArray(outer) &&
    outer.every((one) => isRecord(one) && isRecord(one['shell']) && isOpenCommand(one['entered']))
  );
}

const PHASES: ReadonlySet<unknown> = new Set(['unknown', 'prompt', 'ready', 'running']);

function isOpenCommand(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { commandId, commandLine, timestamp, meta } = value;
  return isString(commandId) && isString(commandLine) && isNumber(timestamp) && isRecord(meta);
}

/** Finishes the open command. A mark `D` without one is an empty Enter. A reported line that has not run is dropped. */
export function finishOpen(state: TrackState, now: number, exitCode?: number): Tracked {
  const { open, line: _line, unrecorded: _unrecorded, ...rest } = state;
  if (!open) return { state: rest, actions: [] };
  return { state: { ...rest, phase: 'unknown' }, actions: [finishedAction(open, now, exitCode)] };
}

export function finishedAction(
  open: OpenCommand,
  now: number,
  exitCode: number | undefined,
  entered?: CommandMeta['entered'],
): TerminalAction {
  return {
    type: 'terminal/commandFinished',
    commandId: open.commandId,
    ...(exitCode === undefined ? {} : { exitCode }),
    durationMs: Math.max(0, now - open.timestamp),
    _meta: asMeta(entered === undefined ? open.meta : { ...open.meta, entered }),
  };
}

export function asMeta(meta: CommandMeta): Meta {
  return { [META_KEY]: meta };
}
