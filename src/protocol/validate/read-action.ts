/** Reads an action that a host sends: checks known types field by field, and keeps unknown ones unchanged. */

import type { Action, UnknownAction } from '../envelope.ts';
import {
  type Check,
  checked,
  isBoolean,
  isNumber,
  isRecord,
  isString,
  isStrings,
  type Raw,
} from '../fields/object-fields.ts';
import { readAnnotation } from '../terminal/annotation.ts';
import { parseAgents } from './read-root.ts';
import { parseClaim, parseInfoPatches, parseTerminalInfos } from './read-terminal.ts';

type Fields = {
  readonly required: { readonly [key: string]: Check };
  readonly optional?: { readonly [key: string]: Check };
};

/** The fields of each action type; the compiler keeps this table complete. */
const FIELDS: { readonly [T in Action['type']]: Fields } = {
  'terminal/data': { required: { data: isString }, optional: { _meta: isRecord } },
  'terminal/output': { required: { data: isString } },
  'terminal/input': { required: { data: isString }, optional: { _meta: isRecord } },
  'terminal/resized': { required: { cols: isSize, rows: isSize } },
  'terminal/claimed': { required: { claim: isRecord }, optional: { _meta: isRecord } },
  'terminal/titleChanged': { required: { title: isString }, optional: { _meta: isRecord } },
  'terminal/cwdChanged': { required: { cwd: isString } },
  'terminal/exited': { required: {}, optional: { exitCode: isNumber } },
  'terminal/cleared': { required: {} },
  'terminal/commandDetectionAvailable': { required: {} },
  'terminal/commandExecuted': {
    required: { commandId: isString, commandLine: isString, timestamp: isNumber },
    optional: { _meta: isRecord },
  },
  'terminal/commandFinished': {
    required: { commandId: isString },
    optional: { exitCode: isNumber, durationMs: isNumber, _meta: isRecord },
  },
  'x-cotty/annotated': {
    required: { commandId: isString },
    optional: { note: isRecord, bookmarked: isBoolean },
  },
  'root/agentsChanged': { required: { agents: Array.isArray } },
  'root/activeSessionsChanged': { required: { activeSessions: isNumber } },
  'root/terminalsChanged': { required: { terminals: Array.isArray } },
  'root/configChanged': { required: { config: isRecord } },
  'x-cotty/terminalsPatched': { required: { changed: Array.isArray }, optional: { order: isStrings } },
};

/** Returns undefined for a known action that lacks a field its reducer needs. */
export function readAction(wire: Raw & { readonly type: string }): Action | UnknownAction | undefined {
  if (!isKnown(wire.type)) return wire as UnknownAction;
  const { required, optional } = FIELDS[wire.type];
  if (!Object.entries(required).every(([key, check]) => check(wire[key]))) return undefined;
  const action = optional === undefined ? wire : checked(wire, optional);
  const shaped = reshape(wire.type, action);
  return shaped === undefined ? undefined : ({ ...action, ...shaped } as Action);
}

/** Reads the fields whose shape depends on the version or contains objects; undefined if one is unusable. */
function reshape(type: Action['type'], action: Raw): Raw | undefined {
  switch (type) {
    case 'terminal/claimed':
      return fieldOf('claim', parseClaim(action['claim']));
    case 'root/terminalsChanged':
      return fieldOf('terminals', parseTerminalInfos(action['terminals']));
    case 'x-cotty/terminalsPatched':
      return fieldOf('changed', parseInfoPatches(action['changed']));
    case 'x-cotty/annotated':
      return readAnnotation(action);
    case 'root/agentsChanged':
      return fieldOf('agents', parseAgents(action['agents']));
    default:
      return {};
  }
}

function fieldOf(key: string, value: unknown): Raw | undefined {
  return value === undefined ? undefined : { [key]: value };
}

function isKnown(type: string): type is Action['type'] {
  return Object.hasOwn(FIELDS, type);
}

function isSize(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
