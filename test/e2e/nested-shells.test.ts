import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';
import { openWindow, waitForBlock } from '../support/face.ts';
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

const metaOf = (part: CommandPart | undefined) => cottyMeta<CommandMeta>(part?._meta);
const lastOf = (commands: readonly CommandPart[], line: string) =>
  commands.findLast(({ commandLine }) => commandLine === line);
const running = () => cottyMeta<TerminalMeta>(terminalOf(client)._meta).running;

/** Types a line into the window, and resolves with its command when that has ended, or entered a shell. */
async function run(window: OuterTerminal, line: string): Promise<CommandPart | undefined> {
  window.send(`${line}\r`);
  const commands = await waitForCommands(client, (parts) => lastOf(parts, line)?.isComplete === true);
  return lastOf(commands, line);
}

describe('a shell inside a shell', () => {
  test.each([
    ['bash', 'bash'],
    ['zsh -f', 'zsh'],
    ['fish', 'fish'],
    ['script -q /dev/null', 'bash'],
    // Others than root are asked for a password.
    ...(process.getuid?.() === 0 ? [['su -m', 'bash']] : []),
  ])('has blocks by itself: %s', async (entering, shell) => {
    needs(entering.split(' ')[0] ?? '', shell);
    const window = await open();
    expect(metaOf(await run(window, entering))).toMatchObject({ entered: 'inside' });
    // The first prompt shows no failure of what gave the shell its marks.
    const inside = await run(window, `echo in-here ${shell === 'fish' ? '$status' : '$?'}`);
    expect(inside).toMatchObject({ exitCode: 0, output: expect.stringContaining('in-here 0') });
    expect(metaOf(inside).where).toEqual({ shell });
    await waitForBlock(window, `✓ 0 ${inside?.commandLine}`);
    await expect.poll(running).toBeUndefined();
    const exit = await run(window, 'exit');
    expect(exit?.exitCode).toBe(0);
    const left = (parts: readonly CommandPart[]) => metaOf(lastOf(parts, entering)).entered === 'left';
    expect(lastOf(await waitForCommands(client, left), entering)?.exitCode).toBe(0);
    expect(metaOf(await run(window, 'echo out-again'))).not.toHaveProperty('where');
  });

  test('of zsh has nothing of what gave it its marks in its history', async () => {
    needs('zsh');
    const window = await open();
    sandbox.write('.zshrc', 'HISTFILE=~/history HISTSIZE=100 SAVEHIST=100\n');
    const file = sandbox.write('history', 'echo kept\n');
    expect(metaOf(await run(window, 'zsh'))).toMatchObject({ entered: 'inside' });
    expect((await run(window, 'fc -l 1; echo in-there'))?.output).toMatch(
      /^ +\d+ {2}echo kept\r\n(?: +\d+ {2}fc.*\r\n)?in-there\r\n$/,
    );
    expect((await run(window, 'exit'))?.exitCode).toBe(0);
    await expect.poll(() => readFileSync(file, 'utf8')).toBe('echo kept\nfc -l 1; echo in-there\nexit\n');
  });

  test('takes the place of the first one, and leaves no tab running for ever', async () => {
    const window = await open();
    await run(window, 'exec bash');
    await expect.poll(running).toBeUndefined();
    expect(await run(window, 'history | wc -l')).toMatchObject({ exitCode: 0 });
    expect(await run(window, '(exit 4)')).toMatchObject({ exitCode: 4 });
  });

  test('does not exist for a script, nor for a file that prints marks', async () => {
    const window = await open();
    sandbox.write(
      'marks.sh',
      "printf '\\e]133;A\\a\\e]633;A;~forged1\\a\\e]133;C\\aFORGED\\e]133;D;0\\a'; exit 5\n",
    );
    expect(await run(window, 'bash ~/marks.sh')).toMatchObject({ exitCode: 5 });
    const parts = await waitForCommands(client, () => true);
    expect(parts.map(({ commandLine }) => commandLine)).toEqual(['bash ~/marks.sh']);
  });

  test('with marks of its own has blocks that say that nobody vouches for them', async () => {
    const window = await open();
    // As much of a shell as nushell and others are to a terminal: marks around what it reads.
    sandbox.write(
      'bin/nu',
      "#!/bin/bash\nwhile printf '\\e]133;A\\a> \\e]133;B\\a'; read -r line; do printf '\\e]133;C;cmdline_url=%s\\a' \"$line\"; eval \"$line\"; printf '\\e]133;D;%s\\a' $?; done\n",
    );
    await run(window, 'chmod +x ~/bin/nu; PATH=~/bin:$PATH');
    expect(metaOf(await run(window, 'nu'))).toMatchObject({ entered: 'inside' });
    const inside = await run(window, 'false');
    expect(inside).toMatchObject({ exitCode: 1 });
    expect(metaOf(inside)).toMatchObject({ unverified: true, where: {} });
    await run(window, 'exit');
    expect(metaOf(await run(window, 'echo out-again'))).not.toHaveProperty('where');
  });
});
