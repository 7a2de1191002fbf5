import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { connectTo, terminalOf, waitForCommands } from '../support/host-client.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import { endedCommands, expectNumbered, numberedLine } from '../support/numbered-commands.ts';
import { programPath, type Shell } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];
/** Many more are in the slow tier. */
const COUNT = 20;

describe.each(shells)('%s', (shell) => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox(shell);
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  test(`makes one block of each of ${COUNT} commands typed as fast as they are taken`, async () => {
    const window = await openWindow(sandbox);
    const client = await connectTo(sandbox);
    try {
      for (let number = 0; number < COUNT; number += 1) {
        window.send(`${numberedLine(number)}\r`);
        await waitForCommands(client, endedCommands(number + 1));
      }
      expectNumbered(await waitForCommands(client, endedCommands(COUNT)), COUNT);
    } finally {
      client.close();
    }
  });

  test('makes the right blocks of commands typed ahead, all at once', async () => {
    const window = await openWindow(sandbox);
    const client = await connectTo(sandbox);
    try {
      window.send(ctrl('k'));
      await waitForMode(window, 'RAW');
      // Within the 4096 bytes a terminal line buffer holds.
      const count = 50;
      window.send(Array.from({ length: count }, (_, number) => `${numberedLine(number)}\r`).join(''));
      const commands = await waitForCommands(client, endedCommands(count));
      expect(commands.map(({ commandLine, exitCode }) => [commandLine, exitCode])).toEqual(
        Array.from({ length: count }, (_, number) => [numberedLine(number), number % 7]),
      );
      for (const [number, { output }] of commands.entries()) expect(output).toContain(`out-${number}`);
    } finally {
      client.close();
    }
  });

  test('makes no block of an empty line, and one of a command of several lines', async () => {
    const window = await openWindow(sandbox);
    const client = await connectTo(sandbox);
    try {
      window.send('\r');
      window.send('\r');
      // Alt+Enter starts another line of the same command.
      window.type('echo one');
      window.send(alt(key.enter));
      window.type('echo two\r');
      const commands = await waitForCommands(client, (list) =>
        list.some(({ isComplete, output }) => isComplete && output.includes('two')),
      );
      expect(
        commands.filter(({ output }) => output.includes('one') || output.includes('two')).length,
      ).toBeGreaterThan(0);
      expect(commands.every(({ commandLine }) => commandLine.trim() !== '')).toBe(true);
      expect(
        commands
          .map(({ output }) => output)
          .join('')
          .replace(/\r/g, ''),
      ).toContain('one\n');
    } finally {
      client.close();
    }
  });

  test('tells where it went', async () => {
    sandbox.write('deep/down/file', '');
    const window = await openWindow(sandbox);
    window.type('cd deep/down\r');
    await waitForBlock(window, '✓ 0 cd deep/down');
    const client = await connectTo(sandbox);
    try {
      const mirror = await client.subscribe(terminalOf(client).resource);
      // The shell tells it with its next prompt.
      await expect.poll(() => mirror.state.cwd).toBe(`file://${sandbox.home}/deep/down`);
    } finally {
      client.close();
    }
  });

  test('reads the start files of its user, and leaves them as they are', async () => {
    const file = { bash: '.bashrc', zsh: '.zshrc', fish: '.config/fish/config.fish' }[shell];
    const text =
      shell === 'fish'
        ? "function fish_prompt; echo -n 'mine$ '; end\nset -gx MINE yes\n"
        : "PS1='mine$ '\nexport MINE=yes\n";
    sandbox.write(file, text);
    const window = await openWindow(sandbox);
    await window.waitForText('mine$');
    window.type('echo "it is $MINE"\r');
    await window.waitForText('it is yes');
  });
});

describe('a shell without integration', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('is a plain terminal that says so', async () => {
    sandbox = new Sandbox();
    const window = sandbox.open([], { env: { SHELL: '/bin/sh' } });
    await window.waitForText(/not detected|no blocks/);
    // root's prompt ends in another sign.
    await window.waitForText(/^[$#] /m);
    window.send(ctrl('k'));
    window.type('echo still here\r');
    await window.waitFor('the output', (screen) =>
      screen.lines().some((line) => line.trim() === 'still here'),
    );
  });
});

describe('the setting `shell`', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('chooses the shell of new terminals, whatever the login shell is', async () => {
    sandbox = new Sandbox('bash');
    sandbox.write('.config/cotty/config', `shell = ${programPath('zsh')}\n`);
    const window = await openWindow(sandbox);
    window.type('echo "zsh is $ZSH_NAME"\r');
    await window.waitForText(/^\s*zsh is zsh$/m);
  });
});
