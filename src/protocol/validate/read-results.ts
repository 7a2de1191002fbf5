/** Reads the results of the handshake; the state in a snapshot is not read until its channel is known. */

import type { Meta } from '../common/meta.ts';
import type { ActionEnvelope } from '../envelope.ts';
import { checked, isRecord, isSeq, isString, type Parsed, type Raw } from '../fields/object-fields.ts';
import type { Implementation } from '../messages.ts';
import { parseEnvelope } from './read-envelope.ts';

export type WireSnapshot = { readonly resource: string; readonly state: unknown; readonly fromSeq: number };
/** The result of `initialize`. */
export type Welcome = {
  readonly protocolVersion: string;
  readonly serverSeq: number;
  readonly snapshots: readonly WireSnapshot[];
  readonly defaultDirectory?: string;
  readonly serverInfo?: Implementation;
  readonly _meta?: Meta;
};

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

function isNamed(value: unknown): value is Raw {
  return isRecord(value) && isString(value['name']);
}
