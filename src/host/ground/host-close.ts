/** Why the host closes a connection by itself; 4000–4999 are the application's own WebSocket codes. */

import { TAKEN_OVER } from '../../protocol/common/close-codes.ts';
import { CloseCode, STOPPING } from '../../rpc/transport.ts';

export type HostClose = { readonly code: number; readonly reason: string };

export const slowReader: HostClose = { code: 4008, reason: 'too slow a reader: reconnect for a snapshot' };
export const takenOver: HostClose = {
  code: TAKEN_OVER,
  reason: 'another connection came with this clientId',
};
export const wrongVersion: HostClose = { code: 4010, reason: 'no common protocol version' };
export const silent: HostClose = { code: 4011, reason: 'no initialize within half a minute' };
export const stopping: HostClose = { code: CloseCode.GoingAway, reason: STOPPING };
