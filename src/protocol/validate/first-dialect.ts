/** The dialect before 0.2 — messages had no `channel`: it is read from what they are about, where that is clear (AHP §1). */

import { ROOT_URI } from '../common/uri.ts';
import { isRecord, isString, type Raw } from './record.ts';

/** What named the channel. Other methods have it for something else, or need none. */
const NAMED_BY: { readonly [method: string]: string } = {
  subscribe: 'resource',
  unsubscribe: 'resource',
  createTerminal: 'terminal',
  disposeTerminal: 'terminal',
};

/** The same params, or with the channel they mean; a channel that is there counts alone. */
export function withChannel(method: string, params: unknown): unknown {
  if (!isRecord(params) || (params['channel'] ?? undefined) !== undefined) return params;
  if (method === 'dispatchAction' || method === 'action') return fromAction(params, params['action']);
  const key = Object.hasOwn(NAMED_BY, method) ? NAMED_BY[method] : undefined;
  const named = key === undefined ? undefined : params[key];
  return isString(named) ? { ...params, channel: named } : params;
}

/** Actions named the terminal they were of; one that names a session as well is for nobody here. */
function fromAction(params: Raw, action: unknown): Raw {
  if (!isRecord(action) || !isString(action['type']) || action['session'] !== undefined) return params;
  if (action['type'].startsWith('root/')) return { ...params, channel: ROOT_URI };
  const { terminal, ...rest } = action;
  return isString(terminal) && action['type'].startsWith('terminal/')
    ? { ...params, channel: terminal, action: rest }
    : params;
}
