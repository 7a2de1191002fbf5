import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';
import { modeOf, openWindow } from '../support/face.ts';
import { connectTo, terminalOf, waitForCommands } from '../support/host-client.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs, skipUnless } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { noSshServer, SshServer } from '../support/ssh-server.ts';

let sandbox: Sandbox;
let client: Client | undefined;
let server: SshServer | undefined;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  client?.close();
  client = undefined;
  await sandbox.clear();
  rmSync(placesFile(), { force: true });
});
afterAll(async () => {
  await server?.stop();
  server = undefined;
  await sandbox.close();
});

/** A window, and a machine to enter whose shell that line starts. */
async function open(shell: string, rc: Readonly<Record<string, string>> = {}): Promise<OuterTerminal> {
  skipUnless(noSshServer === undefined, 'needs sshd');
  needs('ssh', 'ssh-keygen', /zsh|fish|dash/.exec(shell)?.[0] ?? 'bash');
  server ??= await SshServer.start(sandbox.root, shell);
  server.offer(shell);
  const { home } = server;
  for (const [name, text] of Object.entries(rc)) writeFileSync(join(home, name), text);
  const window = await openWindow(sandbox);
  client = await connectTo(sandbox);
  return window;
}

const SSH = 'ssh -F ~/../ssh/config box';
/** The client of the running test. */
function connected(): Client {
  if (client === undefined) throw new Error('no client yet');
  return client;
}

