import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAtPrompt, modeOf, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key, mouse } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { fixtureProgram } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** A press and a release in the first encoding: button, column and row are a byte each. */
function reports(column: number, row: number): Buffer {
  const [x, y] = [column + 32, row + 32];
  return Buffer.concat([0x20, 0x23].map((button) => Buffer.from([...Buffer.from('\x1b[M'), button, x, y])));
}

const isInverse = (screen: OuterScreen, y: number) =>
  screen.cells(y, 0, 1).some(({ attributes }) => attributes.includes('inverse'));

describe('the mouse', () => {
  const shared = sharedWindow({ env: { EDITOR: 'sh -c \'echo "$@" > edited\' editor' } });

  async function run(line: string): Promise<void> {
    const { window } = shared;
    window.type(`${line}\r`);
    await waitForBlock(window, `✓ 0 ${line}`);
    await window.waitFor('the prompt after it', isAtPrompt);
  }

  /** The line of the window, counted from 1, on which a text stands at the start. */
  function rowOf(text: string): number {
    const row = shared.window.screen.lines().findIndex((line) => line.startsWith(text));
    expect(row).toBeGreaterThan(0);
    return row + 1;
  }

  /** The rows of the body but for the one of a sticky header. */
  function rows(): readonly string[] {
    return shared.window.screen
      .lines()
      .slice(2, -1)
      .map((line) => line.trimEnd());
  }

  function click(column: number, row: number, modifier: 'none' | 'ctrl' = 'none'): void {
    shared.window.send(mouse('press', column, row, modifier), mouse('release', column, row, modifier));
  }

  const clipboard = (): string | undefined => shared.window.screen.clipboard.at(-1);

  test('a click copies nothing: it selects the block, of which Esc then takes up the keys', async () => {
    const { window } = shared;
    const copies = window.screen.clipboard.length;
    await run('printf "one\\nother\\n"');
    await run('echo last');
    click(2, rowOf('one'));
    await window.waitFor('the block marked', (screen) => /^›.*printf/m.test(screen.text()));
    expect(modeOf(window.screen)).toBe('RUN');
    expect(window.screen.clipboard).toHaveLength(copies);
    window.send(key.escape);
    await window.waitForText(/^ *BROWSE/m);
    window.send('c');
    await window.waitForText(/copied command/);
    expect(clipboard()).toBe('printf "one\\nother\\n"');
    window.send(key.escape);
    await waitForMode(window, 'RUN');
  });

  test('a double click takes a word, a triple click the line, and Ctrl+C copies them', async () => {
    const { window } = shared;
    await run('echo see src/a.ts:12, and go');
    const row = rowOf('see src');
    click(7, row);
    click(7, row);
    await window.waitForText('“src/a.ts:12” selected');
    window.send(ctrl('c'));
    await window.waitForText(/copied “src\/a.ts:12”/);
    expect(clipboard()).toBe('src/a.ts:12');
    // Elsewhere, so that these clicks do not count on from those before.
    click(1, row);
    click(1, row);
    click(1, row);
    await window.waitForText('1 line selected');
    window.send(ctrl('c'));
    await window.waitForText(/copied 1 line/);
    expect(clipboard()).toBe('see src/a.ts:12, and go');
  });

  test('a drag copies what it goes over, columns with Alt, and the sign on the header copies all', async () => {
    const { window } = shared;
    await run('printf "one 1\\ntwo 2\\nthree\\n"');
    const row = rowOf('one 1');
    window.send(mouse('press', 5, row), mouse('drag', 3, row + 1), mouse('release', 3, row + 1));
    await window.waitForText(/copied 2 lines \(OSC 52\)/);
    expect(clipboard()).toBe('1\ntwo');
    window.send(
      mouse('press', 1, row, 'alt'),
      mouse('drag', 3, row + 2, 'alt'),
      mouse('release', 3, row + 2, 'alt'),
    );
    await window.waitForText(/copied 3 lines/);
    expect(clipboard()).toBe('one\ntwo\nthr');
    click(99, row - 1);
    await window.waitForText(/copied output, 3 lines/);
    expect(clipboard()).toBe('one 1\ntwo 2\nthree');
  });

  test('no row moves under the mouse: clicks and drags take what they were pressed on', async () => {
    const { window } = shared;
    await run('for i in $(seq 60); do echo "line $i alpha beta-$((i%7))"; done');
    // Its header is not in view but for the sticky one.
    expect(window.screenText()).not.toMatch(/^line 1 /m);
    const before = rows();
    const row = rowOf('line 45');
    click(9, row);
    click(9, row);
    await window.waitForText('“alpha” selected');
    expect(rows()).toEqual(before);
    window.send(ctrl('c'));
    await window.waitForText(/copied “alpha”/);
    window.send(mouse('press', 1, row), mouse('drag', 4, row + 1));
    await window.waitFor('the cells marked', (screen) => isInverse(screen, row - 1));
    expect(rows()).toEqual(before);
    window.send(mouse('release', 4, row + 1));
    await window.waitForText(/copied 2 lines/);
    expect(clipboard()).toBe('line 45 alpha beta-3\nline');
    expect(rows()).toEqual(before);
  });

  test('output that comes while the button is down is shown when it is up', async () => {
    const { window, sandbox } = shared;
    const count = () => Number(readFileSync(join(sandbox.home, 'count'), { encoding: 'utf8', flag: 'a+' }));
    // It ends by a file: bash goes on after a Ctrl+C that comes in the moment in which its `sleep` ends by itself.
    window.type(
      'n=0; until [ -e ticked ]; do sleep .02; n=$((n+1)); echo "tick $n"; echo $n > count; done\r',
    );
    await window.waitForText(/^tick 40$/m);
    window.send(mouse('press', 1, 10));
    const from = count();
    await window.waitFor('more output', () => count() > from + 20);
    const before = rows();
    const [one, two] = before.slice(7, 9);
    const later = count();
    await window.waitFor('more output', () => count() > later + 20);
    window.send(mouse('drag', 20, 11));
    await window.waitFor('the cells marked', (screen) => isInverse(screen, 9));
    expect(rows()).toEqual(before);
    window.send(mouse('release', 20, 11));
    await expect.poll(clipboard).toBe(`${one}\n${two}`);
    await window.waitForText(new RegExp(`^tick ${later + 20}$`, 'm'));
    sandbox.write('ticked', '');
    await window.waitFor('the end of the program', isAtPrompt);
  });

  test('a drag beyond the edge scrolls and takes in what comes', async () => {
    const { window } = shared;
    await run('seq 1000 1200');
    const row = rowOf('1200');
    window.send(mouse('press', 4, row), mouse('drag', 1, 1));
    await window.waitForText(/^1000 *$/m);
    window.send(mouse('release', 1, 1));
    await window.waitForText(/copied \d+ lines/);
    const copied = (clipboard() ?? '').split('\n');
    expect(copied.slice(-201)).toEqual(Array.from({ length: 201 }, (_, index) => String(1000 + index)));
  });

  test('selects on the live screen of a running program, too', async () => {
    const { window } = shared;
    window.type('printf "alpha beta\\n"; cat\r');
    await window.waitForText(/^alpha beta$/m);
    const row = rowOf('alpha beta');
    window.send(mouse('press', 7, row), mouse('drag', 10, row), mouse('release', 10, row));
    await window.waitForText(/copied “beta”/);
    expect(clipboard()).toBe('beta');
    window.send(ctrl('c'));
    await window.waitFor('the program interrupted', isAtPrompt);
  });

  test('Ctrl and a click open an address, a hyperlink, and a file at its line', async () => {
    const { window, sandbox } = shared;
    sandbox.write('src/a.ts', 'x\n');
    await run('echo "see https://example.org/a_(b). or src/a.ts:12:3"');
    await run("printf '\\e]8;;https://example.com/x\\e\\\\LINK\\e]8;;\\e\\\\\\n'");
    click(9, rowOf('see https'), 'ctrl');
    await window.waitForText(/copied link/);
    expect(clipboard()).toBe('https://example.org/a_(b)');
    click(2, rowOf('LINK'), 'ctrl');
    // The text does not name the address, so the window shows it and asks.
    await window.waitForText('Open https://example.com/x?');
    expect(window.screenText()).toContain('This link leads to example.com.');
    expect(clipboard()).toBe('https://example.org/a_(b)');
    window.send('y');
    await expect.poll(clipboard).toBe('https://example.com/x');
    click(38, rowOf('see https'), 'ctrl');
    await expect
      .poll(() => readFileSync(join(sandbox.home, 'edited'), { encoding: 'utf8', flag: 'a+' }))
      .toBe(`+12 ${sandbox.home}/src/a.ts\n`);
  });

  test('is told to a program in its first encoding by single bytes, up to column 223', async () => {
    const { window } = shared;
    window.resize(230, 24);
    window.type(`${fixtureProgram('normal-screen.mjs')} oldMouse ~/ready ~/input\r`);
    await waitForMode(window, 'RAW');
    await window.waitForText('mouse\n');
    const press = (column: number) => window.send(mouse('press', column, 7), mouse('release', column, 7));
    for (const column of [5, 96, 128, 223, 224]) press(column);
    // Letters and a report in one read: the letters stay UTF-8.
    window.send('é', mouse('press', 200, 7), mouse('release', 200, 7), 'ü');
    const expected = Buffer.concat([
      ...[5, 96, 128, 223].map((column) => reports(column, 6)),
      Buffer.from('é'),
      reports(200, 6),
      Buffer.from('ü'),
    ]);
    const path = join(shared.sandbox.home, 'input');
    const input = () => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
    await window
      .waitFor('all of the input', () => input().length >= expected.length)
      .catch(() => expect(input().toString('hex')).toBe(expected.toString('hex')));
    expect(input().toString('hex')).toBe(expected.toString('hex'));
    window.send(key.enter);
    await waitForMode(window, 'RUN');
    window.resize(100, 30);
  });
});
