import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { commandsOf, connectTo } from '../support/host-client.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { Sandbox } from '../support/sandbox.ts';

/** The first number that stands alone in its row. */
function firstNumber(screen: OuterScreen): number {
  return Number(screen.lines().find((line) => /^\d+$/.test(line)));
}

describe('output', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('of a program that prints 64 KB and exits at once is whole', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    const script = sandbox.write('burst.mjs', "process.stdout.write('0123456789abcdef'.repeat(4096))\n");
    window.type(`node ${script}\r`);
    await window.waitForText('✓ ');
    const client = await connectTo(sandbox);
    try {
      const [burst] = (await commandsOf(client)).filter(({ commandLine }) => commandLine.includes('burst'));
      expect(burst).toMatchObject({ isComplete: true, exitCode: 0 });
      expect(burst?.output.replace(/[\r\n]/g, '')).toBe('0123456789abcdef'.repeat(4096));
    } finally {
      client.close();
    }
  });

  test('shows a progress bar as it ends, not as it was written', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    const script = sandbox.write('bar.sh', "for n in 10 50 100; do printf '\\r%3d%% done' $n; done; echo\n");
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    const screen = await window.waitForText('100% done');
    expect(screen.text()).not.toContain('10% done');
  });

  test('is shown to its end by a terminal that did not read for a while, without another key', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox, { cols: 200, rows: 50 });
    // Two screens are more than a pty holds; each alone is too little for the stream to tell of.
    const fill = (letter: string) => `printf '\\033[2J\\033[H'; head -c 9000 /dev/zero | tr '\\0' ${letter}`;
    const script = sandbox.write(
      'screens.sh',
      `sleep 1; ${fill('x')}; sleep 0.3; ${fill('y')}; sleep 0.3; printf '\\033[2J\\033[H%s' told; touch done; read -r line\n`,
    );
    window.send(ctrl('k'));
    await waitForMode(window, 'RAW');
    window.type(`sh ${script}\r`);
    window.stopReading();
    await expect.poll(() => existsSync(join(sandbox.home, 'done'))).toBe(true);
    // Also the clock's next second finds the terminal behind.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    window.readOn();
    await window.waitForText(/^told/m);
  });

  test('reaches the outer terminal as text alone: a copy and a title by the settings, nothing as it was sent', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    const text = String.raw`printf '\033]52;c;Y29waWVk\007\033]52;c;?\007\033]0;named\033]6;x\007\033]0;named\007end\n'`;
    const script = sandbox.write('tells.sh', text);
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    await window.waitFor('the copy', (screen) => screen.clipboard.length > 0);
    expect(window.screen.clipboard).toEqual(['copied']);
    await window.waitFor('the title', (screen) => /named — cotty$/.test(screen.title));
    expect(window.raw).not.toContain('\x1b]6;');
  });

  test('copies nothing where the setting says so', async () => {
    sandbox = new Sandbox();
    sandbox.write('.config/cotty/config', 'clipboard = off\n');
    const window = await openWindow(sandbox);
    const script = sandbox.write('copies.sh', String.raw`printf '\033]52;c;Y29waWVk\007end\n'`);
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    window.type('echo behind it\r');
    await waitForBlock(window, '✓ 0 echo behind it');
    expect(window.screen.clipboard).toEqual([]);
    expect(window.raw).not.toContain('Y29waWVk');
  });

  test('of a running program can be scrolled back beyond what the window keeps, also in one that came later', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    const script = sandbox.write('many.sh', 'seq 1 8000; echo end; read -r line\n');
    window.type(`sh ${script}\r`);
    await window.waitForText(/^end$/m);
    const later = sandbox.open([]);
    for (const each of [window, later]) {
      await each.waitForText(/^end$/m);
      each.send(key.pageUp);
      // The screen alone is what is above the end, then come the others.
      await each.waitFor('older lines', (screen) => !screen.text().includes('end'));
      const seen = firstNumber(each.screen);
      each.send(key.pageUp);
      await each.waitFor('the page before', (screen) => firstNumber(screen) < seen);
      expect(seen - firstNumber(each.screen)).toBeLessThan(40);
      await expect
        .poll(() => {
          each.send('\x1b[1;5H');
          return each.screen.lines();
        })
        .toContain('1');
      expect(each.screen.lines()).toContain('2');
      each.send('\x1b[1;5F');
      await each.waitForText(/^end$/m);
    }
  });

  test('leaves the interface awake under a flood: Ctrl+C ends it, and all of it is one block', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('yes\r');
    await window.waitFor('the flood', (screen) => screen.lines().filter((line) => line === 'y').length > 5);
    window.send(ctrl('c'));
    await waitForBlock(window, '^C yes');
    window.type('echo awake\r');
    await waitForBlock(window, '✓ 0 echo awake');
  });
});
