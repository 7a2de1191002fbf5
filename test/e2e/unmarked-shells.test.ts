import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';
import { openWindow, waitForKeysToGo } from '../support/face.ts';
import { connectTo, terminalOf, waitForCommands } from '../support/host-client.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let client: Client;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => {
  client.close();
  return sandbox.clear();
});
afterAll(() => sandbox.close());

async function open(): Promise<OuterTerminal> {
  const window = await openWindow(sandbox);
  client = await connectTo(sandbox);
  return window;
}

const tab = () => cottyMeta<TerminalMeta>(terminalOf(client)._meta);
const metaOf = (part: CommandPart | undefined) => cottyMeta<CommandMeta>(part?._meta);

/** Waits for the newest command with that line to be as wanted. */
async function command(line: string, isWanted: (part: CommandPart) => boolean): Promise<CommandPart> {
  const newest = (parts: readonly CommandPart[]) => parts.findLast(({ commandLine }) => commandLine === line);
  const parts = await waitForCommands(client, (all) => {
    const part = newest(all);
    return part !== undefined && isWanted(part);
  });
  const found = newest(parts);
  if (found === undefined) throw new Error(`no command ${line}`);
  return found;
}

const entered = (line: string) => command(line, (part) => metaOf(part).entered === 'inside');

describe('a shell without shell integration', () => {
  test.each(['exec dash', 'exec sh'])(
    'takes the place of the first one, and the tab rests: %s',
    async (line) => {
      const shell = line.slice('exec '.length);
      needs(shell);
      const window = await open();
      window.send(`${line}\r`);
      expect(await entered(line)).not.toHaveProperty('exitCode');
      await expect.poll(tab).toMatchObject({
        shell,
        integration: { off: `Commands are not detected: ${shell} has no shell integration` },
      });
      expect(tab()).not.toHaveProperty('running');
      // RUN takes the next line, and a script's command has its own block and exit code.
      window.send('echo in-$0\r');
      await window.waitForText(`in-${shell}`);
      const ran = await sandbox.run(['run', terminalOf(client).title, '--', 'echo in a script; (exit 4)']);
      expect(ran).toMatchObject({ code: 4, stdout: 'in a script\n' });
      window.send('exit 3\r');
      await command(line, (part) => metaOf(part).entered === 'left' && part.exitCode === 3);
    },
  );

  test('is entered and left again', async () => {
    const window = await open();
    window.send('sh\r');
    await entered('sh');
    await expect.poll(tab).toMatchObject({ shell: 'sh', within: { shell: 'sh' } });
    // What reads keys inside it is a program; the shell is not.
    expect(await sandbox.run(['run', terminalOf(client).title, '--', '(exit 5)'])).toMatchObject({ code: 5 });
    const inside = await command('(exit 5)', (part) => part.isComplete);
    expect(metaOf(inside)).toMatchObject({ where: { shell: 'sh' }, unverified: true });
    window.send('exit 6\r');
    await command('sh', (part) => part.exitCode === 6);
    await expect.poll(tab).toMatchObject({ shell: 'bash', integration: 'active' });
    window.send('(exit 7)\r');
    expect(metaOf(await command('(exit 7)', (part) => part.exitCode === 7))).not.toHaveProperty('where');
  });

  test('is every shell that is entered while the setting nestedShells is off; nothing is typed into it', async () => {
    const window = await open();
    expect(await sandbox.run(['config', 'set', 'nestedShells', 'off'])).toMatchObject({ code: 0 });
    window.send('bash\r');
    await entered('bash');
    await expect.poll(tab).toMatchObject({
      integration: { off: 'Commands are not detected: bash has no shell integration' },
    });
    window.send('history | grep -c ente[r]\r');
    await window.waitFor('an empty count', (screen) => screen.lines().some((line) => line.trim() === '0'));
    window.send('exit\r');
    await command('bash', (part) => part.exitCode !== undefined);
    expect(await sandbox.run(['config', 'set', 'nestedShells', 'on'])).toMatchObject({ code: 0 });
    window.send('bash -l\r');
    await entered('bash -l');
    await expect.poll(tab).toMatchObject({ integration: 'active' });
  });

  test('is every shell that is entered in a window whose own configuration has nestedShells off', async () => {
    const file = sandbox.write('mine', 'nestedShells = off\n');
    const window = await openWindow(sandbox, { args: ['--config', file] });
    client = await connectTo(sandbox);
    window.send('bash\r');
    await entered('bash');
    await expect.poll(tab).toMatchObject({
      integration: { off: 'Commands are not detected: bash has no shell integration' },
    });
    window.send('exit\r');
    await command('bash', (part) => part.exitCode !== undefined);
    sandbox.write('mine', 'nestedShells = on\n');
    await window.waitForText('configuration reloaded');
    window.send('bash -l\r');
    await entered('bash -l');
    await expect.poll(tab).toMatchObject({ integration: 'active' });
  });

  test('is not taken for one where a program or a script reads', async () => {
    const window = await open();
    sandbox.write('asks.sh', 'printf "name? "; read name; echo "hello $name"\n');
    for (const line of ['sh asks.sh', 'sh < asks.sh; read x', "sh -c 'read name; echo hello $name'"]) {
      window.send(`${line}\r`);
      await command(line, () => true);
      await waitForKeysToGo(window, 'sh|bash');
      window.send('ada\r');
      expect(metaOf(await command(line, (part) => part.isComplete))).not.toHaveProperty('entered');
    }
    // A program in the place of the shell runs until the terminal ends.
    window.send('exec cat\r');
    await waitForKeysToGo(window, 'cat');
    window.send('still it\r');
    // The line, and what the program makes of it.
    await window.waitForText(/still it\s+still it/);
    await expect.poll(() => tab().running?.commandLine).toBe('exec cat');
    window.send('\x04');
    await command('exec cat', (part) => part.exitCode === 0);
  });
});
