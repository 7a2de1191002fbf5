import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAtPrompt, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { shareHost } from '../support/shared-host.ts';

const WORKER = '\u{1f469}\u200d\u{1f4bb}';

const host = shareHost();

async function lock(window: OuterTerminal): Promise<void> {
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
}

/** Prints a joined emoji and a letter; returns the column in which the program is told that the cursor stands. */
async function columnAfter(window: OuterTerminal, name: string): Promise<string> {
  const path = join(host.sandbox.home, name);
  window.type(
    `clear; printf '\\U1f469\\u200d\\U1f4bbx\\e[6n'; read -rsd R pos; echo "\${pos#*;}" > ~/${name}\r`,
  );
  await window.waitFor('the answer', () => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n'));
  return readFileSync(path, 'utf8').trim();
}

describe('characters of several code points', () => {
  test.each([
    { clusters: true, column: 2 },
    { clusters: false, column: 4 },
  ])('take the columns that the outer terminal gives them: %j', async ({ clusters, column }) => {
    const window = await host.open({ clusters });
    await lock(window);
    expect(await columnAfter(window, `at-${column}`)).toBe(String(column + 2));
    await window.waitFor('the letter behind it', (screen) => screen.cells(1)[column]?.text === 'x');
    // Both parts are there, also where they are not joined.
    const text = window.screen
      .cells(1)
      .map((cell) => cell.text)
      .join('');
    expect(text).toContain('\u{1f469}');
    expect(text).toContain('\u{1f4bb}');
  });

  test('do not shift the line of a shell that counts each of their parts', async () => {
    const window = await host.open({ clusters: false });
    await lock(window);
    window.send(ctrl('l'), `${WORKER}abc`);
    const row = () =>
      window.screen
        .cells(1)
        .map((cell) => cell.text)
        .join('');
    await window.waitFor('the line', () => row().includes('abc'));
    window.send('\x1b[D', '\x1b[D', 'X');
    await window.waitFor('the letter where the cursor stands', (screen) => screen.cells(1)[7]?.text === 'X');
    expect(row()).toContain('aXbc');
  });

  test('follow the outer terminal of whoever takes the terminal over', async () => {
    const name = host.newName();
    const first = await host.open({ name, clusters: true });
    await lock(first);
    expect(await columnAfter(first, 'joined')).toBe('4');
    first.kill();
    await first.exited;
    const second = host.start(['attach', name], { clusters: false });
    await waitForMode(second, 'RUN');
    await second.waitFor('a prompt', isAtPrompt);
    await lock(second);
    expect(await columnAfter(second, 'apart')).toBe('6');
  });
});
