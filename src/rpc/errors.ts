/** The three errors of a connection: the peer refused, the connection ended, the answer did not come. */

import type { CloseReason } from './transport.ts';

/** JSON-RPC's own codes; the rest belong to the protocol spoken over it. */
export const RpcCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;

/** Thrown by a request handler it becomes the answer; received as an answer it is thrown. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The connection is gone or never came about. Whether a request in flight took effect is unknown. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly why: CloseReason | undefined;
  /** The HTTP status with which a WebSocket was refused: trying again will not help. */
  readonly status: number | undefined;

  constructor(message: string, options: { why?: CloseReason; status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.why = options.why;
    this.status = options.status;
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}
