import { expect, test } from 'vitest';
import { refusal } from '../../../src/mcp/agent/refusal.ts';
import { ErrorCode } from '../../../src/protocol/common/error-codes.ts';
import { ClosedError, RpcError } from '../../../src/rpc/errors.ts';

test.each([
  [
    'a busy terminal: what to do until it is free',
    new RpcError(ErrorCode.Conflict, 'busy: `npm test` by user:mara has been running for 3 s'),
    /^build: busy: `npm test` by user:mara has been running for 3 s\. Wait for that command to end \(term_wait /,
  ],
  [
    'a held terminal: how to ask for it',
    new RpcError(ErrorCode.PermissionDenied, 'mara holds this terminal'),
    /^build: mara holds this terminal\. Ask for it \(term_claim with ask: true\)/,
  ],
  [
    'a terminal of another agent: how to wait for it',
    new RpcError(ErrorCode.PermissionDenied, 'agent ada holds this terminal'),
    /^build: agent ada holds this terminal\. That agent runs a command there or has claimed/,
  ],
  [
    'any other refusal: only the reason',
    new RpcError(ErrorCode.Conflict, 'the terminal has exited'),
    /^build: the terminal has exited$/,
  ],
  [
    'another host: that it is not cotty',
    new RpcError(ErrorCode.MethodNotFound, 'unknown method x-cotty/run'),
    /The host is not cotty, or it is an older version of cotty\.$/,
  ],
  [
    'a lost connection: that the outcome is not known',
    new ClosedError('the connection is closed'),
    /^build: the connection is closed\. It is not known whether the call took effect/,
  ],
])('%s', (_what, error, said) => {
  expect(refusal(error, 'build')).toMatch(said);
});
