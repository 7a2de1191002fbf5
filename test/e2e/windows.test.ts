import { afterEach, describe, expect, test } from 'vitest';
import {
  detach,
  frontTab,
  isAtPrompt,
  leftModes,
  modeOf,
  openTab,
  openWindow,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import { processesMarked } from '../support/left-behind.ts';
import { programNode } from '../support/node.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { programPath } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

describe('windows', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('that start at the same moment make one host', async () => {
    sandbox = new Sandbox();
    const windows = [sandbox.open(), sandbox.open(), sandbox.open()];
    await Promise.all(windows.map((window) => waitForMode(window, 'RUN')));
    const mark = `COTTY_TEST_MARK=${sandbox.root}`;
    // One that came too late may still be about to end.
    const hosts = () => processesMarked(mark).filter(({ command }) => command === 'cotty host');
    await expect.poll(hosts).toHaveLength(1);
    expect((await sandbox.run(['host', 'status'])).stdout).toMatch(/connections\s+3/);
  });

  test('come back to a command that went on without them', async () => {
    sandbox = new Sandbox();
    const first = await openWindow(sandbox);
    first.type('echo before; until [ -e go ]; do sleep 0.1; done; echo after\r');
    await first.waitForText(/^\s*before$/m);
    await detach(first);

    const second = sandbox.open();
    await second.waitForText(/^\s*before$/m);
    expect(second.screenText()).not.toMatch(/^\s*after$/m);
    sandbox.write('go', '');
    await second.waitForText('✓ ');
    await second.waitForText(/^\s*after/m);
  });

  test('show vim to a late joiner as it is', async () => {
    sandbox = new Sandbox();
    const first = await openWindow(sandbox);
    first.type('vim late.txt\r');
    await first.waitForText('"late.txt" [New]');
    first.type('isome words');
    await first.waitForText('-- INSERT --');
    const second = sandbox.open();
    await first.waitForText('some words');
    const body = (screen: OuterScreen) => screen.lines().slice(1, -1).join('\n');
    const same = (screen: OuterScreen) => body(screen) === body(first.screen);
    await second.waitFor('the same body', (screen) => body(screen).includes('-- INSERT --') && same(screen));
    expect(body(second.screen)).toContain('some words');
  });

  test('do not answer for each other: a program that asks gets one answer', async () => {
    sandbox = new Sandbox();
    const first = await openWindow(sandbox);
    const second = sandbox.open();
    await waitForMode(second, 'RUN');
    // Whatever comes within three seconds counts, so that a second answer would be seen.
    const script = sandbox.write(
      'ask.sh',
      `stty raw -echo\nprintf '\\033[c\\033[6n'\nanswer=$(timeout --foreground 3 cat | cat -v)\nstty sane\necho "got $answer"\n`,
    );
    first.type(`sh ${script}\r`);
    await waitForBlock(first, `✓ 0 sh ${script}`);
    const screen = await first.waitForText(/^\s*got \S+/m);
    const answer = /got (\S*)/.exec(screen.text())?.[1] ?? '';
    expect(answer.match(/\^\[\[\?[\d;]*c/g)).toHaveLength(1);
    expect(answer.match(/\^\[\[\d+;\d+R/g)).toHaveLength(1);
  });

  test('of another size never change the size of the one that holds the terminal', async () => {
    sandbox = new Sandbox();
    const big = await openWindow(sandbox, { cols: 120, rows: 40 });
    big.type('echo first: $(stty size)\r');
    await big.waitForText('first: 38 120');
    const small = sandbox.open([], { cols: 60, rows: 20 });
    await waitForMode(small, 'RUN');
    big.type('clear; echo second: $(stty size)\r');
    await big.waitForText('second: 38 120');
    await small.close();
    big.type('echo third: $(stty size)\r');
    await big.waitForText('third: 38 120');
  });

  test.each(['RUN', 'RAW', 'BROWSE', 'LOCK'] as const)('can be resized in %s', async (mode) => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('echo a block\r');
    await waitForBlock(window, '✓ 0 echo a block');
    const keys = { RUN: [], RAW: [ctrl('k')], BROWSE: [key.escape], LOCK: [key.escape, 'L'] }[mode];
    for (const key of keys) {
      window.send(key);
      await window.waitFor('another mode', (screen) => modeOf(screen) !== 'RUN');
    }
    await waitForMode(window, mode);
    for (const [cols, rows] of [
      [70, 20],
      [140, 45],
      [30, 8],
      [100, 30],
    ] as const) {
      window.resize(cols, rows);
      await window.waitFor(
        `${mode} at ${cols}×${rows}`,
        (screen) => modeOf(screen) === mode && screen.cols === cols,
      );
    }
    // Back at the old size everything is as it was: blocks, or the screen as it is.
    if (mode === 'RUN' || mode === 'BROWSE') await waitForBlock(window, '✓ 0 echo a block');
    else await window.waitFor('the screen', (screen) => screen.line(2) === 'a block');
  });

  test('write only what changed', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('echo abcdefgh');
    await window.waitForText('echo abcdefgh');
    await quiet(window);
    const before = window.raw.length;
    window.send('i');
    await window.waitForText('echo abcdefghi');
    // The letter, the cursor, perhaps a hint that changed: not a row of the rest.
    expect(window.raw.slice(before).length).toBeLessThan(200);
    expect(window.raw.slice(before)).not.toContain(' ~ ');
  });

  test('tell the program of their size', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type(`bash -c 'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done'\r`);
    await window.waitFor('the program', (screen) => screen.lines().some((line) => line.trim() === 'ready'));
    window.resize(77, 21);
    await window.waitForText('19 77');
  });

  test('show a tab a terminal, with its name', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    await openTab(window, 'build');
    window.type('echo in build\r');
    await waitForBlock(window, '✓ 0 echo in build');
    window.send(alt('1'));
    await window.waitFor(
      'the first tab',
      (screen) => frontTab(screen).includes('~') && !screen.text().includes('in build'),
    );
    expect((await sandbox.run(['ls'])).stdout).toMatch(/^build\b/m);
  });
});

