/** AHP and JSON-RPC error codes (AHP §6). */

export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  SessionNotFound: -32001,
  ProviderNotFound: -32002,
  SessionAlreadyExists: -32003,
  TurnInProgress: -32004,
  UnsupportedProtocolVersion: -32005,
  ContentNotFound: -32006,
  AuthRequired: -32007,
  NotFound: -32008,
  PermissionDenied: -32009,
  AlreadyExists: -32010,
  Conflict: -32011,
  /** The shell cannot parse the command, so nothing of it has run. The message is the shell's own. Only cotty has this code. */
  NotParsed: -32050,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** Whether an error is the host's answer. With any other error, request or answer was lost, and the request may be repeated. */
export function isRefusal(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/** Whether another host, or an older one, does not know the request. */
export function isUnknownMethod(error: unknown): boolean {
  return isRefusal(error) && error.code === ErrorCode.MethodNotFound;
}

/** The refusal of a run that was cancelled while it waited. A script that cancels it has a message of its own. */
export const TURN_GIVEN_UP = 'the request was cancelled while it waited: the command did not run';
