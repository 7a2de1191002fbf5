import { expect, test } from 'vitest';
import { tokenAccess } from '../../../../src/host/common/access.ts';
import { MemoryHost } from '../../../support/memory-host.ts';

const program = { program: ['/bin/false'] };

test('a host without a keeper is not exchanged, since its programs would end', async () => {
  const host = await MemoryHost.start();
  const person = await host.connect('a', { writer: 'user:ada' });
  await expect(person.request('x-cotty/restart', program)).rejects.toMatchObject({
    message: 'restart refused: it has no fd holder, so its programs would end with it',
  });
});

test('neither an agent nor somebody on another machine exchanges the host', async () => {
  const host = await MemoryHost.start();
  const agent = await host.connect('b', { writer: 'agent:build' });
  await expect(agent.request('x-cotty/restart', program)).rejects.toMatchObject({
    code: -32009,
    message: 'agents do not restart the host',
  });
  const far = host.dial((end) => end, tokenAccess);
  await far.initialize('c');
  await expect(far.request('x-cotty/restart', program)).rejects.toMatchObject({
    code: -32009,
    message: 'a host is restarted on its own machine only',
  });
});
