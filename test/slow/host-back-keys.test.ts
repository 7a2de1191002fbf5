import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWindow, waitForKeysToGo } from '../support/face.ts';
import { hostOf, killNextHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

const LIVES = 8;

test('a window whose host is killed sends each key once, whenever the kill comes', async () => {
  const sandbox = new Sandbox();
  onTestFinished(() => sandbox.close());
  const window = await openWindow(sandbox);
  window.type('cat > typed.txt\r');
  await waitForKeysToGo(window, 'cat');
  let typed = '';
  let killed = 0;
  for (let life = 0; life < LIVES; life += 1) {
    const at = Math.floor(Math.random() * 60);
    for (let n = 0; n < 150; n += 1) {
      if (n === at) killed = await killNextHost(sandbox);
      const text = n % 20 === 19 ? '\r' : String.fromCharCode(97 + (n % 26));
      typed += text;
      window.send(text);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 6));
    }
    await expect.poll(() => hostOf(sandbox) ?? killed).not.toBe(killed);
  }
  window.send('\r');
  const wanted = `${typed}\r`.replaceAll('\r', '\n');
  const file = join(sandbox.home, 'typed.txt');
  await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toBe(wanted);
});
