import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detach, frontTab, isAtPrompt, openTab, openWindow, tabLine } from '../support/face.ts';
import { alt, ctrl, key, mouse } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterAll(() => sandbox?.close());

/** The names on the tab line, in their order. */
const names = (screen: OuterScreen): string[] => tabLine(screen).match(/[a-z]{1,}\d*/g) ?? [];
const columnOf = (window: OuterTerminal, name: string): number => tabLine(window.screen).indexOf(name) + 1;
const areNames = (wanted: string) => (screen: OuterScreen) => names(screen).join(' ') === wanted;

function click(window: OuterTerminal, column: number): void {
  window.send(mouse('press', column, 1), mouse('release', column, 1));
}

test('tabs are named by folder and people, not by what runs, moved for every window and the next host, and closed by their sign', async () => {
  mkdirSync(join(sandbox.home, 'app'));
  const window = await openWindow(sandbox);
  await window.waitFor('home', areNames('home'));
  window.type('cd app\r');
  await window.waitFor('the folder', areNames('app'));
  // Until the program runs, Ctrl+C goes to the shell.
  window.type("sh -c 'echo $(echo up); exec sleep 600'\r");
  await window.waitForText(/^\s*up$/m);
  const strip = tabLine(window.screen);
  await window.waitForText(/● {2}sh .*\b\d+s/);
  // What runs changes the sign alone.
  expect(tabLine(window.screen).replace('●', '○')).toBe(strip.replace('●', '○'));
  window.send('\x03');
  await window.waitFor('the prompt again', (screen) => names(screen)[0] === 'app' && isAtPrompt(screen));
  window.send(key.f8);
  await window.waitForText('Rename this terminal');
  window.type('shop\r');
  await window.waitFor('the name', areNames('shop'));

  // A name that is taken is refused in words, and the next one is taken.
  await openTab(window, 'aa');
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

  await openTab(window, 'bb');
  await openTab(window, 'cc');
  const other = sandbox.open();
  await other.waitFor('the tabs', areNames('shop shop2 bb cc'));
  window.send('\x1b[5;6~');
  await window.waitFor('a move to the left', areNames('shop shop2 cc bb'));
  await other.waitFor('the same order', areNames('shop shop2 cc bb'));
  const from = columnOf(window, 'bb');
  window.send(mouse('press', from, 1));
  // Beyond the middle of the first tab.
  for (let column = from; column >= 1; column--) window.send(mouse('drag', column, 1));
  window.send(mouse('release', 1, 1));
  for (const each of [window, other]) await each.waitFor('the tab at the left', areNames('bb shop shop2 cc'));
  await other.close();

  // Those that do not fit are in a list.
  window.resize(22, 24);
  const screen = await window.waitForText(/‹ \d more ›/);
  click(window, tabLine(screen).indexOf('more') + 1);
  await window.waitForText('type to filter');
  window.type('cc');
  await window.waitForText(/› +4 ○ cc/);
  window.send(key.enter);
  await window.waitFor('the tab', (each) => frontTab(each).includes('cc'));
  window.send(alt('0'));
  await window.waitForText('type to filter');
  window.send(key.escape);
  await window.waitFor('no list', (each) => !each.text().includes('type to filter'));
  window.resize(100, 30);
  await window.waitFor('all tabs', areNames('bb shop shop2 cc'));

  // The sign closes the one in front, and asks as closing does.
  window.type('sleep 600\r');
  await window.waitForText(/RUN\s+sleep/);
  click(window, columnOf(window, '×'));
  await window.waitForText('Close cc?');
  window.type('y');
  await window.waitFor('three tabs', areNames('bb shop shop2'));

  await detach(window);
  expect((await sandbox.run(['host', 'stop', '--yes'])).code).toBe(0);
  const next = await openWindow(sandbox);
  await next.waitFor('the order', areNames('bb shop shop2'));
});
