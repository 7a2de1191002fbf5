import { expect, test } from 'vitest';
import type { ApiHost } from '../../../src/host/api/route.ts';
import { killAll } from '../../../src/host/api/terminal-routes.ts';
import { identityOf } from '../../../src/host/clients/identity.ts';
import { Peer } from '../../../src/host/clients/peer.ts';
import { localAccess } from '../../../src/host/common/access.ts';

const uriOf = (name: string) => `ahp-terminal:/${name}`;

/** Calls on a host with these terminals, and the URIs of those that were ended. */
function callsOn(createdBy: Readonly<Record<string, string>>) {
  const ended: string[] = [];
  const listed = Object.entries(createdBy).map(([title, by]) => ({
    uri: uriOf(title),
    state: { title, claim: { kind: 'client', clientId: 'gone' }, lifecycle: { status: 'running' } },
    runner: { busy: undefined },
    meta: { createdBy: by },
  }));
  const host = {
    terminals: { listed, find: (uri: string) => listed.find((one) => one.uri === uri) },
    clients: { isConnected: () => false, nameOf: () => 'nobody' },
    requests: {
      disposeTerminal: (_peer: Peer, { channel }: { readonly channel: string }) => {
        ended.push(channel);
        return Promise.resolve(null);
      },
    },
  } as unknown as ApiHost;
  return { host, ended };
}

function callerOf(writer: string): Peer {
  const peer = new Peer({ buffered: 0, send() {}, close() {} }, localAccess);
  peer.introduce(identityOf('c1', '1.0.0', { writer }, undefined), 0);
  return peer;
}

const all = ({ host }: ReturnType<typeof callsOn>, writer: string) =>
  killAll(host, { peer: callerOf(writer), body: undefined });

test('a caller that may end each terminal ends them all', async () => {
  const host = callsOn({ build: 'agent:bob', logs: 'agent:bob' });
  expect(await all(host, 'agent:bob')).toMatchObject({
    status: 200,
    body: { ended: [{ title: 'build' }, { title: 'logs' }] },
  });
  expect(host.ended).toEqual([uriOf('build'), uriOf('logs')]);
});

test('a caller that may not end each of them ends none, and is told which and why', async () => {
  const host = callsOn({ build: 'agent:bob', editor: 'user:ada', logs: 'agent:bob' });
  await expect(all(host, 'agent:bob')).rejects.toThrow(
    'no terminal was ended. "editor" (editor): user:ada made this terminal: agents can only close terminals that agents made',
  );
  expect(host.ended).toEqual([]);
});
