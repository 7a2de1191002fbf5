/**
 * Requests about the web door, from people alone. A link gives the whole host away, so the door is opened and links are made over
 * the own socket only.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { ClientRequests, Method } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import { refuseAgents, refuseElsewhere, refuseStrangers } from '../clients/admin.ts';
import type { Peer } from '../clients/peer.ts';
import { StartError } from '../common/start-error.ts';
import type { WebDoor } from '../web/web-door.ts';
import type { Answering, Requests } from './request.ts';

type WebMethod = Extract<Method, `x-cotty/web${string}`>;
type Act<M extends WebMethod> = (
  listener: WebDoor,
  params: ClientRequests[M]['params'],
) => ReturnType<Answering<M>>;

export function webRequests(web: WebDoor | undefined) {
  /** The request is refused to everybody else before anything happens: `admit` throws. */
  const admitted =
    <M extends WebMethod>(admit: (peer: Peer) => void, act: Act<M>): Answering<M> =>
    (peer, params) => {
      refuseAgents(peer, 'steer the web door');
      admit(peer);
      if (web === undefined)
        throw new RpcError(ErrorCode.InvalidRequest, 'this host has no web door: it runs inside a window');
      return act(web, params);
    };
  /** Admits only clients at the own user's Unix socket. */
  const steering = <M extends WebMethod>(act: Act<M>) =>
    admitted<M>((peer) => refuseElsewhere(peer, 'the web door is steered on its own machine only'), act);
  /** Admits pages as well: their user sees and ends sessions from anywhere. */
  const overseeing = <M extends WebMethod>(act: Act<M>) =>
    admitted<M>((peer) => refuseStrangers(peer, 'sessions are seen and ended by the user of the host'), act);
  return {
    'x-cotty/webOpen': steering<'x-cotty/webOpen'>(async (door, params) => {
      try {
        return await door.open(params);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        throw new RpcError(ErrorCode.InvalidRequest, error.message);
      }
    }),
    'x-cotty/webStatus': steering<'x-cotty/webStatus'>((door) => door.status),
    'x-cotty/webLink': steering<'x-cotty/webLink'>((door, { access }) => {
      if (!door.isOpen) throw new RpcError(ErrorCode.InvalidRequest, 'the web door is closed');
      return door.link(access);
    }),
    'x-cotty/webLinks': overseeing<'x-cotty/webLinks'>((door) => ({ links: door.links() })),
    'x-cotty/webRevoke': overseeing<'x-cotty/webRevoke'>((door, { id }) => {
      const revoked = door.revoke(id);
      if (id !== undefined && revoked.length === 0)
        throw new RpcError(ErrorCode.NotFound, `there is no link and no session ${JSON.stringify(id)}`);
      return { revoked };
    }),
    'x-cotty/webClose': steering<'x-cotty/webClose'>(async (door) => ({ wasOpen: await door.close() })),
  } satisfies Partial<Requests>;
}
