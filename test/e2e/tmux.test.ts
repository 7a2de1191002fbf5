import { afterAll, beforeAll, describe, test } from 'vitest';
import { programNode } from '../support/node.ts';
import { needs } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { TmuxWindow } from '../support/tmux-window.ts';

describe('cotty inside tmux', () => {
  let sandbox: Sandbox;
  let tmux: TmuxWindow;
  beforeAll(async () => {
    needs('tmux');
    sandbox = new Sandbox();
    const { root: folder, env, home: cwd } = sandbox;
    tmux = await TmuxWindow.open('bash -i', { folder, env, cwd });
  });
  afterAll(async () => {
    await tmux?.close();
    await sandbox?.close();
  });

  test('draws, runs a command with colours, follows a resize and leaves the pane as it was', async () => {
    await tmux.waitForText(/^\$$/m);
    await tmux.type(`${programNode} ${bin}`);
    await tmux.press('Enter');
    await tmux.waitForText('Ctrl+K raw');
    await tmux.type(String.raw`printf '\033[31mred\033[0m 界😀|\n'`);
    await tmux.press('Enter');
    // In the typed line it stands without its colour, and with a backslash behind it.
    await tmux.waitForStyled(/\x1b\[31mred\x1b\[(?:39|0)?m 界😀\|(?!\\)/);
    await tmux.resize(72, 20);
    await tmux.waitFor('the new size', (screen) =>
      /Ctrl\+K raw/.test(screen.trimEnd().split('\n')[19] ?? ''),
    );
    await tmux.press('Escape');
    await tmux.waitForText(/^ *BROWSE/m);
    await tmux.press('d');
    await tmux.waitFor('the shell again', (screen) => !screen.includes('BROWSE') && /^\$$/m.test(screen));
  });
});
