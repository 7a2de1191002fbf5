/** Classifies one frame: request, notification, response, or an error in the frame. */

import { RpcCode } from './errors.ts';

export type Id = number | string;

export type Frame =
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: Id; readonly result: unknown }
  /** The id is null when the peer could not read the id of the message that failed. */
  | { readonly kind: 'error'; readonly id: Id | null; readonly error: ErrorBody }
  | { readonly kind: 'invalid'; readonly id: Id | null; readonly error: ErrorBody };

export type ErrorBody = { readonly code: number; readonly message: string; readonly data?: unknown };

export function classify(text: string): Frame {
  const message = parse(text);
  if (message === undefined) return invalid(null, RpcCode.ParseError, 'not JSON');
  if (Array.isArray(message)) return invalid(null, RpcCode.InvalidRequest, 'batches are not supported');
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') {
    return invalid(
      isRecord(message) ? idOf(message) : null,
      RpcCode.InvalidRequest,
      'not a JSON-RPC 2.0 message',
    );
  }
  return message['method'] === undefined ? answer(message) : call(message);
}

type Message = { readonly [key: string]: unknown };

function call(message: Message): Frame {
  const { method, params, id } = message;
  if (typeof method !== 'string')
    return invalid(idOf(message), RpcCode.InvalidRequest, 'method is not a string');
  if (id === undefined) return { kind: 'notification', method, params };
  return isId(id)
    ? { kind: 'request', id, method, params }
    : invalid(null, RpcCode.InvalidRequest, 'id is neither a number nor a string');
}

/** Classifies a response. A result of `null` is a result: the key counts, not the value. */
function answer(message: Message): Frame {
  const id = idOf(message);
  if (isRecord(message['error'])) return { kind: 'error', id, error: errorBody(message['error']) };
  if (id !== null && Object.hasOwn(message, 'result'))
    return { kind: 'result', id, result: message['result'] };
  return invalid(id, RpcCode.InvalidRequest, 'neither a request nor a response');
}

function errorBody(error: Message): ErrorBody {
  const code = typeof error['code'] === 'number' ? error['code'] : RpcCode.InternalError;
  const message = typeof error['message'] === 'string' ? error['message'] : 'unknown error';
  return error['data'] === undefined ? { code, message } : { code, message, data: error['data'] };
}

function invalid(id: Id | null, code: number, message: string): Frame {
  return { kind: 'invalid', id, error: { code, message } };
}

function idOf(message: Message): Id | null {
  return isId(message['id']) ? message['id'] : null;
}

function isId(value: unknown): value is Id {
  return typeof value === 'number' || typeof value === 'string';
}

function isRecord(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined, which is no JSON value, when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Do not repeat the text in a message or log: it may hold terminal contents.
    return undefined;
  }
}
