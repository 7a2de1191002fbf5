import { describe, expect, test } from 'vitest';
import { leftModes, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { processesMarked } from '../support/left-behind.ts';
import { programNode } from '../support/node.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs, programPath } from '../support/programs.ts';
import { bin } from '../support/sandbox.ts';
import { shareHost } from '../support/shared-host.ts';

/** `less` has the outer terminal, as `o` gives it to the pager; it stands at line 1 of 200. */
describe('the pager', () => {
  const host = shareHost({
    prepare: ({ env }) => {
      needs('less');
      env['PAGER'] = 'less';
    },
  });

  async function openPager(window: OuterTerminal): Promise<void> {
    window.type('seq 1 200\r');
    await waitForBlock(window, '✓ 0 seq 1 200');
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('o');
    await atTop(window);
  }

  function atTop(window: OuterTerminal): Promise<unknown> {
    return window.waitFor('less at line 1', (screen) => screen.line(0) === '1' && screen.line(1) === '2');
  }

  /** Goes to the end of the text in less, which shows that less reads the keys; then quits it. */
  async function quitPager(window: OuterTerminal): Promise<void> {
    // An interrupt that less has not taken yet makes it throw away the key that comes next.
    const lastButOne = () => {
      window.send('G');
      return window.screen.line(window.screen.rows - 2);
    };
    await expect.poll(lastButOne, { interval: 1_000 }).toBe('200');
    window.send('q');
    await waitForMode(window, 'BROWSE');
  }

  /** Waits until the shell has said that often that it stopped a job, and reads at its prompt. */
  function stopped(window: OuterTerminal, times: number): Promise<unknown> {
    return window.waitFor('the shell around it', (screen) => {
      const said = screen.text().match(/Stopped/g) ?? [];
      return !screen.alternate && said.length === times && screen.line(screen.cursor.y).trim() === '$';
    });
  }

  test('keeps the terminal when Ctrl+C stops its search, and on Ctrl+\\', async () => {
    const window = await host.open();
    await openPager(window);
    window.send('/abc');
    await window.waitFor('a search', (screen) => screen.line(screen.rows - 1) === '/abc');
    // less misses an interrupt that comes just before it reads the next key.
    const lastLine = () => {
      const line = window.screen.line(window.screen.rows - 1);
      if (line !== ':') window.send(ctrl('c'));
      return line;
    };
    await expect.poll(lastLine, { interval: 1_000 }).toBe(':');
    window.send(ctrl('\\'));
    await quitPager(window);
  });

  test('has the terminal again after Ctrl+Z and fg, and so has the window behind it', async () => {
    const window = host.sandbox.start(programPath('bash'), ['-i']);
    await window.waitForText('$ ');
    window.type(`${programNode} ${bin} new stopped\r`);
    await waitForMode(window, 'RUN');
    await openPager(window);
    // less misses a stop that comes just before it reads the next key.
    const isAlternate = () => {
      if (window.screen.alternate) window.send(ctrl('z'));
      return window.screen.alternate;
    };
    await expect.poll(isAlternate, { interval: 1_000 }).toBe(false);
    await stopped(window, 1);
    window.type('fg\r');
    await atTop(window);
    await quitPager(window);
    window.send(ctrl('z'));
    await stopped(window, 2);
    window.type('fg\r');
    await waitForMode(window, 'BROWSE');
    expect(window.screen.terminal.modes.bracketedPasteMode).toBe(true);
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'ends with its window on %s, and leaves nothing set',
    async (signal) => {
      const window = await host.open();
      await openPager(window);
      window.kill(signal);
      const { exitCode } = await window.exited;
      expect(exitCode).toBe(signal === 'SIGTERM' ? 143 : 129);
      expect(leftModes(window.screen)).toEqual([]);
      const left = processesMarked(`COTTY_TEST_MARK=${host.sandbox.root}`);
      expect(left.filter(({ command }) => command.includes('less'))).toEqual([]);
    },
  );
});
