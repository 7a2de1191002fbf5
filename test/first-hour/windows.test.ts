import { describe, expect, test } from 'vitest';
import { detach, frontTab, leftModes, openTab, waitForBlock } from '../support/face.ts';
import { alt } from '../support/keys.ts';
import { shareHost } from '../support/shared-host.ts';

describe('a window', () => {
  const host = shareHost();

  test('that is detached gives the outer terminal back clean, says how to come back, and keeps the shell', async () => {
    const window = await host.open();
    await detach(window);
    expect((await window.exited).exitCode).toBe(0);
    expect(leftModes(window.screen)).toEqual([]);
    expect(window.screenText()).toMatch(/terminals go on/);
    expect((await host.sandbox.run(['ls', '--json'])).stdout).toContain('"uri"');
  });

  test('comes back to a command that went on without it', async () => {
    const name = host.newName();
    const first = await host.open({ name });
    first.type('echo before; until [ -e go ]; do sleep 0.1; done; echo after\r');
    await first.waitForText(/^\s*before$/m);
    await detach(first);

    const second = host.start(['attach', name]);
    await second.waitForText(/^\s*before$/m);
    expect(second.screenText()).not.toMatch(/^\s*after$/m);
    host.sandbox.write('go', '');
    await second.waitForText('✓ ');
    await second.waitForText(/^\s*after/m);
  });

  test('shows a tab a terminal, with its name', async () => {
    const name = host.newName();
    const window = await host.open({ name });
    await openTab(window, 'build');
    window.type('echo in build\r');
    await waitForBlock(window, '✓ 0 echo in build');
    window.send(alt('1'));
    await window.waitFor(
      'the first tab',
      (screen) => !frontTab(screen).includes('build') && !screen.text().includes('in build'),
    );
    expect((await host.sandbox.run(['ls'])).stdout).toMatch(/^build\b/m);
  });
});
