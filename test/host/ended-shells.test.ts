import { afterEach, expect, test } from 'vitest';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { RealHost } from '../support/real-host.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { newRoot } from '../support/started-host.ts';

let state = '';
let host: RealHost | undefined;
afterEach(async () => {
  await host?.close();
  removeFolder(state);
});

/** The titles of the terminals that a host lists which is started now, on the records of the one before. */
async function listedByTheNext(): Promise<readonly string[]> {
  await host?.close();
  host = await RealHost.start({ record: { folder: state } });
  const client = await host.join('user:ada');
  return (client.root.state.terminals ?? []).map(({ resource }) => resource);
}

async function shellThat(
  ends: (client: Awaited<ReturnType<RealHost['join']>>, uri: string, pid: number) => void,
) {
  state = newRoot('cotty-ended-');
  host = await RealHost.start({ record: { folder: state } });
  const client = await host.join('user:ada');
  const uri = await host.open(client);
  const kept = await host.open(client);
  const mirror = await client.subscribe(uri);
  await expect.poll(() => mirror.state.supportsCommandDetection).toBe(true);
  const info = client.root.state.terminals?.find(({ resource }) => resource === uri);
  ends(client, uri, cottyMeta<TerminalMeta>(info?._meta).pid ?? 0);
  await expect.poll(() => mirror.state.lifecycle.status).toBe('exited');
  return { uri, kept, exit: mirror.state.lifecycle };
}

test.each([129, 137, 143])(
  'a shell that exits with %s, the status of a command that was killed, is not brought back',
  async (code) => {
    const { kept, exit } = await shellThat((client, uri) => client.type(uri, `sh -c 'exit ${code}'; exit\r`));
    expect(exit).toMatchObject({ exitCode: code });
    expect(await listedByTheNext()).toEqual([kept]);
  },
);

test.each(['SIGHUP', 'SIGKILL'] as const)(
  'a shell that %s has ended from outside is brought back',
  async (signal) => {
    const { uri, kept } = await shellThat((_client, _uri, pid) => process.kill(pid, signal));
    expect(await listedByTheNext()).toEqual([uri, kept]);
  },
);
