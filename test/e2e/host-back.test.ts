import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  blocksOf,
  frontTab,
  inputOf,
  isAtPrompt,
  modeOf,
  openTab,
  openWindow,
  waitForBlock,
  waitForKeysToGo,
  waitForMode,
} from '../support/face.ts';
import { key } from '../support/keys.ts';
import { hostOf, keeperOf, killHost } from '../support/kill-host.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const BACK = 'the host was brought back · programs went on';

describe('a window whose host is killed', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  /** Waits until another host than that one is there and the window has said so. */
  async function back(window: OuterTerminal, killed: number): Promise<void> {
    await window.waitForText(BACK);
    expect(hostOf(sandbox)).not.toBe(killed);
  }

  test('gives Ctrl+C to the program, also in the moment without a host', async () => {
    const window = await openWindow(sandbox);
    window.type('sleep 600\r');
    await waitForKeysToGo(window, 'sleep');
    killHost(sandbox);
    window.send('\x03');
    await waitForBlock(window, '^C sleep 600');
    await window.waitFor('a prompt', isAtPrompt);
  });

  test('shows the terminal all the while, with its line, its mode and its tab', async () => {
    const window = await openWindow(sandbox);
    window.type('seq 1 12\r');
    await waitForBlock(window, '✓ 0 seq 1 12');
    await openTab(window, 'second');
    window.type('echo in-second\r');
    await waitForBlock(window, '✓ 0 echo in-second');
    window.type('echo half-typed');
    await window.waitFor('the line', (screen) => inputOf(screen) === 'echo half-typed');
    const without: string[] = [];
    const look = setInterval(() => {
      if (!blocksOf(window.screen).includes('✓ 0 echo in-second')) without.push(window.screenText());
    }, 1);
    const killed = killHost(sandbox);
    await back(window, killed);
    clearInterval(look);
    expect(without).toEqual([]);
    expect(frontTab(window.screen)).toContain('second');
    expect(inputOf(window.screen)).toBe('echo half-typed');
    window.type('-on\r');
    await waitForBlock(window, '✓ 0 echo half-typed-on');
  });

  test('keeps the place that is looked at, and what is folded', async () => {
    const window = await openWindow(sandbox);
    for (const command of ['seq 1 40', 'seq 101 140', 'seq 201 240']) {
      window.type(`${command}\r`);
      await waitForBlock(window, `✓ 0 ${command}`);
      await window.waitFor('a prompt', isAtPrompt);
    }
    window.send(key.f7);
    await waitForMode(window, 'BROWSE');
    window.send(key.up, ' ');
    await window.waitForText(/^▸ ✓ {2}seq 101 140/m);
    window.send(key.up);
    await window.waitForText(/^› ✓ {2}seq 1 40/m);
    const body = () =>
      window.screen
        .lines()
        .slice(1, -1)
        .join('\n')
        .replace(/\d+(s|m) ago/g, '');
    const before = body();
    const killed = killHost(sandbox);
    await back(window, killed);
    expect(modeOf(window.screen)).toBe('BROWSE');
    expect(body()).toBe(before);
  });

  test('holds its terminal, in full screen and RAW too', async () => {
    needs('vim');
    const window = await openWindow(sandbox);
    window.type('vim -n -u NONE some.txt\r');
    await window.waitForText('"some.txt"');
    await waitForMode(window, 'RAW');
    window.type('ibefore');
    await window.waitForText(/^before/m);
    const killed = killHost(sandbox);
    window.type(' meanwhile');
    await back(window, killed);
    await window.waitForText(/^before meanwhile/m);
    expect(modeOf(window.screen)).toBe('RAW');
    window.send('\x1b');
    window.type(':wq\r');
    await waitForMode(window, 'RUN');
    expect(readFileSync(join(sandbox.home, 'some.txt'), 'utf8')).toBe('before meanwhile\n');
  });

  test('waits for the keeper, says so, and starts no host beside it', async () => {
    const window = await openWindow(sandbox);
    window.type('cat\r');
    await waitForKeysToGo(window, 'cat');
    const keeper = keeperOf(sandbox) ?? 0;
    process.kill(keeper, 'SIGSTOP');
    const killed = killHost(sandbox);
    window.type('typed-meanwhile\r');
    await window.waitForText('the host is being brought back, programs go on');
    await window.waitForText(/the host does not come back.*host\.log/);
    expect(hostOf(sandbox)).toBeUndefined();
    process.kill(keeper, 'SIGCONT');
    await back(window, killed);
    await window.waitForText(/typed-meanwhile\s+typed-meanwhile/);
  });
});
