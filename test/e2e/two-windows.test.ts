import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtPrompt, openWindow, tabLine, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('two windows of one person', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterAll(() => sandbox?.close());

  test('type by turns without a question, and the one typed in last sets the size', async () => {
    const big = await openWindow(sandbox, { cols: 110, rows: 30, args: ['new', 'sized'] });
    const small = sandbox.open(['attach', 'sized'], { cols: 70, rows: 20 });
    await small.waitFor('a prompt', isAtPrompt);
    await small.waitFor('the sign of the other window', (screen) => tabLine(screen).includes('⊞'));
    small.type('echo small $(stty size)\r');
    await small.waitForText('small 18 70');
    await big.waitFor('the sign of the other window', (screen) => tabLine(screen).includes('⊞'));
    big.type('echo big $(stty size)\r');
    await big.waitForText('big 28 110');
    small.type('echo again $(stty size)\r');
    await small.waitForText('again 18 70');
    expect(big.raw + small.raw).not.toContain('take over');
    expect(big.raw + small.raw).not.toContain('refused');
  });

  test('both reach a program that runs, key by key', async () => {
    const first = await openWindow(sandbox, { args: ['new', 'typed'] });
    const second = sandbox.open(['attach', 'typed']);
    await second.waitFor('a prompt', isAtPrompt);
    first.type('cat\r');
    await first.waitForText(/RUN\s+cat .*keys go to it/);
    await second.waitForText(/RUN\s+cat .*keys go to it/);
    for (const [window, letter] of [
      [first, 'a'],
      [second, 'b'],
      [first, 'c'],
      [second, 'd'],
    ] as const) {
      const before = ['', 'a', 'ab', 'abc']['abcd'.indexOf(letter)] ?? '';
      window.send(letter);
      await first.waitForText(new RegExp(`^${before}${letter}\\s*$`, 'm'));
      await second.waitForText(new RegExp(`^${before}${letter}\\s*$`, 'm'));
    }
    second.send('\r');
    await first.waitForText(/^abcd\s+abcd\s*$/m);
    first.send(ctrl('d'));
    await waitForBlock(second, '✓ 0 cat');
    await waitForMode(second, 'RUN');
  });
});
