import { afterEach, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { Backlog } from '../../../src/screen/skim/backlog.ts';
import type { ScreenEvent } from '../../../src/tui/terminal/screen-view.ts';
import { skimIncoming } from '../../../src/tui/terminal/skim-incoming.ts';

/** As a program prints them that switches screens without end. */
const VISIT = '\x1b[Hx\x1b[?1049h\x1b[2J\x1b[Hx storm\x1b[?1049l';

const emulator = new Emulator({ cols: 80, rows: 24, scrollback: 100 });
afterEach(() => emulator.write('\x1bc'));

function skimmed(text: string): number {
  const incoming = new Backlog<ScreenEvent>();
  incoming.add(text);
  skimIncoming(incoming, emulator);
  return incoming.waiting;
}

test('what is drawn on alternate screens that were left again is left out, wherever the output is cut', () => {
  const text = VISIT.repeat(200);
  expect(skimmed(text)).toBeLessThan(text.length / 3);
  for (let cut = 1; cut < VISIT.length; cut += 1) {
    emulator.write(text.slice(0, cut));
    expect(skimmed(text.slice(cut))).toBeLessThan(text.length / 3);
    emulator.write(text.slice(cut));
  }
});

test('little output is taken as it is', () => {
  expect(skimmed(VISIT.repeat(100))).toBe(100 * VISIT.length);
});
