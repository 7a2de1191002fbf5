import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isAtPrompt, leftModes, modeOf, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { processesMarked } from '../support/left-behind.ts';
import { programNode } from '../support/node.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram, needs, programPath } from '../support/programs.ts';
import { bin } from '../support/sandbox.ts';
import { shareHost } from '../support/shared-host.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('windows', () => {
  const host = shareHost();

  test('that start at the same moment make one host', async () => {
    const windows = [host.start([]), host.start([]), host.start([])];
    await Promise.all(windows.map((window) => waitForMode(window, 'RUN')));
    const mark = `COTTY_TEST_MARK=${host.sandbox.root}`;
    // One that came too late may still be about to end.
    const hosts = () => processesMarked(mark).filter(({ command }) => command === 'cotty host');
    await expect.poll(hosts).toHaveLength(1);
    expect((await host.sandbox.run(['host', 'status'])).stdout).toMatch(/connections\s+3/);
  });

  test('show vim to a late joiner as it is', async () => {
    needs('vim');
    const name = host.newName();
    const first = await host.open({ name });
    first.type('vim late.txt\r');
    await first.waitForText('"late.txt" [New]');
    first.type('isome words');
    await first.waitForText('-- INSERT --');
    const second = host.start(['attach', name]);
    await first.waitForText('some words');
    const body = (screen: OuterScreen) => screen.lines().slice(1, -1).join('\n');
    const same = (screen: OuterScreen) => body(screen) === body(first.screen);
    await second.waitFor('the same body', (screen) => body(screen).includes('-- INSERT --') && same(screen));
    expect(body(second.screen)).toContain('some words');
  });

  test('do not answer for each other: a program that asks gets one answer', async () => {
    const name = host.newName();
    const first = await host.open({ name });
    const second = host.start(['attach', name]);
    await waitForMode(second, 'RUN');
    // Both have shown what follows the questions when a key ends the reading: a second answer would be there by then.
    const script = host.sandbox.write(
      'ask.sh',
      `stty raw -echo\nprintf '\\033[c\\033[6nasked'\nIFS= read -rd q answer\nstty sane\nprintf 'got %s\\n' "$(printf %s "$answer" | cat -v)"\n`,
    );
    first.type(`bash ${script}\r`);
    for (const window of [first, second]) await window.waitForText(/^asked/m);
    await waitForMode(first, 'RAW');
    first.send('q');
    await waitForBlock(first, `✓ 0 bash ${script}`);
    const screen = await first.waitForText(/got \S+/m);
    const answer = /got (\S*)/.exec(screen.text())?.[1] ?? '';
    expect(answer.match(/\^\[\[\?[\d;]*c/g)).toHaveLength(1);
    expect(answer.match(/\^\[\[\d+;\d+R/g)).toHaveLength(1);
  });

  test('of another size never change the size of the one that holds the terminal', async () => {
    const name = host.newName();
    const big = await host.open({ name, cols: 120, rows: 40 });
    big.type('echo first: $(stty size)\r');
    await big.waitForText('first: 38 120');
    const small = host.start(['attach', name], { cols: 60, rows: 20 });
    await waitForMode(small, 'RUN');
    big.type('clear; echo second: $(stty size)\r');
    await big.waitForText('second: 38 120');
    await small.close();
    big.type('echo third: $(stty size)\r');
    await big.waitForText('third: 38 120');
  });

  test('tell the program of their size', async () => {
    const window = await host.open();
    window.type(`bash -c 'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done'\r`);
    await window.waitFor('the program', (screen) => screen.lines().some((line) => line.trim() === 'ready'));
    window.resize(77, 21);
    await window.waitForText('19 77');
  });
});

describe('a window', () => {
  const shared = sharedWindow();

  test.each(['RUN', 'RAW', 'BROWSE', 'LOCK'] as const)('can be resized in %s', async (mode) => {
    const { window } = shared;
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
    const back = { RUN: '', RAW: ctrl('k'), BROWSE: key.escape, LOCK: key.f12 }[mode];
    window.send(back);
    await waitForMode(window, 'RUN');
  });

  test('writes only what changed', async () => {
    const { window } = shared;
    window.type('echo abcdefgh');
    await window.waitForText('echo abcdefgh');
    const written: string[] = [];
    for (const letter of 'ijklmnop') {
      const before = window.raw.length;
      window.send(letter);
      await window.waitForText(new RegExp(`echo abcdefgh\\w*${letter}`));
      written.push(window.raw.slice(before));
    }
    // Once at least there is nothing else to write: the letter, the cursor, perhaps a hint that changed.
    const least = written.sort((one, other) => one.length - other.length)[0] ?? '';
    expect(least.length).toBeLessThan(200);
    expect(least).not.toContain(` ${shared.tab} `);
    window.send(ctrl('u'));
  });
});

describe('leaving', () => {
  const host = shareHost();

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s gives the outer terminal back clean, and the program goes on',
    async (signal) => {
      const name = host.newName();
      const window = await host.open({ name });
      window.type(`${fixtureProgram('attributes.mjs')} ~/${name}\r`);
      await waitForMode(window, 'RAW');
      window.kill(signal);
      await window.exited;
      expect(leftModes(window.screen)).toEqual([]);
      expect((await host.sandbox.run(['ls'])).stdout).toMatch(new RegExp(`^${name}\\b.*attributes`, 'm'));
    },
  );

  test.each(['SIGKILL', 'SIGSEGV'] as const)(
    'by %s, which no process can see, gives the outer terminal back clean all the same',
    async (signal) => {
      const outer = host.sandbox.start(programPath('bash'), ['-i']);
      await outer.waitForText('$ ');
      outer.type(`${programNode} ${bin} new killed-${signal.toLowerCase()}\r`);
      await outer.waitFor('a prompt', isAtPrompt);
      const watchers = () =>
        processesMarked(`COTTY_TEST_MARK=${host.sandbox.root}`).filter(({ command }) =>
          command.includes('read -r line ||'),
        );
      await expect.poll(watchers).toHaveLength(1);
      const stat = readFileSync(`/proc/${watchers()[0]?.pid}/stat`, 'utf8');
      process.kill(Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]), signal);
      await expect
        .poll(() => leftModes(outer.screen).filter((mode) => mode !== 'bracketed paste'))
        .toEqual([]);
      outer.type('echo back-$((40 + 2))\r');
      await outer.waitForText('back-42');
      expect(watchers()).toEqual([]);
    },
  );

  test('by Ctrl+Z and coming back by fg', async () => {
    const outer = host.sandbox.start(programPath('bash'), ['-i']);
    await outer.waitForText('$ ');
    outer.type(`${programNode} ${bin} new stopped\r`);
    await waitForMode(outer, 'RUN');
    await outer.waitFor('a prompt', isAtPrompt);
    outer.send(ctrl('z'));
    await outer.waitForText(/Stopped/);
    expect(leftModes(outer.screen).filter((mode) => mode !== 'bracketed paste')).toEqual([]);
    outer.type('fg\r');
    await waitForMode(outer, 'RUN');
    outer.type('echo back\r');
    await waitForBlock(outer, '✓ 0 echo back');
    await detachToShell(outer);
  });
});

/** As `detach`, for a window inside a shell that goes on. */
async function detachToShell(outer: OuterTerminal): Promise<void> {
  outer.send(key.escape);
  await waitForMode(outer, 'BROWSE');
  outer.send('d');
  await outer.waitFor(
    'the shell again',
    (screen) => !screen.alternate && /\$\s*$/.test(screen.text().trimEnd()),
  );
}
