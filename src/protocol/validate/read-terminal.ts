/**
 * Reads the terminal shapes that a host sends, of either generation and from any host: keeps everything that can be shown.
 * Does not use zod, on purpose: clients load this at start-up, and the data they receive has no limits to enforce.
 */

import { checked, isBoolean, isNumber, isRecord, isString, type Raw } from '../fields/object-fields.ts';
import type { InfoPatch } from '../root/list-patch.ts';
import type {
  ContentPart,
  Lifecycle,
  TerminalClaim,
  TerminalInfo,
  TerminalState,
} from '../terminal/state.ts';
import type { WireTerminalInfo, WireTerminalState } from '../wire.ts';

const STATE_FIELDS = {
  cwd: isString,
  cols: isNumber,
  rows: isNumber,
  exitCode: isNumber,
  supportsCommandDetection: isBoolean,
  isPty: isBoolean,
  executionTarget: isTarget,
  _meta: isRecord,
};

/** Returns undefined only if `wire` is not an object. */
export function parseTerminalState(wire: unknown): TerminalState | undefined {
  if (!isRecord(wire)) return undefined;
  const state = {
    ...checked(wire, STATE_FIELDS),
    title: isString(wire['title']) ? wire['title'] : '',
    content: parseContent(wire['content']),
    claim: parseClaim(wire['claim']) ?? NOBODY,
    lifecycle: parseLifecycle(wire['lifecycle']),
  };
  return readTerminalState(state as WireTerminalState);
}

export function parseTerminalInfos(wire: unknown): TerminalInfo[] | undefined {
  return Array.isArray(wire) ? wire.flatMap(parseInfo) : undefined;
}

/** Leaves out an entry without a URI, because it cannot be opened. */
function parseInfo(wire: unknown): TerminalInfo[] {
  if (!isRecord(wire) || !isString(wire['resource'])) return [];
  const info = {
    ...checked(wire, { exitCode: isNumber, executionTarget: isTarget, _meta: isRecord }),
    title: isString(wire['title']) ? wire['title'] : '',
    claim: parseClaim(wire['claim']) ?? NOBODY,
    lifecycle: parseLifecycle(wire['lifecycle']),
  };
  return [readTerminalInfo(info as WireTerminalInfo)];
}

/** Reads the changes of a list. What is wrong in one of them is left out, and a terminal without a URI. */
export function parseInfoPatches(wire: unknown): InfoPatch[] | undefined {
  if (!Array.isArray(wire)) return undefined;
  return wire.flatMap((patch: unknown) => {
    if (!isRecord(patch) || !isString(patch['resource'])) return [];
    const fields = checked(patch, { title: isString, executionTarget: isTarget, meta: isRecord });
    const { claim: _claim, lifecycle: _lifecycle, ...rest } = fields;
    const claim = parseClaim(patch['claim']);
    const lifecycle = parseLifecycle(patch['lifecycle']);
    return [{ ...rest, ...(claim && { claim }), ...(lifecycle && { lifecycle }) } as unknown as InfoPatch];
  });
}

/** Stands for a holder of an unknown kind, which is at least not this client. */
const NOBODY: TerminalClaim = { kind: 'client', clientId: '' };

const CLAIM_FIELDS = { chat: isString, turnId: isString, toolCallId: isString };

export function parseClaim(wire: unknown): TerminalClaim | undefined {
  if (!isRecord(wire)) return undefined;
  const isClient = wire['kind'] === 'client' && isString(wire['clientId']);
  const isSession = wire['kind'] === 'session' && isString(wire['session']);
  return isClient || isSession ? (checked(wire, CLAIM_FIELDS) as TerminalClaim) : undefined;
}

function parseLifecycle(wire: unknown): Lifecycle | undefined {
  if (!isRecord(wire)) return undefined;
  if (wire['status'] !== 'running' && wire['status'] !== 'exited') return undefined;
  return checked(wire, { exitCode: isNumber }) as Lifecycle;
}

/** Reads content, which was one string before 0.2. */
function parseContent(wire: unknown): readonly ContentPart[] {
  if (isString(wire)) return wire === '' ? [] : [{ type: 'unclassified', value: wire }];
  return Array.isArray(wire) ? wire.map(parsePart) : [];
}

const COMMAND_FIELDS = { exitCode: isNumber, durationMs: isNumber, _meta: isRecord };

/** A part of an unknown type shows nothing, but new data does not go to an open command before it (AHP §7). */
function parsePart(wire: unknown): ContentPart {
  if (isRecord(wire)) {
    if (wire['type'] === 'unclassified' && isString(wire['value'])) return wire as ContentPart;
    if (isCommandPart(wire)) return checked(wire, COMMAND_FIELDS) as ContentPart;
  }
  return { type: 'unclassified', value: '' };
}

function isCommandPart(wire: Raw): boolean {
  return (
    wire['type'] === 'command' &&
    isString(wire['commandId']) &&
    isString(wire['commandLine']) &&
    isString(wire['output']) &&
    isNumber(wire['timestamp']) &&
    isBoolean(wire['isComplete'])
  );
}

function isTarget(value: unknown): boolean {
  return value === 'server' || value === 'client';
}

/** Wire → internal: converts either generation of the terminal shapes to the newest one. */
function readTerminalState(wire: WireTerminalState): TerminalState {
  return withLifecycle(wire);
}

function readTerminalInfo(wire: WireTerminalInfo): TerminalInfo {
  return withLifecycle(wire);
}

type EitherShape = Pick<WireTerminalInfo, 'lifecycle' | 'exitCode'>;

/** `lifecycle` wins if a peer sends both: it can express "exited without a code", the old key cannot. */
function withLifecycle<T extends EitherShape>(wire: T) {
  const { exitCode, lifecycle, ...rest } = wire;
  return { ...rest, lifecycle: lifecycle ?? fromExitCode(exitCode) };
}

function fromExitCode(exitCode: number | undefined): TerminalInfo['lifecycle'] {
  return exitCode === undefined ? { status: 'running' } : { status: 'exited', exitCode };
}