const tab = () => cottyMeta<TerminalMeta>(terminalOf(connected())._meta);
const metaOf = (part: CommandPart | undefined) => cottyMeta<CommandMeta>(part?._meta);
const placesFile = () => join(sandbox.env['XDG_STATE_HOME'] ?? '', 'cotty/places');
const places = () => {
  const path = placesFile();
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

async function command(line: string, isWanted: (part: CommandPart) => boolean): Promise<CommandPart> {
  const newest = (parts: readonly CommandPart[]) => parts.findLast(({ commandLine }) => commandLine === line);
  const parts = await waitForCommands(connected(), (all) => {
    const part = newest(all);
    return part !== undefined && isWanted(part);
  });
  const found = newest(parts);
  if (found === undefined) throw new Error(`no command ${line}`);
  return found;
}

const entered = () => command(SSH, (part) => metaOf(part).entered === 'inside');

/** Goes there, and waits for the question to be one that keys answer. */
async function asked(window: OuterTerminal): Promise<void> {
  window.send(`${SSH}\r`);
  await window.waitForText('Blocks in ssh box?');
  await window.waitForText('y: yes');
}

/** Fish has a prompt of its own there. */
const isAtItsPrompt = (screen: OuterScreen) =>
  /[$#]\s*(\w+: type a command\s*)?$/.test(screen.line(screen.cursor.y));

async function leave(window: OuterTerminal): Promise<void> {
  window.send('exit\r');
  await command(SSH, (part) => part.isComplete && part.exitCode !== undefined);
  await expect.poll(tab).not.toHaveProperty('within');
}

describe('a shell on another machine', () => {
  test('gets its blocks after a yes, which is remembered', async () => {
    const window = await open('bash -i', { '.bashrc': "PS1='away$ '\nHISTFILE=~/history\n" });
    await asked(window);
    window.send('y');
    await entered();
    window.send('echo in-there $?; (exit 4)\r');
    const inside = await command('echo in-there $?; (exit 4)', (part) => part.isComplete);
    expect(inside).toMatchObject({ exitCode: 4, output: expect.stringContaining('in-there 0') });
    expect(metaOf(inside).where).toMatchObject({ shell: 'bash' });
    expect(places()).toBe('yes ssh box\n');
    await leave(window);
    // Neither of the lines that were typed is in the history there.
    expect(readFileSync(join(sandbox.root, 'away/history'), 'utf8')).toBe(
      'echo in-there $?; (exit 4)\nexit\n',
    );
    window.send(`${SSH}\r`);
    await expect.poll(tab).toMatchObject({ within: { shell: 'bash' } });
    expect(window.screenText()).not.toMatch(/base64|Blocks in|COTTY|__cotty/);
    await leave(window);
  });

  test.each([
    ['zsh', "PS1='away$ '\n", '.zshrc'],
    [
      'fish',
      "function fish_prompt; echo -n 'away$ '; end\nfunction fish_greeting; end\n",
      '.config/fish/config.fish',
    ],
  ])('gets its blocks as well where it is %s', async (shell, rc, file) => {
    const window = await open(`${shell} -i`, file.includes('/') ? {} : { [file]: rc });
    await asked(window);
    window.send('y');
    await entered();
    window.send('echo in-there; false\r');
    const inside = await command('echo in-there; false', (part) => part.isComplete);
    expect(inside).toMatchObject({ exitCode: 1, output: expect.stringContaining('in-there') });
    expect(metaOf(inside).where).toMatchObject({ shell });
    // The shell there completes, and the line stays one of RUN.
    await window.waitFor('its prompt', isAtItsPrompt);
    window.send('ech');
    window.send(key.tab);
    await window.waitForText(/[$#] echo in-there; false$/m);
    expect(modeOf(window.screen)).toBe('RUN');
    window.send(ctrl('r'));
    await window.waitForText(/^› ✗ 1 .*echo in-there; false/m);
    window.send(key.escape, ctrl('c'));
    await window.waitFor('its prompt', isAtItsPrompt);
    await leave(window);
  });

  test.each([
    ['when it exits', ''],
    ['at once', 'setopt INC_APPEND_HISTORY\n'],
  ])('forgets the lines that were typed where it is zsh, which writes its history %s', async (_when, rc) => {
    const window = await open('zsh -i', {
      '.zshrc': `PS1='away$ '\nHISTFILE=~/history HISTSIZE=100 SAVEHIST=100\n${rc}`,
      history: 'echo kept\n',
    });
    await asked(window);
    window.send('y');
    await entered();
    window.send('fc -l 1; echo in-there\r');
    const inside = await command('fc -l 1; echo in-there', (part) => part.isComplete);
    expect(inside.output).toMatch(/^ +\d+ {2}echo kept\r\n(?: +\d+ {2}fc.*\r\n)?in-there\r\n$/);
    await leave(window);
    expect(readFileSync(join(sandbox.root, 'away/history'), 'utf8')).toBe(
      'echo kept\nfc -l 1; echo in-there\nexit\n',
    );
  });

  test('is left alone after a no, and asked about no more until that is forgotten', async () => {
    const window = await open('bash -i', { '.bashrc': "PS1='away$ '\n" });
    await asked(window);
    window.send('n');
    await expect.poll(places).toBe('no ssh box\n');
    window.send('exit\r');
    await command(SSH, (part) => part.exitCode === 0);
    window.send(`${SSH}\r`);
    await window.waitFor('the prompt there', (screen) =>
      screen.lines().some((line) => /away\$ *$/.test(line)),
    );
    window.send('echo not-$((1+1))-asked\r');
    await window.waitForText('not-2-asked');
    expect(window.screenText()).not.toContain('Blocks in');
  });

  test('takes what somebody goes on typing instead of an answer', async () => {
    const window = await open('bash -i', { '.bashrc': "PS1='away$ '\n" });
    await asked(window);
    window.send('echo typed-$((1+1))-on\r');
    await window.waitForText('typed-2-on');
    expect(window.screenText()).not.toContain('Blocks in');
    expect(places()).toBe('');
  });

  test('is told to have none where it is a plain one, after a prompt that nothing announces', async () => {
    const window = await open("PS1='away$ ' dash -i");
    await asked(window);
    window.send('y');
    await window.waitForText('is not bash, zsh or fish');
    expect(places()).toBe('no ssh box\n');
    window.send('echo still-$((1+1))-there\r');
    await window.waitForText('still-2-there');
  });

  test('is not asked about by what a program prints, nor for a host whose name is more than a name', async () => {
    const window = await open('bash -i', { '.bashrc': "PS1='away$ '\n" });
    const line = "printf '\\033[?2004h$ '; read -r x; echo through-$((1+1))";
    window.send(`${line}\r`);
    await command(line, () => true);
    window.send('x\r');
    await window.waitForText('through-2');
    const hostile = "ssh -F ~/../ssh/config -o HostName=127.0.0.1 $'bo\\x1b[31mx'";
    window.send(`${hostile}\r`);
    await command(hostile, (part) => part.isComplete);
    expect(tab()).not.toHaveProperty('asksBlocks');
    expect(places()).toBe('');
  });
});

describe('a shell in a container', () => {
  test('gets its blocks after a yes', async () => {
    needs('script');
    // What `docker exec -it` is to this terminal: a program that takes the keys and shows another terminal's output.
    sandbox.write(
      'bin/docker',
      `#!/bin/sh\n[ "$*" = "exec -it web bash" ] && exec script -qec "env -i HOME=${sandbox.home}/away TERM=$TERM PATH=$PATH COTTY_TEST_MARK=${sandbox.root} bash --norc -i" /dev/null\n`,
    );
    const window = await openWindow(sandbox);
    client = await connectTo(sandbox);
    window.send('chmod +x ~/bin/docker; PATH=~/bin:$PATH\r');
    await command('chmod +x ~/bin/docker; PATH=~/bin:$PATH', (part) => part.isComplete);
    window.send('docker exec -it web bash\r');
    await window.waitForText('Blocks in docker web?');
    await window.waitForText('y: yes');
    window.send('y');
    await command('docker exec -it web bash', (part) => metaOf(part).entered === 'inside');
    window.send('echo in-there\r');
    const inside = await command('echo in-there', (part) => part.isComplete);
    expect(metaOf(inside).where).toMatchObject({ shell: 'bash' });
    expect(places()).toBe('yes docker web\n');
    window.send('exit\r');
    await command('docker exec -it web bash', (part) => part.exitCode === 0);
  });
});
