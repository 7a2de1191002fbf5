/** Validates an action that a client dispatches: known types within their limits. */

import type { Action } from '../envelope.ts';
import type { Parsed } from '../fields/object-fields.ts';
import {
  byType,
  cells,
  claim,
  commandLine,
  cwd,
  data,
  firstIssue,
  flag,
  id,
  input,
  int,
  list,
  loose,
  MAX_INPUT,
  MAX_URI,
  meta,
  NO_CONTROLS,
  name,
  number,
  optional,
  type Schema,
  uri,
} from '../fields/parts.ts';
import type { DispatchActionParams } from '../messages.ts';
import type { InputAction } from '../terminal/actions.ts';

const lifecycle = byType('status', {
  running: {},
  exited: { exitCode: optional(number()) },
});

const terminalInfo = loose({ resource: uri, title: name, claim, lifecycle, _meta: optional(meta) });

const schema = byType('type', {
  'terminal/data': { data },
  'terminal/input': { data: input, _meta: optional(meta) },
  'terminal/output': { data: input },
  'terminal/resized': { cols: cells, rows: cells },
  'terminal/claimed': { claim, _meta: optional(meta) },
  'terminal/titleChanged': { title: name, _meta: optional(meta) },
  'terminal/cwdChanged': { cwd },
  'terminal/exited': { exitCode: optional(number()) },
  'terminal/cleared': {},
  'terminal/commandDetectionAvailable': {},
  'terminal/commandExecuted': { commandId: id, commandLine, timestamp: number(), _meta: optional(meta) },
  'terminal/commandFinished': {
    commandId: id,
    exitCode: optional(number()),
    durationMs: optional(number()),
    _meta: optional(meta),
  },
  'root/agentsChanged': { agents: list(meta) },
  'root/activeSessionsChanged': { activeSessions: int(Number.MIN_SAFE_INTEGER) },
  'root/terminalsChanged': { terminals: list(terminalInfo) },
  'root/configChanged': { config: meta, replace: optional(flag) },
}) satisfies Schema<Action>;

export function parseAction(action: unknown): Parsed<'action', Action> {
  const parsed = schema.safeParse(action);
  return parsed.success ? { ok: true, action: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}

/** Recognises a `dispatchAction` that types text, by hand: keys are by far the most frequent messages of a client. */
type InputParams = DispatchActionParams & { readonly action: InputAction };

/** Returns the params if the schemas would accept them and they have no other keys; undefined leaves them to the schemas. */
export function plainInput(params: unknown): InputParams | undefined {
  if (!hasKeys(params, 3) || !isUri(params['channel']) || !isSeq(params['clientSeq'])) return undefined;
  return isPlainInput(params['action']) ? (params as InputParams) : undefined;
}

function isPlainInput(action: unknown): action is InputAction {
  if (!hasKeys(action, 2) || action['type'] !== 'terminal/input') return false;
  const { data } = action;
  return typeof data === 'string' && data.length <= MAX_INPUT;
}

function isUri(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_URI && NO_CONTROLS.test(value);
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function hasKeys(value: unknown, count: number): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === count
  );
}
