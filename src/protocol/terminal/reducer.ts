/** The terminal reducer: the only place that knows how a terminal action changes the state (AHP §9.2). */

import { cottyMeta, type Meta, mergeMeta } from '../common/meta.ts';
import {
  type AnnotatedAction,
  type CommandExecutedAction,
  type CommandFinishedAction,
  type DataAction,
  isTerminalAction,
  type TerminalAction,
} from './actions.ts';
import { annotatedPart } from './annotated-part.ts';
import type { CommandMeta, DataMeta } from './command-meta.ts';
import { forgetCommand } from './forget-command.ts';
import { withoutUnsent } from './shorten.ts';
import type { CommandPart, ContentPart, TerminalState } from './state.ts';

/** An action that this build does not know changes nothing (AHP §7). */
export function terminalReducer(
  state: TerminalState,
  action: TerminalAction | { readonly type: string },
): TerminalState {
  if (!isTerminalAction(action)) return state;
  switch (action.type) {
    case 'terminal/data':
      return { ...state, content: appendData(state.content, action) };
    case 'terminal/input':
    // The host reports the effect as `terminal/data`.
    case 'terminal/output':
      return state;
    case 'terminal/resized':
      return { ...state, cols: action.cols, rows: action.rows };
    case 'terminal/claimed':
      return { ...state, claim: action.claim };
    case 'terminal/titleChanged':
      return { ...state, title: action.title };
    case 'terminal/cwdChanged':
      return { ...state, cwd: action.cwd };
    case 'terminal/exited':
      return {
        ...state,
        lifecycle:
          action.exitCode === undefined
            ? { status: 'exited' }
            : { status: 'exited', exitCode: action.exitCode },
      };
    case 'terminal/cleared':
      return { ...state, content: [] };
    case 'terminal/commandDetectionAvailable':
      return { ...state, supportsCommandDetection: true };
    case 'terminal/commandExecuted':
      return {
        ...state,
        content: [...state.content, openPart(action)],
        supportsCommandDetection: true,
      };
    case 'terminal/commandFinished':
      return finishCommand(state, action);
    case 'x-cotty/annotated':
      return annotateCommand(state, action);
  }
}

/** Appends text to the last part if that is an open command or unclassified; otherwise starts a new part. */
function appendData(content: readonly ContentPart[], action: DataAction): readonly ContentPart[] {
  const tail = content.at(-1);
  const grown = tail === undefined ? undefined : grow(tail, action);
  return grown === undefined
    ? [...content, { type: 'unclassified', value: action.data }]
    : content.with(content.length - 1, grown);
}

function grow(tail: ContentPart, { data, _meta }: DataAction): ContentPart | undefined {
  if (tail.type === 'unclassified') return { ...tail, value: tail.value + data };
  if (tail.isComplete) return undefined;
  const { omitted } = cottyMeta<DataMeta>(_meta);
  const part = omitted === undefined ? tail : withoutUnsent(tail, omitted);
  return { ...part, output: part.output + data };
}

function openPart(action: CommandExecutedAction): CommandPart {
  return {
    type: 'command',
    commandId: action.commandId,
    commandLine: action.commandLine,
    output: '',
    timestamp: action.timestamp,
    isComplete: false,
    ...withMeta(action._meta),
  };
}

/** Completes every part with this id; no error if it was cleared or trimmed in the meantime. */
function finishCommand(state: TerminalState, action: CommandFinishedAction): TerminalState {
  let content: ContentPart[] | undefined;
  // There may be thousands of parts: one pass, and a copy only if there is a part to complete.
  for (let at = 0; at < state.content.length; at += 1) {
    const part = state.content[at];
    if (part === undefined || !isCommand(part, action.commandId)) continue;
    content ??= [...state.content];
    content[at] = finishPart(part, action);
  }
  if (content === undefined) return state;
  const { forgotten } = cottyMeta<CommandMeta>(action._meta);
  return { ...state, content: forgotten === true ? forgetCommand(content, action.commandId) : content };
}

/** No error if the part was cleared or trimmed in the meantime. */
function annotateCommand(state: TerminalState, { commandId, ...change }: AnnotatedAction): TerminalState {
  const at = state.content.findLastIndex((part) => isCommand(part, commandId));
  const part = state.content[at];
  return part?.type === 'command'
    ? { ...state, content: state.content.with(at, annotatedPart(part, change)) }
    : state;
}

function isCommand(part: ContentPart, commandId: string): part is CommandPart {
  return part.type === 'command' && part.commandId === commandId;
}

/** Completes a part. An earlier exit code or duration that the action lacks is removed: only the last finish counts. */
function finishPart(part: CommandPart, action: CommandFinishedAction): CommandPart {
  const { exitCode: _code, durationMs: _duration, ...rest } = part;
  return {
    ...rest,
    isComplete: true,
    ...(action.exitCode === undefined ? {} : { exitCode: action.exitCode }),
    ...(action.durationMs === undefined ? {} : { durationMs: action.durationMs }),
    ...withMeta(mergeMeta(part._meta, action._meta)),
  };
}

function withMeta(meta: Meta | undefined): { readonly _meta?: Meta } {
  return meta === undefined ? {} : { _meta: meta };
}