describe('leaving', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s gives the outer terminal back clean',
    async (signal) => {
      sandbox = new Sandbox();
      const window = await openWindow(sandbox);
      window.type('vim\r');
      await waitForMode(window, 'RAW');
      window.kill(signal);
      await window.exited;
      expect(leftModes(window.screen)).toEqual([]);
      expect((await sandbox.run(['ls'])).stdout).toContain('vim');
    },
  );

  test('by detaching gives it back clean, says how to come back, and keeps the shell', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    await detach(window);
    expect((await window.exited).exitCode).toBe(0);
    expect(leftModes(window.screen)).toEqual([]);
    expect(window.screenText()).toMatch(/terminals go on/);
    expect((await sandbox.run(['ls', '--json'])).stdout).toContain('"uri"');
  });

  test('by Ctrl+Z and coming back by fg', async () => {
    sandbox = new Sandbox();
    const outer = sandbox.start(programPath('bash'), ['-i']);
    await outer.waitForText('$ ');
    outer.type(`${programNode} ${bin}\r`);
    await waitForMode(outer, 'RUN');
    await outer.waitFor('a prompt', isAtPrompt);
    outer.send(ctrl('z'));
    await outer.waitForText(/Stopped/);
    expect(leftModes(outer.screen).filter((mode) => mode !== 'bracketed paste')).toEqual([]);
    outer.type('fg\r');
    await waitForMode(outer, 'RUN');
    outer.type('echo back\r');
    await waitForBlock(outer, '✓ 0 echo back');
    await detach2(outer);
  });
});

/** What was on its way to the outer terminal has come. */
async function quiet(window: OuterTerminal): Promise<void> {
  let seen = -1;
  let since = 0;
  await window.waitFor('a quiet half second', () => {
    if (window.raw.length !== seen) [seen, since] = [window.raw.length, Date.now()];
    return Date.now() - since > 500;
  });
}

/** As `detach`, for a window inside a shell that goes on. */
async function detach2(outer: Parameters<typeof detach>[0]): Promise<void> {
  outer.send(key.escape);
  await waitForMode(outer, 'BROWSE');
  outer.send('d');
  await outer.waitFor(
    'the shell again',
    (screen) => !screen.alternate && /\$\s*$/.test(screen.text().trimEnd()),
  );
}
