import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { killKeeper } from '../support/kill-host.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const BIG = 'seq 1 300000';
const NAMES = Array.from({ length: 10 }, (_, at) => `✓ 0 echo block ${at}`);

/** Ten small commands and one that prints 300,000 lines: none is lost, in no window, whatever becomes of the host. */
describe('every command stays', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    needs('less');
    sandbox = new Sandbox();
    sandbox.env['PAGER'] = 'less';
  });
  afterAll(() => sandbox?.close());

  async function browse(window: OuterTerminal): Promise<void> {
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
  }

  /** All blocks from the first on, the big one with what it printed in all. */
  async function showsAll(window: OuterTerminal): Promise<void> {
    window.send('g');
    await window.waitFor('all blocks', (screen) => {
      const shown = blocksOf(screen);
      return (
        NAMES.every((name) => shown.includes(name)) && shown.some((each) => each.startsWith(`✓ 0 ${BIG}`))
      );
    });
    await window.waitForText('300,000 lines');
  }

  /** Goes to a line in the middle, which no window holds, and opens the whole output at its true lines. */
  async function reachesAll(window: OuterTerminal): Promise<void> {
    window.type('/150000');
    await window.waitForText(/^150000\s*$/m);
    window.send('\r');
    await window.waitForText('“150000” 1/1');
    window.send('o');
    await window.waitFor('less at line 1', (screen) => screen.line(0) === '1' && screen.line(1) === '2');
    window.type('150000g');
    await window.waitFor('its line', (screen) => screen.line(0) === '150000');
    window.send('G');
    await window.waitFor('its end', (screen) => screen.line(screen.rows - 2) === '300000');
    window.send('q');
    await waitForMode(window, 'BROWSE');
  }

  async function reads(): Promise<void> {
    const [{ name }] = JSON.parse((await sandbox.run(['ls', '--json'])).stdout);
    const read = await sandbox.run(['read', name, '--seq', '11', '--lines', '150000-150002']);
    expect(read).toMatchObject({ code: 0 });
    expect(read.stdout).toContain('150000\n150001\n150002\n');
  }

  test('in the list, with all it printed, in this window, in another one, and after the host was killed', async () => {
    const first = await openWindow(sandbox, { cols: 100, rows: 40 });
    for (const [at, name] of NAMES.entries()) {
      first.type(`echo block ${at}\r`);
      await waitForBlock(first, name);
    }
    first.type(`${BIG}\r`);
    await first.waitForText('300,000 lines');
    await browse(first);
    await showsAll(first);
    await reachesAll(first);
    await reads();

    const second = sandbox.open([], { cols: 100, rows: 40 });
    // It begins where the first one is: at a line that no window holds.
    await second.waitForText(/^150000\s*$/m);
    await browse(second);
    await showsAll(second);
    await reachesAll(second);

    const status = await sandbox.run(['host', 'status', '--json']);
    killKeeper(sandbox);
    process.kill(Number(JSON.parse(status.stdout).pid), 'SIGKILL');
    const third = sandbox.open([], { cols: 100, rows: 40 });
    await waitForMode(third, 'RUN');
    await third.waitForText(/^150000\s*$/m);
    await browse(third);
    await showsAll(third);
    await reachesAll(third);
    await reads();
  });
});
