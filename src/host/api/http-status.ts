/** Maps a refusal of the host to an HTTP status, with the same sentence. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { RpcError } from '../../rpc/errors.ts';
import { type Answer, refuse } from '../door/http-reply.ts';

const STATUS: { readonly [code: number]: number } = {
  [ErrorCode.InvalidParams]: 400,
  [ErrorCode.InvalidRequest]: 400,
  [ErrorCode.NotParsed]: 400,
  [ErrorCode.PermissionDenied]: 403,
  [ErrorCode.NotFound]: 404,
  [ErrorCode.AlreadyExists]: 409,
  [ErrorCode.Conflict]: 409,
};

export function refusalOf({ code, message }: RpcError): Answer {
  return refuse(STATUS[code] ?? 500, message);
}
