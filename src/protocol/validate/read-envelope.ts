/** Reads an `action` notification; terminal data, which is nearly all of the traffic, is not copied. */

import type { ActionEnvelope, ActionOrigin } from '../envelope.ts';
import { withChannel } from '../fields/first-dialect.ts';
import { isRecord, isSeq, isString, type Parsed, type Raw } from '../fields/object-fields.ts';
import { readAction } from './read-action.ts';

export function parseEnvelope(wire: unknown): Parsed<'envelope', ActionEnvelope> {
  const params = withChannel('action', wire);
  if (!isRecord(params)) return { ok: false, error: 'not an object' };
  const action = params['action'];
  if (!isString(params['channel']) || !isSeq(params['serverSeq']) || !isRecord(action)) {
    return { ok: false, error: 'channel, serverSeq or action is missing' };
  }
  return isPlainData(params, action)
    ? { ok: true, envelope: params as ActionEnvelope }
    : parseOther(params, action);
}

function isPlainData(params: Raw, action: Raw): boolean {
  return (
    action['type'] === 'terminal/data' &&
    isString(action['data']) &&
    params['origin'] === undefined &&
    params['rejectionReason'] === undefined
  );
}

function parseOther(params: Raw, raw: Raw): Parsed<'envelope', ActionEnvelope> {
  const { origin: _origin, rejectionReason: reason, ...rest } = params;
  if (!isString(raw['type'])) return { ok: false, error: 'action.type is missing' };
  const rejected = reason !== undefined && reason !== null;
  const action = readAction({ ...raw, type: raw['type'] });
  // A refused action may be malformed, because it is never reduced.
  if (action === undefined && !rejected) return { ok: false, error: `malformed ${raw['type']}` };
  const origin = parseOrigin(params['origin']);
  const envelope = {
    ...rest,
    action: action ?? raw,
    ...(origin === undefined ? {} : { origin }),
    ...(rejected ? { rejectionReason: isString(reason) ? reason : 'rejected' } : {}),
  };
  return { ok: true, envelope: envelope as unknown as ActionEnvelope };
}

function parseOrigin(wire: unknown): ActionOrigin | undefined {
  const valid = isRecord(wire) && isString(wire['clientId']) && isSeq(wire['clientSeq']);
  return valid ? (wire as ActionOrigin) : undefined;
}
