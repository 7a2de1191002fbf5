/** Reads the results that a host sends; the state in a snapshot is not read until its channel is known. */

import type { Meta } from '../common/meta.ts';
import type { PicturePiece } from '../cotty/cotty-requests.ts';
import type { ActionEnvelope } from '../envelope.ts';
import type { AgentStatus, HostStatus, InitializeResult, Survivor } from '../messages.ts';
import { checked, isBoolean, isNumber, isRecord, isSeq, isString, type Raw } from './fields/object-fields.ts';
import type { Parsed } from './fields/parsed.ts';
import { parseEnvelope } from './read-envelope.ts';

export type WireSnapshot = { readonly resource: string; readonly state: unknown; readonly fromSeq: number };
export type Welcome = Omit<InitializeResult, 'snapshots'> & { readonly snapshots: readonly WireSnapshot[] };

/**
 * A reconnect result, one type for all forms. If `kind` is `snapshot`, a requested channel without a snapshot has ended; if
 * it is `replay`, only the channels in `missing` have.
 */
export type Recovery = {
  readonly kind: 'replay' | 'snapshot';
  /** Envelopes in the order of their serverSeq. */
  readonly actions: readonly ActionEnvelope[];
  readonly snapshots: readonly WireSnapshot[];
  readonly missing: readonly string[];
  readonly _meta?: Meta;
};

export function parseInitializeResult(result: unknown): Parsed<'welcome', Welcome> {
  if (!isRecord(result) || !isString(result['protocolVersion']) || !isSeq(result['serverSeq'])) {
    return { ok: false, error: 'protocolVersion or serverSeq is missing' };
  }
  const fields = checked(result, { defaultDirectory: isString, serverInfo: isNamed, _meta: isRecord });
  const welcome: unknown = { ...fields, snapshots: parseSnapshots(result['snapshots']) };
  return { ok: true, welcome: welcome as Welcome };
}

/** Returns undefined for a channel without state and for an unusable result. */
export function parseSubscribeResult(result: unknown): WireSnapshot | undefined {
  return isRecord(result) ? parseSnapshots([result['snapshot']])[0] : undefined;
}

export function parseReconnectResult(result: unknown): Parsed<'recovery', Recovery> {
  if (!isRecord(result)) return { ok: false, error: 'not an object' };
  const meta = isRecord(result['_meta']) ? { _meta: result['_meta'] } : {};
  if (Array.isArray(result['channels']))
    return { ok: true, recovery: { ...joinChannels(result['channels']), ...meta } };
  const kind = result['type'];
  if (kind !== 'replay' && kind !== 'snapshot') return { ok: false, error: 'neither replay nor snapshot' };
  const recovery: Recovery = {
    kind,
    actions: kind === 'replay' ? parseEnvelopes(result['actions']) : [],
    snapshots: kind === 'snapshot' ? parseSnapshots(result['snapshots']) : [],
    missing: Array.isArray(result['missing']) ? result['missing'].filter(isString) : [],
    ...meta,
  };
  return { ok: true, recovery };
}

function isErrors(value: unknown): boolean {
  return isRecord(value) && isNumber(value['count']) && isNumber(value['at']) && isString(value['message']);
}

export function parseHostStatus(result: unknown): Parsed<'status', HostStatus> {
  const required = ['pid', 'startedAt', 'clients', 'terminals'];
  if (!isRecord(result) || !isString(result['version'])) return { ok: false, error: 'no version' };
  const missing = required.find((key) => !isNumber(result[key]));
  if (missing !== undefined) return { ok: false, error: `${missing}: not a number` };
  const fields = checked(result, {
    socket: isString,
    address: isString,
    web: isString,
    unknownActions: isNumber,
    rawLog: isBoolean,
    errors: isErrors,
    agents: Array.isArray,
    survivors: Array.isArray,
  });
  const { agents, survivors, ...rest } = fields;
  const status = {
    ...rest,
    ...(Array.isArray(agents) ? { agents: agents.filter(isAgent) } : {}),
    ...(Array.isArray(survivors) ? { survivors: survivors.filter(isSurvivor) } : {}),
  };
  return { ok: true, status: status as unknown as HostStatus };
}

/** Returns the text of a note; empty where there is none. */
export function parseNote(result: unknown): string {
  const text = isRecord(result) ? result['text'] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Returns as many lines as were asked for; empty where there is none. */
export function parseLastLines(result: unknown, count: number): readonly string[] {
  const lines: readonly unknown[] = isRecord(result) && Array.isArray(result['lines']) ? result['lines'] : [];
  return Array.from({ length: count }, (_, index) => {
    const line = lines[index];
    return isString(line) ? line : '';
  });
}

/** Words that are not even texts are left out. */
export function parseUnknown(result: unknown): Parsed<'value', readonly string[]> {
  if (!isRecord(result) || !Array.isArray(result['words'])) return { ok: false, error: 'words are missing' };
  return { ok: true, value: result['words'].filter(isString) };
}

export function parsePicture(result: unknown): Parsed<'value', PicturePiece> {
  const numbers = ['width', 'height', 'bytes'];
  const isPiece =
    isRecord(result) &&
    isString(result['format']) &&
    isString(result['data']) &&
    numbers.every((key) => isSeq(result[key]));
  if (!isPiece) return { ok: false, error: 'format, size or data are missing' };
  return { ok: true, value: result as PicturePiece };
}

/** Joins the entries of the form in which each channel has its own outcome. */
function joinChannels(channels: readonly unknown[]): Recovery {
  const entries = channels.filter(isRecord);
  const ofKind = (kind: string) => entries.filter((entry) => entry['kind'] === kind);
  return {
    kind: 'replay',
    actions: ofKind('replay')
      .flatMap((entry) => parseEnvelopes(entry['actions']))
      .sort(bySeq),
    snapshots: parseSnapshots(ofKind('snapshot').map((entry) => entry['snapshot'])),
    missing: ofKind('missing').flatMap((entry) => (isString(entry['channel']) ? [entry['channel']] : [])),
  };
}

function parseEnvelopes(wire: unknown): ActionEnvelope[] {
  if (!Array.isArray(wire)) return [];
  const envelopes = wire.flatMap((entry) => {
    const parsed = parseEnvelope(entry);
    return parsed.ok ? [parsed.envelope] : [];
  });
  return envelopes.sort(bySeq);
}

function parseSnapshots(wire: unknown): WireSnapshot[] {
  return Array.isArray(wire) ? wire.filter(isSnapshot) : [];
}

function isSnapshot(wire: unknown): wire is WireSnapshot {
  return isRecord(wire) && isString(wire['resource']) && isSeq(wire['fromSeq']) && isRecord(wire['state']);
}

function bySeq(left: ActionEnvelope, right: ActionEnvelope): number {
  return left.serverSeq - right.serverSeq;
}

function isAgent(value: unknown): value is AgentStatus {
  if (!isRecord(value) || !isString(value['handle']) || !isNumber(value['since'])) return false;
  return Array.isArray(value['holds']) && value['holds'].every(isString);
}

function isSurvivor(value: unknown): value is Survivor {
  return isRecord(value) && isNumber(value['pid']) && isString(value['name']) && isString(value['terminal']);
}

function isNamed(value: unknown): value is Raw {
  return isRecord(value) && isString(value['name']);
}
