import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { blocksOf, isAtPrompt, modeOf } from '../support/face.ts';
import { calmFish } from '../support/fish-home.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { describeWith, type Shell } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** What a person types in ordinary minutes, and what the screen shows then. */
type Minute = { readonly does: string; readonly keys: string; readonly shows: string };

const minutes: readonly Minute[] = JSON.parse(
  readFileSync(new URL('../../fixtures/day/minutes.json', import.meta.url), 'utf8'),
);

const ROWS = 24;

/** The rows of a frame by what they say, without clocks: a header by its command. A text that stands twice is left out. */
function places(lines: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  // The first row of the body may be the header of a command whose own row is above.
  lines.slice(2, -1).forEach((line, y) => {
    const header = /^[›▸ ] (?:●|✓|[✗!~?] \S+|\^C) {2}(\S.*?)(?: \+\d+ lines?)?(?:(?:\s{2,}| ─).*)?$/.exec(
      line,
    );
    const text = header === null ? line.trimEnd() : `header ${header[1]}`;
    // The line that is typed moves down with each command, as it does in any terminal.
    if (text.trim() === '' || text.startsWith('$')) return;
    if (found.has(text)) twice.add(text);
    found.set(text, y);
  });
  for (const text of twice) found.delete(text);
  return found;
}

/** What moved down from one frame to the next, or moved at all while there is room below. */
function jumps(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [places(before), places(after)];
  const hasRoom = [before, after].every((lines) => lines.slice(-6, -1).every((line) => line.trim() === ''));
  return [...was].flatMap(([text, y]) => {
    const by = (is.get(text) ?? y) - y;
    return by > 0 || (by < 0 && hasRoom) ? [`${text} by ${by}`] : [];
  });
}

async function typeThrough(window: OuterTerminal, shell: Shell, steps: readonly Minute[]): Promise<void> {
  await window.waitFor('a prompt', isAtPrompt);
  let last: readonly string[] = window.screen.lines();
  const wrong: string[] = [];
  let doing = '';
  const stop = window.onFrame((screen) => {
    const lines = screen.lines();
    for (const jump of jumps(last, lines)) wrong.push(`${doing}: ${jump}`);
    if (lines.some((line) => /── live ──/.test(line))) wrong.push(`${doing}: a rule`);
    if (/^\s*RUN\s+›/.test(lines.at(-1) ?? '')) wrong.push(`${doing}: a second line to type in`);
    last = lines;
  });
  for (const { does, keys, shows } of steps) {
    doing = does;
    const seen = new RegExp(shows, 'm');
    // The others list what is possible at the first Tab, and take one of it at the second.
    window.type(shell === 'bash' ? keys : keys.replace('\t\t', '\t'));
    await window.waitFor(`${does}: ${shows}`, (screen) =>
      seen.test(
        screen
          .lines()
          .map((line) => line.trimEnd())
          .join('\n'),
      ),
    );
  }
  stop();
  expect(wrong).toEqual([]);
}

describe.each<Shell>(['bash', 'zsh', 'fish'])('in %s', (shell) => {
  describeWith(shell, 'ordinary minutes', () => {
    const shared = sharedWindow({ shell, cols: 90, rows: ROWS, prepare: ({ home }) => calmFish(home) });

    test('move no row but upwards, whoever has the keys', async () => {
      await typeThrough(shared.window, shell, minutes);
    });

    test('Tab leaves headers and chips where they are, and the next prompt is RUN', async () => {
      const { window } = shared;
      window.type('mkdir folder; echo above\r');
      await window.waitFor(
        'the block',
        (screen) => blocksOf(screen).includes('✓ 0 mkdir folder; echo above') && isAtPrompt(screen),
      );
      const before = window.screen.lines().slice(1, 3);
      window.type(`ls fold${key.tab}`);
      await window.waitForText('ls folder/');
      expect(modeOf(window.screen)).toBe('RUN');
      expect(window.screen.lines().slice(1, 3)).toEqual(before);
      window.send(ctrl('c'));
      await window.waitFor('RUN', (screen) => modeOf(screen) === 'RUN' && isAtPrompt(screen));
      expect(window.screen.lines().slice(1, 3)).toEqual(before);
    });
  });
});
