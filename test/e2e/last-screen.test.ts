import { beforeEach, expect, test } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { killHost, killKeeper } from '../support/kill-host.ts';
import { shareHost } from '../support/shared-host.ts';

const host = shareHost();
let name = '';

beforeEach(async () => {
  name = host.newName();
  await host.sandbox.run(['new', name, '--detached']);
  await host.sandbox.run([
    'send',
    name,
    String.raw`printf '\033[?1049h\033[H%s %s' drawn 'on all'; sleep 1000`,
    'Enter',
  ]);
  const screen = async () => (await host.sandbox.run(['read', name, '--screen'])).stdout.trim();
  await expect.poll(screen).toBe('drawn on all');
});

async function isShownAgain(): Promise<void> {
  const window = host.start([]);
  await window.waitForText('drawn on all');
  await window.waitForText('Enter offers it again');
  expect(window.raw).toMatch(/\x1b\[(?:\d+;)*2(?:;\d+)*m(?:\x1b\[[\d;]*m)*drawn on all/);
  expect(await host.sandbox.run(['kill', name])).toMatchObject({ code: 0 });
}

test('a host that is stopped and started shows what a full-screen program showed last, dimmed above the prompt', async () => {
  await host.sandbox.run(['host', 'stop', '--yes']);
  await isShownAgain();
});

test('so does one whose host and keeper were killed', async () => {
  killKeeper(host.sandbox);
  const killed = killHost(host.sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  await isShownAgain();
});
