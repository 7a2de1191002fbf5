import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '../support/is-running.ts';
import { killHost, killKeeper } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = new Sandbox();
  await sandbox.run(['new', 'work']);
  await sandbox.run([
    'send',
    'work',
    String.raw`printf '\033[?1049h\033[H%s %s' drawn 'on all'; sleep 1000`,
    'Enter',
  ]);
  await expect.poll(screen).toBe('drawn on all');
});

afterEach(() => sandbox.close());

const screen = async () => (await sandbox.run(['read', 'work', '--screen'])).stdout.trim();

async function isShownAgain(): Promise<void> {
  const window = sandbox.open([]);
  await window.waitForText('drawn on all');
  await window.waitForText('Enter offers it again');
  expect(window.raw).toMatch(/\x1b\[(?:\d+;)*2(?:;\d+)*m(?:\x1b\[[\d;]*m)*drawn on all/);
}

test('a host that is stopped and started shows what a full-screen program showed last, dimmed above the prompt', async () => {
  await sandbox.run(['host', 'stop', '--yes']);
  await isShownAgain();
});

test('so does one whose host and keeper were killed', async () => {
  killKeeper(sandbox);
  const killed = killHost(sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  await isShownAgain();
});
