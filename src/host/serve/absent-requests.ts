/** Requests for parts of AHP that a host of terminals does not have, answered in the protocol's own words. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Request } from '../requests/request.ts';

export const listSessions: Request<'listSessions'> = {
  when: 'ready',
  readOnly: true,
  run: () => ({ items: [] }),
};

/** Always refused: tokens are for protected resources, and access to the host is checked when a connection opens. */
export const authenticate: Request<'authenticate'> = {
  when: 'ready',
  readOnly: true,
  run(_peer, { resource }) {
    throw new RpcError(ErrorCode.InvalidParams, `unrecognised resource ${resource.slice(0, 200)}`);
  },
};
