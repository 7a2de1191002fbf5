/** The dialect before 0.2: messages had no `channel`; it is derived from other fields where that is clear (AHP §1). */

import { ROOT_URI } from '../common/uri.ts';
import { isRecord, isString, type Raw } from './object-fields.ts';

/** The field that named the channel, by method. Other methods use these fields differently, or need no channel. */
const NAMED_BY: { readonly [method: string]: string } = {
  subscribe: 'resource',
  unsubscribe: 'resource',
  createTerminal: 'terminal',
  disposeTerminal: 'terminal',
};

/** Returns the params with the channel they mean, or unchanged if they have a channel or none can be derived. */
export function withChannel(method: string, params: unknown): unknown {
  if (!isRecord(params) || (params['channel'] ?? undefined) !== undefined) return params;
  if (method === 'dispatchAction' || method === 'action') return fromAction(params, params['action']);
  const key = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const named = key === undefined ? undefined : params[key];
  return isString(named) ? { ...params, channel: named } : params;
}

/** Derives the channel of an action, which named its terminal. An action that also names a session is not for a terminal. */
function fromAction(params: Raw, action: unknown): Raw {
  if (!isRecord(action) || !isString(action['type']) || action['session'] !== undefined) return params;
  if (action['type'].startsWith('root/')) return { ...params, channel: ROOT_URI };
  const { terminal, ...rest } = action;
  return isString(terminal) && action['type'].startsWith('terminal/')
    ? { ...params, channel: terminal, action: rest }
    : params;
}
