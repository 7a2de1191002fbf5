import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForBlock } from '../support/face.ts';
import { exchangeHost } from '../support/kill-host.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

const countsOf = (window: OuterTerminal) =>
  [...window.screenText().matchAll(/^count (\d+)$/gm)].map(([, count]) => Number(count));

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

describe('a host that is killed', () => {
  test('leaves its programs running, and the next one goes on with their blocks', async () => {
    const window = await openWindow(sandbox, { cols: 90, rows: 40 });
    window.type('echo before\r');
    await waitForBlock(window, '✓ 0 echo before');
    // It ends by a file: bash goes on after a Ctrl+C that comes in the moment in which its `sleep` ends by itself.
    window.type('n=0; until [ -e over ]; do echo count $((++n)); sleep 0.1; done; (exit 3)\r');
    await window.waitForText('count 3');
    await exchangeHost(sandbox);
    const last = Math.max(...countsOf(window));
    await window.waitForText(`count ${last + 5}`);
    const counts = countsOf(window);
    expect(counts).toEqual(counts.map((_, index) => (counts[0] ?? 0) + index));
    sandbox.write('over', '');
    await window.waitFor('a prompt', isAtPrompt);
    window.type('echo after\r');
    await waitForBlock(window, '✓ 0 echo after');
    const { stdout } = await sandbox.run(['history', '--json']);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { seq: 1, cmd: 'echo before', exit: 0 },
      { seq: 2, exit: 3 },
      { seq: 3, cmd: 'echo after', exit: 0 },
    ]);
  });
});
