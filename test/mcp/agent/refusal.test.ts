import { expect, test } from 'vitest';
import { refusal } from '../../../src/mcp/agent/refusal.ts';
import { ErrorCode } from '../../../src/protocol/common/error-codes.ts';
import { ClosedError, RpcError } from '../../../src/rpc/errors.ts';

test.each([
  [
    'a busy terminal: what to do until it is free',
    new RpcError(ErrorCode.Conflict, 'busy: `npm test` by user:mara runs since 3 s'),
    /^build: busy: `npm test` by user:mara runs since 3 s\. Wait for its end \(term_wait /,
  ],
  [
    'a held terminal: how to ask for it',
    new RpcError(ErrorCode.PermissionDenied, 'mara holds this terminal'),
    /^build: mara holds this terminal\. term_claim with ask: true asks for it/,
  ],
  [
    'a terminal of another agent: how to wait for it',
    new RpcError(ErrorCode.PermissionDenied, 'agent ada holds this terminal'),
    /^build: agent ada holds this terminal\. It runs a command there, or has claimed/,
  ],
  [
    'anything else the host says stands for itself',
    new RpcError(ErrorCode.Conflict, 'the terminal has exited'),
    /^build: the terminal has exited$/,
  ],
  [
    'another host: what it is not',
    new RpcError(ErrorCode.MethodNotFound, 'unknown method x-cotty/run'),
    /The host is another program than cotty, or an older one\.$/,
  ],
  [
    'a lost connection: nobody knows what became of it',
    new ClosedError('the connection is closed'),
    /^build: the connection is closed\. Whether it took effect is not known/,
  ],
])('%s', (_what, error, said) => {
  expect(refusal(error, 'build')).toMatch(said);
});
