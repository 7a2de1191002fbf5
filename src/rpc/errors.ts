/** The three errors of a connection: refused by the peer, connection closed, timeout. */

import type { CloseReason } from './transport.ts';

/** Error codes of JSON-RPC itself; all others belong to the protocol above it. */
export const RpcCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
} as const;

/** An error answer: sent when a request handler throws it, and thrown when it is received. */
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

/** The connection is closed or was never opened. The outcome of a request in flight is unknown. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly why: CloseReason | undefined;
  /** HTTP status with which the WebSocket was refused; after a 4xx the client does not try again. */
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
