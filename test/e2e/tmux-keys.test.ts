import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { textRow } from '../../src/screen/cells/row.ts';
import { editorText } from '../../src/screen/editor/editor-state.ts';
import { configKeymap, parseConfig } from '../../src/tui/config/parse.ts';
import { frontTab, inputOf, isAtPrompt, modeOf, openWindow, tabLine, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { needs, programPath } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { splitAs } from '../support/splits.ts';
import { TmuxWindow } from '../support/tmux-window.ts';
import { Driver, terminal } from '../support/tui-model.ts';

const PREFIX = ctrl('b');
const bar = (screen: OuterScreen) => screen.line(screen.rows - 1);
const tabs = (screen: OuterScreen) =>
  tabLine(screen)
    .trim()
    .split(/\s{2,}/).length;

/** Terminals that were closed before keep their names, so that the first one of a test is called by any number. */
const first = (screen: OuterScreen) => tabLine(screen).trim().split(/\s+/)[1] ?? '';
const isFirst = (screen: OuterScreen) => frontTab(screen).trim().split(' ')[1] === first(screen);

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
beforeEach(() => {
  sandbox.write('.config/cotty/config', 'preset = tmux\nbind raw "ctrl+x t" tab.list\n');
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

test('the prefix of tmux works with text on the line, in RAW and in the copy mode, and detaches', async () => {
  const window = await openWindow(sandbox, { cols: 100, rows: 24 });
  window.type('echo kept');
  window.send(PREFIX);
  await window.waitFor('the keys that can follow', (screen) =>
    /Ctrl\+B {2}c new tab · n next tab/.test(bar(screen)),
  );
  window.send('c');
  await window.waitFor(
    'a second tab',
    (screen) => tabs(screen) > 2 && !isFirst(screen) && isAtPrompt(screen),
  );
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
  await window.waitFor('the second', (screen) => !isFirst(screen));
  window.send(PREFIX, 'l');
  await window.waitFor('the first', (screen) => isFirst(screen) && modeOf(screen) === 'RAW');
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
    expect.stringContaining('gone.conf cannot be read (no such file or directory)'),
  ]);
});

test('what tmux asks is asked here, and the answer gets to no line', async () => {
  const window = await openWindow(sandbox, { cols: 100, rows: 24 });
  const ready = (n: number) =>
    window.waitFor(
      `tab ${n}`,
      (screen) => isFirst(screen) === (n === 1) && isAtPrompt(screen) && inputOf(screen) === '',
    );
  window.send(PREFIX, 'c');
  await window.waitFor(
    'a second tab',
    (screen) => tabs(screen) > 2 && !isFirst(screen) && isAtPrompt(screen),
  );
  // As it is typed by habit: without a look at the screen, in one piece.
  window.send(`${PREFIX}xn`);
  await ready(2);
  window.send(`${PREFIX}x`);
  await window.waitForText(/kill-pane home-\d\? \(y\/n\)/);
  window.send('y');
  await ready(1);
  window.send(PREFIX, 'c');
  await window.waitFor('another tab', (screen) => !isFirst(screen) && isAtPrompt(screen));
  window.send(`${PREFIX}&y`);
  await ready(1);
  // The name is typed, and Enter pressed: it runs nowhere.
  window.send(PREFIX, '$');
  await window.waitForText('rename-session');
  window.type('touch was-run\r');
  await window.waitForText('a host is one session');
  window.send(PREFIX, 't');
  await window.waitForText('any key closes');
  window.send('q');
  await ready(1);
  window.type('ls -a\r');
  await window.waitForText(/\.bashrc/);
  expect(window.screen.text()).not.toContain('was-run');
  window.send(PREFIX, 'd');
  await window.exited;
});

test('synchronised typing goes to the panes in sight', async () => {
  const window = await openWindow(sandbox, { cols: 100, rows: 24 });
  const typed = (n: number) => (screen: OuterScreen) => screen.text().split('typed-here').length - 1 === n;
  await window.waitFor('a prompt', isAtPrompt);
  // A tab in the background, two panes in front.
  window.send(PREFIX, 'c');
  await window.waitFor('a second tab', (screen) => tabs(screen) > 1 && isAtPrompt(screen));
  window.send(PREFIX, '%');
  await window.waitForText('│');
  window.send(PREFIX, ':');
  await window.waitForText('Commands');
  window.type('set synchronize-panes on\r');
  await window.waitForText('typing to 2 terminals');
  window.type("printf 'typed-%s\\n' here\r");
  await window.waitFor('both outputs', typed(2));
  window.send(PREFIX, 'z');
  await window.waitForText('zoomed');
  window.type("printf 'zoom-%s\\n' here\r");
  await window.waitForText('zoom-here');
  window.send(PREFIX, 'z');
  await window.waitFor('the other pane, which got nothing', (screen) => typed(2)(screen));
  expect(window.screen.text().split('zoom-here').length - 1).toBe(1);
  window.send(PREFIX, 'p');
  await window.waitFor('the first tab', (screen) => isFirst(screen) && isAtPrompt(screen));
  expect(window.screen.text()).not.toContain('typed-here');
  window.send(PREFIX, 'd');
  await window.exited;
});

/** Commands of tmux after which it takes keys itself. */
const TAKES_KEYS =
  /^(confirm-before|command-prompt|choose-|customize-mode|display-menu|display-panes|clock-mode|copy-mode|list-(keys|buffers)|show-messages)/;

test('every key of tmux after which it takes keys itself, takes them here', async () => {
  needs('tmux');
  const { env, home: cwd, root } = sandbox;
  const { stdout } = await promisify(execFile)(
    programPath('tmux'),
    ['-S', join(root, 'keys.sock'), '-f', '/dev/null', 'start-server', ';', 'list-keys', '-T', 'prefix'],
    { env, cwd },
  );
  const keys = stdout.split('\n').flatMap((line) => {
    const [, key, command] = /^bind-key +(?:-r +)?-T prefix +(\S+) +(.*)$/.exec(line) ?? [];
    return key !== undefined && command !== undefined && TAKES_KEYS.test(command) ? [key] : [];
  });
  expect(keys.length).toBeGreaterThan(15);
  const config = parseConfig('preset = tmux');
  for (const key of keys) {
    const driver = new Driver(config.settings).list(terminal('1'), terminal('2'));
    driver.rows = ['$ ls', 'file', '$ '].map((text) => textRow([{ text }], 80));
    driver.model = {
      ...driver.model,
      keymap: configKeymap(config, 'other').keymap,
      splits: [splitAs('beside', ['ahp-terminal:/1', 'ahp-terminal:/2'])],
    };
    driver.type(PREFIX).type(key === 'PPage' ? '\x1b[5~' : key.replace(/^\\/, ''));
    expect([key, driver.model.dialog !== undefined || driver.view?.mode === 'select']).toEqual([key, true]);
    expect([driver.type('y').sent, driver.view && editorText(driver.view.editor)]).toEqual(['', '']);
  }
});

/** Sequences of keys behind the prefix. */
const SEQUENCES = [
  'ccc',
  'cccpp',
  'cc1n',
  'ccn',
  'ccccl2l',
  'ccc1lpnl',
  'cccc3p1ll',
  'ccp',
  'ccc13&y',
  'cccc24l&yl',
];

test('the copy mode goes up and down by half pages, and the cursor keeps its row', async () => {
  const window = await openWindow(sandbox, { cols: 80, rows: 24 });
  window.type('seq 1 300\r');
  await window.waitFor('the end', (screen) => screen.line(21).startsWith('300') && isAtPrompt(screen));
  window.send(PREFIX, '[');
  await waitForMode(window, 'SELECT');
  const { y } = window.screen.cursor;
  const shows = (last: string) =>
    window.waitFor(
      `${last} at the end of the view`,
      (screen) => screen.line(y).startsWith(last) && screen.cursor.y === y,
    );
  window.send(ctrl('u'));
  await shows('291');
  window.send(ctrl('u'));
  await shows('281');
  window.send(ctrl('d'));
  await shows('291');
  window.send(ctrl('b'), ctrl('b'));
  await shows('271');
});

/** Returns the tabs that keys of tmux have opened and closed; a star follows the one in front. */
function windowsAfter(keys: string): readonly string[] {
  const config = parseConfig('preset = tmux');
  const driver = new Driver(config.settings).list(terminal('1'));
  driver.model = { ...driver.model, keymap: configKeymap(config, 'other').keymap };
  for (const each of keys) {
    // What is asked is answered without the prefix.
    driver.type(each === 'y' ? each : `${PREFIX}${each}`);
    const parked = driver.effects.flatMap((effect) => (effect.kind === 'park' ? [effect.uri] : []));
    if (parked.length > 0)
      driver.list(...driver.model.tabs.filter(({ resource }) => !parked.includes(resource)));
    if (!driver.effects.some(({ kind }) => kind === 'create')) continue;
    const name = String(driver.model.tabs.length + 1);
    driver.notify({ kind: 'awaiting', uri: `ahp-terminal:/${name}` });
    driver.list(...driver.model.tabs, terminal(name));
  }
  return driver.model.tabs.map(
    ({ resource, title }) => `${title}${resource === driver.model.active ? '*' : ''}`,
  );
}

/** tmux takes the answer only when its question stands. */
async function pressInTmux(outer: TmuxWindow, keys: string): Promise<void> {
  for (const part of keys.split(/(?=y)/)) {
    if (part.startsWith('y')) await outer.waitForText('(y/n)');
    await outer.press(...[...part].flatMap((each) => (each === 'y' ? ['y'] : ['C-b', each])));
  }
}

test('tabs go where windows go in tmux, for the same keys', async () => {
  needs('tmux');
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
      const windows = windowsAfter(keys);
      await pressInTmux(outer, keys);
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
