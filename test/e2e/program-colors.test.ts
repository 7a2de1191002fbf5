import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterAll(() => sandbox?.close());

const rgb = (value: number): string => `${0x3000000}:${value}`;
const COLS = 70;
const LAST_BODY_ROW = 18;

async function lock(window: OuterTerminal): Promise<void> {
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
}

/** Colours of the first cell of the line with this text, and of a blank cell at the bottom of the body. */
function colors(screen: OuterScreen, text: string): { fg?: string; bg?: string; blank?: string } {
  const y = screen.lines().findIndex((line) => line.startsWith(text));
  const [cell] = screen.cells(y, 0, 1);
  const [blank] = screen.cells(LAST_BODY_ROW, COLS - 1);
  return y < 0 || !cell || !blank ? {} : { fg: cell.fg, bg: cell.bg, blank: blank.bg };
}

async function expectColors(window: OuterTerminal, fg: string, bg: string): Promise<void> {
  const expected = { fg, bg, blank: bg };
  const same = (screen: OuterScreen): boolean =>
    JSON.stringify(colors(screen, 'scarlet')) === JSON.stringify(expected);
  await window
    .waitFor('the colours', same)
    .catch(() => expect(colors(window.screen, 'scarlet')).toEqual(expected));
}

test('colours that a program sets are painted in every window, answered, and reset', async () => {
  const window = await openWindow(sandbox, { cols: COLS, rows: 20 });
  await lock(window);
  window.type(`printf '\\e]4;1;#102030\\a\\e]11;#405060\\a\\e[31mscarlet\\e[m\\n'\r`);
  await expectColors(window, rgb(0x102030), rgb(0x405060));

  const other = sandbox.open([], { cols: COLS, rows: 20 });
  // A key that is typed before the terminal is there waits for it.
  other.send(key.f7);
  await waitForMode(other, 'BROWSE');
  other.send('L');
  await waitForMode(other, 'LOCK');
  await expectColors(other, rgb(0x102030), rgb(0x405060));

  const read = `IFS= read -rsd $'\\a'`;
  const asked = `stty -echo; printf '\\e]4;1;?;2;?\\a'; ${read} one; ${read} two; stty echo`;
  window.type(`${asked}; printf '\\n%s|%s|' "\${one:2}" "\${two:2}"\r`);
  await window.waitForText('4;1;rgb:1010/2020/3030|4;2;rgb:0000/cdcd/0000|');

  window.type(`printf '\\e]104\\a\\e]111\\a'\r`);
  for (const each of [window, other]) await expectColors(each, `${0x1000000}:1`, '0:-1');
});

test('colours of the cursor that a program sets are those of the outer terminal while it is in front', async () => {
  const window = await openWindow(sandbox, { cols: COLS, rows: 20, args: ['new', 'cursor'] });
  await lock(window);
  const set = '\x1b]12;rgb:1010/2020/3030\x1b\\';
  const reset = '\x1b]112\x1b\\';
  const times = (bytes: string): number => window.raw.split(bytes).length - 1;
  window.type(`printf '\\e]12;#102030\\a\\e[3 q'\r`);
  await window.waitFor('the colour', () => times(set) === 1 && window.raw.includes('\x1b[3 q'));
  window.send(key.f12);
  await window.waitFor('the terminal\u2019s own colour in RUN', () => times(reset) === 1);
  await waitForMode(window, 'RUN');
  // As long as the command runs, Esc goes to it.
  await window.waitFor('the prompt', isAtPrompt);
  await lock(window);
  await window.waitFor('the colour again', () => times(set) === 2);
  window.kill('SIGTERM');
  await window.waitFor('the end', () => times(reset) === 2);
  expect(window.raw.lastIndexOf('\x1b[0 q')).toBeGreaterThan(window.raw.lastIndexOf('\x1b[3 q'));
});
