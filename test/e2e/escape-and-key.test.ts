import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { programNode } from '../support/node.ts';
import { OuterKeyboard } from '../support/outer-keyboard.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram, programPath } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { TmuxWindow } from '../support/tmux-window.ts';

/** Escape and the next key in one read, from a terminal that reports keys in the legacy way. */
describe('Escape and the next keys in one read', () => {
  let sandbox: Sandbox;
  let tmux: TmuxWindow;
  beforeAll(async () => {
    sandbox = new Sandbox();
    const { root: folder, env, home: cwd } = sandbox;
    tmux = await TmuxWindow.open(`${programNode} ${bin}`, { folder, env, cwd });
    await tmux.waitForText('Ctrl+K raw');
  });
  afterAll(async () => {
    await tmux.close();
    await sandbox.close();
  });

  const written = (name: string): string | undefined => {
    const path = join(sandbox.home, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };

  test.each([
    // vim sets modifyOtherKeys 2 by itself.
    ['vim', 'vim'],
    ['vim after modifyOtherKeys 1', String.raw`vim -c 'call echoraw("\e[>4;1m")'`],
    ['vim under kitty flags', String.raw`vim -c 'call echoraw("\e[>1u")'`],
    ['nvim', 'nvim -u NONE -i NONE'],
    ['nvim under kitty flags', String.raw`nvim -u NONE -i NONE -c 'call chansend(v:stderr, "\e[>1u")'`],
  ])('leave the insert mode of %s, and :wq saves the file', async (name, command) => {
    programPath(name.split(' ')[0] ?? name);
    const file = `${name.replaceAll(' ', '-')}.txt`;
    await tmux.type(`${command} ${file}`);
    await tmux.press('Enter');
    await tmux.waitForText(/^ *RAW/m);
    await tmux.waitForText('~');
    await tmux.press('i');
    await tmux.type('hello');
    await tmux.waitForText(/^hello/m);
    await tmux.press('Escape', ':wq', 'Enter');
    await tmux.waitFor('the file', () => written(file) !== undefined);
    await tmux.waitFor('the prompt', (screen) => !/^ *RAW/m.test(screen));
    expect(written(file)).toBe('hello\n');
  });
});

describe('a program that sets modifyOtherKeys, in a terminal that knows kitty keys', () => {
  let sandbox: Sandbox;
  let window: OuterTerminal;
  beforeAll(async () => {
    sandbox = new Sandbox();
    window = sandbox.open();
    const keyboard = new OuterKeyboard(window);
    await waitForMode(window, 'RUN');
    window.type(`${fixtureProgram('keyboard.mjs')} '\\u001b[>4;2m' ''\r`);
    await window.waitForText('ready');
    await waitForMode(window, 'RAW');
    await window.waitFor('flags that tell keys apart', () => keyboard.flags === 5);
  });
  afterAll(() => sandbox.close());

  test.each([
    ['F1', '\x1b[P', '\x1bOP'],
    ['F2', '\x1b[Q', '\x1bOQ'],
    ['F3', '\x1b[13~', '\x1bOR'],
    ['F4', '\x1b[S', '\x1bOS'],
    ['F13', '\x1b[57376u', '\x1b[25~'],
    ['Alt+:', '\x1b[58;3u', '\x1b[27;3;58~'],
    ['Escape', '\x1b[27u', '\x1b'],
  ])('gets %s as xterm sends it', async (_name, sent, bytes) => {
    window.send(sent);
    await window.waitForText(`got ${JSON.stringify(bytes)}`);
  });
});
