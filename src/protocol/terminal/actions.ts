/** Terminal channel actions. Facts are in the past tense; `input` and `output` change no state. */

import type { Meta } from '../common/meta.ts';
import type { Annotation } from './annotation.ts';
import type { TerminalClaim } from './state.ts';

export type DataAction = {
  readonly type: 'terminal/data';
  readonly data: string;
  readonly _meta?: Meta;
};
/** Output from the client that runs the pty, sent only to the host; viewers receive it as `terminal/data`. */
export type OutputAction = { readonly type: 'terminal/output'; readonly data: string };
export type InputAction = {
  readonly type: 'terminal/input';
  readonly data: string;
  readonly _meta?: Meta;
};
export type ResizedAction = {
  readonly type: 'terminal/resized';
  readonly cols: number;
  readonly rows: number;
};
export type ClaimedAction = {
  readonly type: 'terminal/claimed';
  readonly claim: TerminalClaim;
  readonly _meta?: Meta;
};
export type TitleChangedAction = {
  readonly type: 'terminal/titleChanged';
  readonly title: string;
  readonly _meta?: Meta;
};
export type CwdChangedAction = { readonly type: 'terminal/cwdChanged'; readonly cwd: string };
export type ExitedAction = { readonly type: 'terminal/exited'; readonly exitCode?: number };
export type ClearedAction = { readonly type: 'terminal/cleared' };
export type CommandDetectionAvailableAction = { readonly type: 'terminal/commandDetectionAvailable' };
export type CommandExecutedAction = {
  readonly type: 'terminal/commandExecuted';
  readonly commandId: string;
  readonly commandLine: string;
  /** Unix milliseconds on the host's clock. */
  readonly timestamp: number;
  readonly _meta?: Meta;
};
export type CommandFinishedAction = {
  readonly type: 'terminal/commandFinished';
  readonly commandId: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
  readonly _meta?: Meta;
};

/** A finished command has got a note or a bookmark, or lost one. */
export type AnnotatedAction = Annotation & {
  readonly type: 'x-cotty/annotated';
  readonly commandId: string;
};

export type TerminalAction =
  | DataAction
  | OutputAction
  | InputAction
  | ResizedAction
  | ClaimedAction
  | TitleChangedAction
  | CwdChangedAction
  | ExitedAction
  | ClearedAction
  | CommandDetectionAvailableAction
  | CommandExecutedAction
  | CommandFinishedAction
  | AnnotatedAction;

/** All types of terminal actions; the compiler keeps the table complete. */
const TERMINAL_ACTIONS: { readonly [T in TerminalAction['type']]: true } = {
  'terminal/data': true,
  'terminal/output': true,
  'terminal/input': true,
  'terminal/resized': true,
  'terminal/claimed': true,
  'terminal/titleChanged': true,
  'terminal/cwdChanged': true,
  'terminal/exited': true,
  'terminal/cleared': true,
  'terminal/commandDetectionAvailable': true,
  'terminal/commandExecuted': true,
  'terminal/commandFinished': true,
  'x-cotty/annotated': true,
};

export function isTerminalAction(action: { readonly type: string }): action is TerminalAction {
  return Object.hasOwn(TERMINAL_ACTIONS, action.type);
}

export function isAnnotated(action: { readonly type: string }): action is AnnotatedAction {
  return action.type === 'x-cotty/annotated';
}
