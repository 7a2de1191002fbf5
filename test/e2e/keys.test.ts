import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForKeysToGo, waitForMode } from '../support/face.ts';
import { ctrl } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('keys', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.close());

  test('100 KB typed at once without brackets arrive whole and in order', async () => {
    const window = await openWindow(sandbox);
    window.type('cat > typed\r');
    await waitForKeysToGo(window, 'cat');
    window.send(ctrl('k'));
    await waitForMode(window, 'RAW');
    const lines = Array.from({ length: 2000 }, (_, n) => `${n} ${'x'.repeat(44)}`);
    window.send(lines.map((line) => `${line}\r`).join(''));
    window.send('the end\r');
    await window.waitForText('the end');
    window.send(ctrl('d'), ctrl('k'));
    await waitForMode(window, 'RUN');
    await waitForBlock(window, '✓ 0 cat > typed');
    expect(readFileSync(join(sandbox.home, 'typed'), 'utf8')).toBe(`${lines.join('\n')}\nthe end\n`);
  });
});
