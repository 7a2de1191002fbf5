import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { Shell } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const PROMPT = "PS1='$ '\n";

/** Files below a folder with a text in them. The host may put others in their places meanwhile. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .filter((path) => existsSync(path) && readFileSync(path, 'latin1').includes(text));
}

/** The replay log has everything, as long as the terminal is open: by it programs outlive their host. */
const isReplayLog = (path: string): boolean => basename(path) === 'tape';

describe('a command that begins with a blank', () => {
  let sandbox: Sandbox;
  let made = 0;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterAll(() => sandbox.close());

  const state = () => join(sandbox.home, '.local/state/cotty');
  const history = async () => (await sandbox.run(['history', '--json'])).stdout;

  /** A window in front of a new terminal, whose shell reads that start file; and a word that no other test has. */
  async function open(shell: Shell, file: string, rc: string) {
    made += 1;
    const name = `t${made}`;
    sandbox.write(file, rc);
    await sandbox.openShell(shell, name);
    return { window: await openWindow(sandbox, { args: ['attach', name] }), kept: `kept-${name}` };
  }

  test.each<[Shell, string, string]>([
    ['bash', '.bashrc', `${PROMPT}HISTCONTROL=ignoreboth\n`],
    ['bash', '.bashrc', `${PROMPT}HISTCONTROL=ignorespace\n`],
    ['bash', '.bashrc', `${PROMPT}HISTIGNORE='ls:[ ]*'\n`],
    ['zsh', '.zshrc', `${PROMPT}unsetopt PROMPT_SP\nsetopt HIST_IGNORE_SPACE\n`],
    [
      'fish',
      '.config/fish/config.fish',
      "function fish_prompt; echo -n '$ '; end\nfunction fish_greeting; end\n",
    ],
  ])('has a block and leaves nothing on disk in %s (%s: %j)', async (shell, file, rc) => {
    const { window, kept } = await open(shell, file, rc);
    window.type(' echo s3cret; echo printed-s3cret');
    window.send(key.enter);
    await window.waitForText(/✓ +echo s3cret; echo printed-s3cret +not recorded/);
    window.type(`echo ${kept}`);
    window.send(key.enter);
    await waitForBlock(window, `✓ 0 echo ${kept}`);
    expect(window.screen.lines().find((line) => line.includes('✓') && line.includes(kept))).not.toContain(
      'not recorded',
    );
    const past = await history();
    expect(past).toContain(`echo ${kept}`);
    expect(past).not.toContain('s3cret');
    expect(filesWith(state(), `echo ${kept}`).length).toBeGreaterThan(0);
    expect(filesWith(state(), 's3cret').filter((path) => !isReplayLog(path))).toEqual([]);
    // Neither Up nor the search for earlier commands has it.
    window.send(key.up, key.up);
    await window.waitForText(/\$ echo kept/);
    window.send(ctrl('c'), ctrl('r'));
    window.type('s3cret');
    await window.waitForText('nothing matches');
    window.send(key.escape);
    await waitForMode(window, 'RUN');
    await window.close();
  });

  test('is recorded where the history of bash keeps it, and what a program prints keeps no command out of it', async () => {
    const { window } = await open('bash', '.bashrc', PROMPT);
    window.type(' echo with-blank');
    window.send(key.enter);
    await window.waitForText(/✓ +echo with-blank/);
    window.type("printf '\\033]633;P;Unrecorded=1\\007'");
    window.send(key.enter);
    await window.waitForText(/✓ +printf/);
    window.type('echo after');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo after');
    const past = await history();
    expect(past).toContain('with-blank');
    expect(past).toContain('echo after');
    expect(window.screenText()).not.toContain('not recorded');
    await window.close();
  });

  test('is gone from memory and replay log with the host', async () => {
    const replayLogs = filesWith(state(), 's3cret');
    expect(replayLogs.length).toBeGreaterThan(0);
    expect(replayLogs.filter((path) => !isReplayLog(path))).toEqual([]);
    await sandbox.run(['host', 'stop', '--yes']);
    expect(filesWith(state(), 's3cret')).toEqual([]);
    expect(filesWith(state(), 'echo kept').length).toBeGreaterThan(0);
  });
});
