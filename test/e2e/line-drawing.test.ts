import { afterEach, expect, test } from 'vitest';
import { openWindow } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test('line drawing goes on in a window that comes while a program draws, by G0 as by G1', async () => {
  sandbox = new Sandbox();
  // G0 is line drawing until the first line is read, then G1 is, by a shift.
  sandbox.write(
    'draw',
    "printf '\\e(0lqk\\n'; read -rs; printf 'xjx\\n\\e(B\\e)0\\x0emqj\\n'; read -rs; printf 'tqu\\x0f end\\n'; read -rs\n",
  );
  const first = await openWindow(sandbox, { cols: 60, rows: 16 });
  first.type('bash draw\r');
  await first.waitForText('┌─┐');
  const second = sandbox.open([], { cols: 60, rows: 16 });
  await second.waitForText('┌─┐');
  first.send(key.enter);
  await second.waitForText('│┘│');
  await second.waitForText('└─┘');
  const third = sandbox.open([], { cols: 60, rows: 16 });
  await third.waitForText('└─┘');
  first.send(key.enter);
  for (const window of [first, second, third]) {
    await window.waitForText('├─┤ end');
    expect(window.screen.text()).toContain('┌─┐');
  }
  first.send(key.enter);
});
