/** Validates an action that a client dispatches: known types within their limits. */

import type { Action } from '../envelope.ts';
import type { Parsed } from '../fields/parsed.ts';
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
  meta,
  name,
  number,
  optional,
  type Schema,
  uri,
} from '../fields/parts.ts';

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
  'terminal/titleChanged': { title: name },
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
