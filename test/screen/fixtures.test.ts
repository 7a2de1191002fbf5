import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../src/screen/emulator/emulator.ts';
import { serialise } from '../../src/screen/serialise/serialise.ts';
import { screenText } from '../../src/screen/text/screen-text.ts';
import { look } from './look.ts';

const FOLDER = new URL('../../fixtures/screen/', import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.in'))
  .map((name) => name.slice(0, -'.in'.length));

const golden = (name: string) => new URL(name, FOLDER).pathname;

function shown(name: string): Emulator {
  const emulator = new Emulator({ cols: 40, rows: 12, scrollback: 100 });
  emulator.write(readFileSync(new URL(`${name}.in`, FOLDER), 'utf8'));
  return emulator;
}

function rows(emulator: Emulator): string {
  const { x, y, visible } = emulator.cursor;
  const cursor = `cursor ${x},${y}${visible ? '' : ' hidden'}`;
  return `${look(emulator)
    .lines.map((line) => line.trimEnd())
    .join('\n')}\n${cursor}\n`;
}

describe('screens', () => {
  it('are there', () => {
    expect(NAMES.length).toBeGreaterThan(10);
  });

  it.each(NAMES)('shows %s as it did', async (name) => {
    const emulator = shown(name);
    await expect(`${screenText(emulator)}\n`).toMatchFileSnapshot(golden(`${name}.text`));
    await expect(rows(emulator)).toMatchFileSnapshot(golden(`${name}.rows`));
  });

  it.each(NAMES)('serialises %s into a stream that shows the same', (name) => {
    const emulator = shown(name);
    const copy = new Emulator({ cols: 40, rows: 12, scrollback: 100 });
    copy.write(serialise(emulator, { scrollback: 100 }));
    expect(look(copy)).toEqual(look(emulator));
  });
});
