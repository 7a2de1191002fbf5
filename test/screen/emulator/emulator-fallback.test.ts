import { describe, expect, it, vi } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { styleOf } from '../../../src/screen/cells/style.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';

// Another version of xterm, in which nothing is where this one has it.
vi.mock('../../../src/screen/emulator/emulator-core.ts', () => ({ coreOf: () => undefined }));

describe('the emulator without access to the inner terminal', () => {
  it('parses a little later and then shows the same by the public interface', async () => {
    const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 10 });
    const { version } = emulator;
    emulator.write('one \x1b[1;4;38;5;200mtwo\x1b[0m 漢x\x1b]2;title\x07\x07');
    await vi.waitUntil(() => emulator.version > version, { timeout: 40_000 });
    const row = emulator.row(0);
    expect(rowText(row)).toBe('one two 漢x');
    expect(row.chars[9]).toBe('');
    expect(styleOf(row.styles[4] ?? 0)).toMatchObject({
      bold: true,
      underline: 1,
      fg: { kind: 'palette', index: 200 },
    });
    expect(emulator.title).toBe('title');
    expect(emulator.bells).toBe(1);
    expect(emulator.mark().line).toBe(0);
    expect(emulator.link(0, 0)).toBeUndefined();
    emulator.close();
  });

  it('says that it cannot serialise by an empty text', () => {
    const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 10 });
    expect(serialise(emulator, { scrollback: 10 })).toBe('');
    emulator.close();
  });
});
