import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noOutput } from '../../../../src/cli/scripts/follow/script-output.ts';
import { type RunEnd, runStream } from '../../../../src/cli/scripts/run-command.ts';
import { type Client, HostClient } from '../../../../src/client/client.ts';
import { memoryPair } from '../../../../src/rpc/transport.ts';
import { fakeIo } from '../../../support/fake-io.ts';
import { MemoryHost, marks, settled } from '../../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

describe('a run whose reader goes away', () => {
  let host: MemoryHost;
  let client: Client;
  beforeEach(async () => {
    host = await MemoryHost.start();
    const transportFactory = () => {
      const [near, far] = memoryPair();
      host.host.attach(far);
      return near;
    };
    client = await HostClient.open({ clientId: 'mara-1', meta: { writer: 'user:mara' }, transportFactory });
  });
  afterEach(async () => {
    client.close();
    await host.host.close();
  });

  /** A command that prints, and the pipe behind this script is closed. */
  async function running(): Promise<RunEnd> {
    await client.createTerminal({ channel: T, claim: { kind: 'client', clientId: 'mara-1' } });
    const mirror = await client.subscribe(T);
    host.pty.print(`${marks.prompt}$ \x1b[?2004h\x1b]633;B;n0nce\x07`);
    const stdout = Object.assign(new EventEmitter(), { write: () => true });
    const request = {
      ...{ title: 'bash', commandLine: 'yes', writer: 'user:mara' },
      ...{ timeoutMs: undefined, queue: false },
    };
    const { io } = fakeIo();
    const end = runStream(client, mirror, { request, out: noOutput, io: { ...io, stdout } });
    await expect.poll(() => host.pty.input).toContain('yes');
    host.pty.print(`${marks.start('yes')}y\r\n`);
    host.clock.pass(100);
    await settled();
    stdout.emit('error', new Error('EPIPE'));
    return end;
  }

  test.each(['before', 'after'])(
    'has the code for it where the command ends %s the answer to Ctrl+C',
    async (when) => {
      let answer: () => void = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const type = vi.spyOn(client.cotty, 'type').mockReturnValue(answered);
      if (when === 'after') answer();
      const end = running();
      await expect.poll(() => type.mock.calls).toEqual([[T, '\x03']]);
      host.pty.print(`^C${marks.end(130)}`);
      host.clock.pass(100);
      expect(await end).toMatchObject({ code: 141 });
    },
  );
});
