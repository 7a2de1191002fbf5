/** What a host of terminals has nothing of, said in the words the protocol has for it. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Request } from '../requests/request.ts';

export const listSessions: Request<'listSessions'> = {
  method: 'listSessions',
  when: 'ready',
  run: () => ({ items: [] }),
};

/** Tokens are for resources that a host protects; access to the host is settled at its door. */
export const authenticate: Request<'authenticate'> = {
  method: 'authenticate',
  when: 'ready',
  run(_parts, _peer, { resource }) {
    throw new RpcError(ErrorCode.InvalidParams, `unrecognised resource ${resource.slice(0, 200)}`);
  },
};
