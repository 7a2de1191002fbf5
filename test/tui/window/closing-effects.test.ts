import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { RpcCode, RpcError } from '../../../src/rpc/errors.ts';
import type { Message } from '../../../src/tui/model/message.ts';
import { park, undoClose } from '../../../src/tui/window/host-effects.ts';

const URI = 'ahp-terminal:/one';
const NOT_FOUND = -32008;

function clientThat(refuses: Error, calls: string[] = []): Client {
  const refuse = (call: string) => () => {
    calls.push(call);
    return Promise.reject(refuses);
  };
  const cotty = {
    park: refuse('park'),
    restore: refuse('restore'),
    closed: () => Promise.resolve([{ resource: URI, title: 'one' }]),
  };
  const disposeTerminal = () => {
    calls.push('dispose');
    return Promise.resolve();
  };
  return { cotty, disposeTerminal } as unknown as Client;
}

describe('closing a terminal', () => {
  test('that somebody else has ended meanwhile is done, without a word', async () => {
    const calls: string[] = [];
    await park(clientThat(new RpcError(NOT_FOUND, `there is no ${URI}`), calls), URI);
    expect(calls).toEqual(['park']);
  });

  test('ends it at a host that keeps none, and says what else goes wrong', async () => {
    const calls: string[] = [];
    await park(clientThat(new RpcError(RpcCode.MethodNotFound, 'unknown method'), calls), URI);
    expect(calls).toEqual(['park', 'dispose']);
    const broken = clientThat(new RpcError(RpcCode.InternalError, 'disk full'));
    await expect(park(broken, URI)).rejects.toThrow('disk full');
  });
});

test('a terminal that cannot be brought back is not waited for any longer', async () => {
  const told: Message[] = [];
  await undoClose(clientThat(new RpcError(RpcCode.InternalError, 'disk full')), (message) =>
    told.push(message),
  );
  expect(told).toMatchObject([
    { kind: 'awaiting', uri: URI },
    { kind: 'failed', what: 'bring the tab back', awaited: URI },
  ]);
});
