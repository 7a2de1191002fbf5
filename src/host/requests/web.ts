/**
 * Requests about the web server, for people only. Whoever has a link has all terminals, so the server is started and links are made
 * only over the user's own socket.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { ClientRequests, Method } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import { refuseAgents, refuseElsewhere, refuseStrangers } from '../clients/admin.ts';
import type { Peer } from '../clients/peer.ts';
import { StartError } from '../common/start-error.ts';
import type { WebServer } from '../web/web-server.ts';
import type { Answering, Requests } from './request.ts';

type WebMethod = Extract<Method, `x-cotty/web${string}`>;
type Act<M extends WebMethod> = (
  server: WebServer,
  params: ClientRequests[M]['params'],
) => ReturnType<Answering<M>>;

export function webRequests(web: WebServer | undefined) {
  /** Wraps an act: `admit` throws for clients that may not make the request. */
  const admitted =
    <M extends WebMethod>(admit: (peer: Peer) => void, act: Act<M>): Answering<M> =>
    (peer, params) => {
      refuseAgents(peer, 'administer the web server');
      admit(peer);
      if (web === undefined)
        throw new RpcError(ErrorCode.InvalidRequest, 'this host has no web server: it runs inside a window');
      return act(web, params);
    };
  /** Admits only clients at the own user's Unix socket. */
  const administering = <M extends WebMethod>(act: Act<M>) =>
    admitted<M>(
      (peer) => refuseElsewhere(peer, 'the web server can be administered on its own machine only'),
      act,
    );
  /** Admits pages as well: their user sees and ends sessions from anywhere. */
  const overseeing = <M extends WebMethod>(act: Act<M>) =>
    admitted<M>((peer) => refuseStrangers(peer, 'sessions are seen and ended by the user of the host'), act);
  return {
    'x-cotty/webOpen': administering<'x-cotty/webOpen'>(async (server, params) => {
      try {
        return await server.open(params);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        throw new RpcError(ErrorCode.InvalidRequest, error.message);
      }
    }),
    'x-cotty/webStatus': administering<'x-cotty/webStatus'>((server) => server.status),
    'x-cotty/webLink': administering<'x-cotty/webLink'>((server, { access }) => {
      if (!server.isOpen) throw new RpcError(ErrorCode.InvalidRequest, 'the web server is closed');
      return server.link(access);
    }),
    'x-cotty/webLinks': overseeing<'x-cotty/webLinks'>((server) => ({ links: server.links() })),
    'x-cotty/webRevoke': overseeing<'x-cotty/webRevoke'>((server, { id }) => {
      const revoked = server.revoke(id);
      if (id !== undefined && revoked.length === 0)
        throw new RpcError(ErrorCode.NotFound, `there is no link and no session ${JSON.stringify(id)}`);
      return { revoked };
    }),
    'x-cotty/webClose': administering<'x-cotty/webClose'>(async (server) => ({
      wasOpen: await server.close(),
    })),
  } satisfies Partial<Requests>;
}
