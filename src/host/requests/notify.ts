/** Requests about the notices that the host sends out. Whoever names an address makes the host talk to it: only its user may. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';
import { refuseAgents, refuseElsewhere } from '../clients/admin.ts';
import type { Peer } from '../clients/peer.ts';
import type { Notices } from '../push/notices.ts';
import { type Target, targetUrl } from '../push/push-target.ts';
import type { Requests } from './request.ts';

export function notifyRequests({ notices }: { readonly notices: Notices }) {
  const refuseOthers = (peer: Peer) => {
    refuseAgents(peer, 'choose where notices go');
    refuseElsewhere(peer, 'where notices go is chosen on the machine of the host only');
  };
  const set = (target: Target | undefined) => {
    try {
      notices.setTarget(target);
    } catch (error) {
      throw new RpcError(ErrorCode.InternalError, `it is not kept: ${reasonOf(error)}`);
    }
    return notices.status;
  };
  return {
    'x-cotty/notifyStatus'(peer) {
      refuseOthers(peer);
      return notices.status;
    },
    'x-cotty/notifySet'(peer, { kind, url, withText = false, withDone = false }) {
      refuseOthers(peer);
      const read = targetUrl(url);
      if (!read.ok) throw new RpcError(ErrorCode.InvalidParams, read.error);
      return set({ kind, url, withText, withDone });
    },
    'x-cotty/notifyOff'(peer) {
      refuseOthers(peer);
      return set(undefined);
    },
    async 'x-cotty/notifyTest'(peer) {
      refuseOthers(peer);
      return { tried: await notices.test() };
    },
  } satisfies Partial<Requests>;
}
