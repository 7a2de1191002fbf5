import { expect, it } from 'vitest';
import { ShownSince } from '../../../src/client/share/shared-terminal.ts';

const ENDED = '\x1b]633;D;0\x07';

it('has what was printed since the last end of a command, however the marks are cut', () => {
  const text = `one${ENDED}$ two\r\n2${ENDED}$ three`;
  for (let size = 1; size < 20; size += 1) {
    const shown = new ShownSince();
    for (let at = 0; at < text.length; at += size) shown.add(text.slice(at, at + size));
    expect(shown.text).toBe(`${ENDED}$ three`);
  }
});

it('keeps the commands that end while no host takes them, until the next one ends', () => {
  const shown = new ShownSince();
  shown.add(`one${ENDED}$ two\r\n`);
  shown.add(`2${ENDED}$ three\r\n`, { isAway: true });
  shown.add(`3${ENDED}$ `, { isAway: true });
  shown.add('four\r\n');
  expect(shown.text).toBe(`${ENDED}$ two\r\n2${ENDED}$ three\r\n3${ENDED}$ four\r\n`);
  shown.add(`4${ENDED}$ `);
  expect(shown.text).toBe(`${ENDED}$ `);
});

it('has its limit, and says that something is missing until the next command ends', () => {
  const shown = new ShownSince();
  for (let n = 0; n < 600; n += 1) shown.add('x'.repeat(1000));
  expect(shown.text.length).toBeLessThan(256 * 1024 + 100);
  expect(shown.text).toContain('what was printed before was not kept');
  shown.add(`${ENDED}$ `);
  expect(shown.text).toBe(`${ENDED}$ `);
});
