/** Validates an action that a client dispatches: known types within their limits. */

import * as z from 'zod';
import type { Action } from '../envelope.ts';
import { withoutNulls } from './fields/object-fields.ts';
import type { Parsed } from './fields/parsed.ts';
import {
  cells,
  claim,
  commandLine,
  cwd,
  data,
  firstIssue,
  id,
  input,
  loose,
  meta,
  name,
  uri,
} from './fields/parts.ts';

const lifecycle = z.preprocess(
  withoutNulls,
  z.discriminatedUnion('status', [
    z.looseObject({ status: z.literal('running') }),
    z.looseObject({ status: z.literal('exited'), exitCode: z.number().exactOptional() }),
  ]),
);

const terminalInfo = loose({ resource: uri, title: name, claim, lifecycle, _meta: meta.exactOptional() });

const schema = z.preprocess(
  withoutNulls,
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('terminal/data'), data }),
    z.looseObject({ type: z.literal('terminal/input'), data: input, _meta: meta.exactOptional() }),
    z.looseObject({ type: z.literal('terminal/output'), data: input }),
    z.looseObject({ type: z.literal('terminal/resized'), cols: cells, rows: cells }),
    z.looseObject({ type: z.literal('terminal/claimed'), claim, _meta: meta.exactOptional() }),
    z.looseObject({ type: z.literal('terminal/titleChanged'), title: name }),
    z.looseObject({ type: z.literal('terminal/cwdChanged'), cwd }),
    z.looseObject({ type: z.literal('terminal/exited'), exitCode: z.number().exactOptional() }),
    z.looseObject({ type: z.literal('terminal/cleared') }),
    z.looseObject({ type: z.literal('terminal/commandDetectionAvailable') }),
    z.looseObject({
      type: z.literal('terminal/commandExecuted'),
      commandId: id,
      commandLine,
      timestamp: z.number(),
      _meta: meta.exactOptional(),
    }),
    z.looseObject({
      type: z.literal('terminal/commandFinished'),
      commandId: id,
      exitCode: z.number().exactOptional(),
      durationMs: z.number().exactOptional(),
      _meta: meta.exactOptional(),
    }),
    z.looseObject({ type: z.literal('root/agentsChanged'), agents: z.array(meta) }),
    z.looseObject({ type: z.literal('root/activeSessionsChanged'), activeSessions: z.int() }),
    z.looseObject({ type: z.literal('root/terminalsChanged'), terminals: z.array(terminalInfo) }),
    z.looseObject({
      type: z.literal('root/configChanged'),
      config: meta,
      replace: z.boolean().exactOptional(),
    }),
  ]),
) satisfies z.ZodType<Action>;

export function parseAction(action: unknown): Parsed<'action', Action> {
  const parsed = schema.safeParse(action);
  return parsed.success ? { ok: true, action: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}
