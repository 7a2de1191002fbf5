/** The reasons for which the host closes a connection; codes 4000–4999 are free for applications (RFC 6455 §7.4.2). */

import { SIGNED_OUT, TAKEN_OVER } from '../../protocol/common/close-codes.ts';
import { CloseCode, STOPPING } from '../../rpc/transport.ts';

export type HostClose = { readonly code: number; readonly reason: string };

export const slowReader: HostClose = {
  code: 4008,
  reason: 'this client reads too slowly: reconnect for a snapshot',
};
export const takenOver: HostClose = {
  code: TAKEN_OVER,
  reason: 'another connection took over this clientId',
};
export const wrongVersion: HostClose = { code: 4010, reason: 'no common protocol version' };
export const noInitialize: HostClose = { code: 4011, reason: 'no initialize within 30 s' };
export const signedOut: HostClose = {
  code: SIGNED_OUT,
  reason: 'this session has ended: a new link is needed',
};
/** The code for "service restart" (IANA's registry of close codes). */
export const restarting: HostClose = { code: 1012, reason: 'the host restarts' };
export const stopping: HostClose = { code: CloseCode.GoingAway, reason: STOPPING };
