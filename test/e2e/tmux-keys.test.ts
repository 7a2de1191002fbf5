import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configKeymap, parseConfig } from '../../src/tui/config/parse.ts';
import { frontTab, inputOf, isAtPrompt, modeOf, openWindow, tabLine, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { needs, programPath } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { TmuxWindow } from '../support/tmux-window.ts';
import { Driver, terminal } from '../support/tui-model.ts';

const PREFIX = ctrl('b');
const bar = (screen: OuterScreen) => screen.line(screen.rows - 1);
const tabs = (screen: OuterScreen) =>
  tabLine(screen)
    .trim()
    .split(/\s{2,}/).length;

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
  sandbox.write('.config/cotty/config', 'preset = tmux\nbind raw "ctrl+x t" tab.list\ntabNames = number\n');
});
afterAll(() => sandbox.close());

test('the prefix of tmux works with text on the line, in RAW and in the copy mode, and detaches', async () => {
  const window = await openWindow(sandbox, { cols: 100, rows: 24 });
  window.type('echo kept');
  window.send(PREFIX);
  await window.waitFor('the keys that can follow', (screen) =>
    /Ctrl\+B {2}c new tab · n next tab/.test(bar(screen)),
  );
  window.send('c');
  await window.waitFor('a second tab', (screen) => frontTab(screen).includes('2') && isAtPrompt(screen));
  window.send(PREFIX, 'p');
  await window.waitFor('the line of the first', (screen) => inputOf(screen) === 'echo kept');
  window.send(PREFIX, '[');
  await waitForMode(window, 'SELECT');
  window.send('q');
  await window.waitFor(
    'the line again',
    (screen) => inputOf(screen) === 'echo kept' && modeOf(screen) === 'RUN',
  );
  window.type('\rcat -v\r');
  await window.waitForText(/cat -v/);
  window.send(PREFIX, key.enter);
  await waitForMode(window, 'RAW');
  // The prefix twice, a chord of one's own that is none, and plain text, in the order in which they are typed.
  window.send(PREFIX, PREFIX, ctrl('x'), 'q', 'x', key.enter);
  await window.waitForText(/^\s*\^B\^Xqx\s*$/m);
  window.send(ctrl('x'));
  window.send(key.enter);
  await window.waitForText(/^\s*\^X\s*$/m);
  // Nothing follows: after its time the key goes to the program by itself.
  window.send(ctrl('x'));
  await window.waitFor('a third ^X', (screen) => (screen.text().match(/^\s*\^X\s*$/gm) ?? []).length === 3);
  window.send(ctrl('x'), 't');
  await window.waitForText('Tabs');
  window.send(key.escape);
  await waitForMode(window, 'RAW');
  window.send(PREFIX, '2');
  await window.waitFor('the second', (screen) => frontTab(screen).includes('2'));
  window.send(PREFIX, 'l');
  await window.waitFor('the first', (screen) => frontTab(screen).includes('1') && modeOf(screen) === 'RAW');
  window.send(PREFIX, ':');
  await window.waitForText('Commands');
  window.type('rename-window cats');
  await window.waitForText('Give this tab another name');
  window.send(key.enter);
  await window.waitFor('the name', (screen) => frontTab(screen).includes('cats'));
  expect(tabs(window.screen)).toBeGreaterThan(1);
  window.send(PREFIX, 'd');
  expect(await window.exited).toMatchObject({ exitCode: 0 });
});

test('a configuration of tmux is printed as lines that work', async () => {
  writeFileSync(
    join(sandbox.home, '.tmux.conf'),
    'set -g prefix C-a\nbind | split-window -h\nbind r source x\n',
  );
  const printed = await sandbox.run(['config', 'import-tmux']);
  const config = parseConfig(printed.stdout);
  expect(config.problems).toEqual([]);
  expect(config.settings).toMatchObject({ preset: 'tmux', prefix: 'ctrl+a' });
  expect(printed.stdout).toContain('bind prefix | pane.splitRight\n');
  expect(printed.stdout).toContain(
    '#   line 3: bind r source x: cotty reads its configuration whenever it changes\n',
  );
  const missing = await sandbox.run(['config', 'import-tmux', 'gone.conf']);
  expect([missing.code, missing.stderr]).toEqual([
    1,
    expect.stringContaining('gone.conf cannot be read (ENOENT)'),
  ]);
});

/** Sequences of keys behind the prefix. */
const SEQUENCES = ['ccc', 'cccpp', 'cc1n', 'ccn', 'ccccl2l', 'ccc1lpnl', 'cccc3p1ll', 'ccp'];

test('tabs go where windows go in tmux, for the same keys', async () => {
  needs('tmux');
  const config = parseConfig('preset = tmux');
  const { root: folder, env, home: cwd } = sandbox;
  const inner = join(folder, 'inner.sock');
  const conf = join(folder, 'inner.conf');
  writeFileSync(
    conf,
    'set -g base-index 1\nset -g default-command "sleep 600"\nset -g assume-paste-time 0\n',
  );
  const tmux = programPath('tmux');
  const ask = async (...args: readonly string[]) =>
    (await promisify(execFile)(tmux, ['-S', inner, '-f', conf, ...args], { env, cwd })).stdout;
  await ask('new-session', '-d', '-s', 'in', '-x', '80', '-y', '20');
  const outer = await TmuxWindow.open(`env -u TMUX ${tmux} -S ${inner} attach`, { folder, env, cwd });
  try {
    await outer.waitForText('[in]');
    for (const keys of SEQUENCES) {
      const driver = new Driver(config.settings).list(terminal('1'));
      driver.model = { ...driver.model, keymap: configKeymap(config, 'other').keymap };
      for (const each of keys) {
        driver.type(PREFIX).type(each);
        if (!driver.effects.some(({ kind }) => kind === 'create')) continue;
        const name = String(driver.model.tabs.length + 1);
        driver.notify({ kind: 'awaiting', uri: `ahp-terminal:/${name}` });
        driver.list(...driver.model.tabs, terminal(name));
      }
      const windows = driver.model.tabs.map(
        ({ resource, title }) => `${title}${resource === driver.model.active ? '*' : ''}`,
      );
      await outer.press(...[...keys].flatMap((each) => ['C-b', each]));
      const listed = () => ask('list-windows', '-F', '#{window_index}#{?window_active,*,}');
      await expect
        .poll(async () => [keys, ...(await listed()).trim().split('\n')])
        .toEqual([keys, ...windows]);
      await ask('kill-window', '-a', '-t', 'in:1');
      await ask('select-window', '-t', 'in:1');
    }
  } finally {
    await ask('kill-server').catch(() => '');
    await outer.close();
  }
});
