import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { detach, frontTab, isAtPrompt, openTab, openWindow, tabLine } from '../support/face.ts';
import { alt, ctrl, key, mouse } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('tabs', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.close());

  /** The names on the tab line, in their order. */
  const names = (screen: OuterScreen): string[] => tabLine(screen).match(/[a-z~]{1,}\d*/g) ?? [];

  async function named(window: OuterTerminal, ...wanted: string[]): Promise<void> {
    for (const name of wanted) await openTab(window, name);
  }

  const columnOf = (window: OuterTerminal, name: string): number => tabLine(window.screen).indexOf(name) + 1;

  test('are named by their folder, by the program that runs, and by whoever names them', async () => {
    mkdirSync(join(sandbox.home, 'app'));
    const window = await openWindow(sandbox);
    await window.waitFor('home', (screen) => names(screen)[0] === '~');
    window.type('mkdir -p app; cd app\r');
    await window.waitFor('the folder', (screen) => names(screen)[0] === 'app');
    window.type('sleep 600\r');
    await window.waitFor('the program', (screen) => frontTab(screen).includes('sleep'));
    window.send('\x03');
    await window.waitFor('the folder again', (screen) => names(screen)[0] === 'app' && isAtPrompt(screen));
    window.send(key.f8);
    await window.waitForText('Rename this terminal');
    window.type('shop\r');
    await window.waitFor('the name', (screen) => names(screen)[0] === 'shop');
  });

  test('keep their names apart: one that is taken is refused in words, and the next one is taken', async () => {
    const window = await openWindow(sandbox);
    await named(window, 'shop', 'other');
    window.send(key.f8);
    await window.waitForText('Rename this terminal');
    window.send(ctrl('u'));
    window.type('shop\r');
    await window.waitForText('there is a terminal called shop already');
    expect(window.screenText()).toContain('Rename this terminal');
    window.type('2\r');
    await window.waitFor('the name', (screen) => frontTab(screen).includes('shop2'));
    // Its own name again is no other's.
    window.send(key.f8);
    await window.waitForText('Rename this terminal');
    window.send(key.enter);
    await window.waitFor('no dialog', (screen) => !screen.text().includes('Rename this terminal'));
  });

  test('are moved by keys and by the mouse, for every window and for the next host', async () => {
    const window = await openWindow(sandbox);
    await named(window, 'aa', 'bb', 'cc');
    const other = sandbox.open();
    await other.waitFor('the tabs', (screen) => names(screen).join(' ') === '~ aa bb cc');
    window.send('\x1b[5;6~');
    await window.waitFor('a move to the left', (screen) => names(screen).join(' ') === '~ aa cc bb');
    await other.waitFor('the same order', (screen) => names(screen).join(' ') === '~ aa cc bb');

    const from = columnOf(window, 'bb');
    // Beyond the middle of the first tab.
    const to = 1;
    window.send(mouse('press', from, 1));
    for (let column = from; column >= to; column--) window.send(mouse('drag', column, 1));
    window.send(mouse('release', to, 1));
    await other.waitFor('the tab at the left', (screen) => names(screen).join(' ') === 'bb ~ aa cc');
    await window.waitFor('the same here', (screen) => names(screen).join(' ') === 'bb ~ aa cc');

    await other.close();
    await detach(window);
    expect((await sandbox.run(['host', 'stop', '--yes'])).code).toBe(0);
    const next = await openWindow(sandbox);
    await next.waitFor('the order', (screen) => names(screen).join(' ') === 'bb ~ aa cc');
  });

  test('in front are closed by the sign, which asks as closing does', async () => {
    const window = await openWindow(sandbox);
    await named(window, 'aa');
    window.type('sleep 600\r');
    await window.waitForText(/RUN\s+sleep/);
    const click = (column: number) => window.send(mouse('press', column, 1), mouse('release', column, 1));
    click(columnOf(window, '×'));
    await window.waitForText('Close aa?');
    window.type('y');
    await window.waitFor('one tab', (screen) => names(screen).join(' ') === '~');
  });

  test('all stand at 80 columns when they are ten, and those that do not fit are in a list', async () => {
    const window = await openWindow(sandbox, { cols: 80, rows: 24 });
    for (let n = 2; n <= 10; n++) await named(window, `tab${n}`);
    await window.waitFor('ten tabs', (screen) => names(screen).length === 10);
    window.resize(48, 24);
    const screen = await window.waitForText(/‹ \d more ›/);
    const column = tabLine(screen).indexOf('more') + 1;
    window.send(mouse('press', column, 1), mouse('release', column, 1));
    await window.waitForText('type to filter');
    window.type('tab3');
    await window.waitForText('›  3 ○ tab3');
    window.send(key.enter);
    await window.waitFor('the tab', (each) => frontTab(each).includes('tab3'));
    window.send(alt('0'));
    await window.waitForText('type to filter');
  });
});
