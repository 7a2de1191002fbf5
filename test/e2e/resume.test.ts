import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';
import { type BackgroundHost, startBackgroundHost } from '../support/background-host.ts';
import { commandsOf, terminalOf, waitForCommands } from '../support/host-client.ts';
import { Sandbox } from '../support/sandbox.ts';

const T = 'ahp-terminal:/build-1';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function create(client: Client, folder: string): Promise<void> {
  await client.createTerminal({
    channel: T,
    name: 'build',
    cwd: pathToFileURL(folder).href,
    claim: { kind: 'client', clientId: client.clientId },
    cols: 90,
    rows: 20,
  });
  await client.subscribe(T);
}

function type(client: Client, line: string): void {
  client.dispatch(T, { type: 'terminal/input', data: `${line}\r` });
}

const ended = (count: number) => (commands: readonly CommandPart[]) =>
  commands.filter(({ isComplete }) => isComplete).length >= count;

function brief({ commandId, commandLine, output, exitCode, _meta }: CommandPart): unknown[] {
  const { killedByRestart } = cottyMeta<CommandMeta>(_meta);
  return [commandId, commandLine, output, exitCode ?? (killedByRestart === true ? 'killed' : undefined)];
}

describe('a host that starts again', () => {
  const ends: [string, (host: BackgroundHost) => Promise<void>][] = [
    [
      'cotty host stop',
      async () => expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 }),
    ],
    ['SIGTERM', (host) => host.end('SIGTERM')],
    ['SIGKILL', (host) => host.kill()],
  ];

  test.each(ends)('after %s has the same terminals, blocks and folders', async (_how, end) => {
    sandbox = new Sandbox();
    sandbox.write('src/app/file', '');
    const first = await startBackgroundHost(sandbox);
    await create(first.client, sandbox.home);
    type(first.client, 'cd src/app');
    await waitForCommands(first.client, ended(1));
    type(first.client, 'echo one; false');
    await waitForCommands(first.client, ended(2));
    type(first.client, 'echo begun; sleep 1000');
    await waitForCommands(first.client, ([, , third]) => third?.output.includes('begun\r\n') === true);
    await until(() => /"head":"begun/.test(readIfThere('running.json')));
    await end(first);
    first.client.close();

    const second = await startBackgroundHost(sandbox);
    const info = terminalOf(second.client, 'build');
    expect(info).toMatchObject({ resource: T, lifecycle: { status: 'running' } });
    expect(cottyMeta<TerminalMeta>(info._meta)).toMatchObject({
      interrupted: { commandId: 'cmd-3', commandLine: 'echo begun; sleep 1000' },
    });
    expect((await commandsOf(second.client)).map(brief)).toEqual([
      ['cmd-1', 'cd src/app', '', 0],
      ['cmd-2', 'echo one; false', 'one\r\n', 1],
      ['cmd-3', 'echo begun; sleep 1000', expect.stringMatching(/^begun\r\n/), 'killed'],
    ]);
    type(second.client, 'pwd');
    const [, , , fourth] = await waitForCommands(second.client, ended(4));
    expect(fourth).toMatchObject({
      commandId: 'cmd-4',
      output: `${join(sandbox.home, 'src/app')}\r\n`,
      exitCode: 0,
    });
    second.client.close();
    await sandbox.run(['host', 'stop', '--yes']);

    const { stdout } = await sandbox.run(['history', '--json', '--terminal', 'build']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { seq: 1, cmd: 'cd src/app', exit: 0, writer: 'user:test', cwd: sandbox.home },
      { seq: 2, exit: 1, stdout: 'one\r\n', killed_by_restart: false },
      { seq: 3, exit: null, killed_by_restart: true },
      { seq: 4, cmd: 'pwd', exit: 0 },
    ]);
  });

  test('with --clean has nothing, and with --ephemeral leaves nothing behind', async () => {
    sandbox = new Sandbox();
    const first = await startBackgroundHost(sandbox);
    await create(first.client, sandbox.home);
    await first.end('SIGTERM');

    const clean = await startBackgroundHost(sandbox, ['--clean']);
    expect(clean.client.root.state.terminals).toEqual([]);
    expect((await sandbox.run(['new', 'x', '--clean'])).stderr).toContain(
      '--clean works only when a host starts',
    );
    await clean.end('SIGTERM');
    expect(readdirSync(join(state(), 'archive'))).toHaveLength(1);

    const before = readdirSync(state(), { recursive: true }).sort();
    const ephemeral = await startBackgroundHost(sandbox, ['--ephemeral']);
    expect(ephemeral.client.root.state.terminals).toEqual([]);
    await create(ephemeral.client, sandbox.home);
    type(ephemeral.client, 'echo secret');
    await waitForCommands(ephemeral.client, ended(1));
    await ephemeral.end('SIGTERM');
    expect(readdirSync(state(), { recursive: true }).sort()).toEqual(before);
  });
});

function state(): string {
  return join(sandbox.home, '.local/state/cotty');
}

function folder(): string {
  const [name = ''] = readdirSync(join(state(), 'terminals'));
  return join(state(), 'terminals', name);
}

function readIfThere(name: string): string {
  const path = join(folder(), name);
  return statSync(path, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(path, 'utf8');
}

async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setTimeout(resolve, 20));
}
