import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBindings, keymapOf } from '../../../../src/tui/keys/bindings/keymap.ts';
import { IDLE } from '../../../../src/tui/keys/conditions.ts';
import { fuzzyMatch } from '../../../../src/tui/keys/help/fuzzy.ts';
import { paletteItems } from '../../../../src/tui/keys/help/palette.ts';

const keymap = keymapOf(
  defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', keepF4: false }),
);

describe('paletteItems', () => {
  it('lists the commands of the mode, with the keys that do them', () => {
    const items = paletteItems(keymap, 'run', '', IDLE);
    const commands = items.map(({ command }) => command);
    expect(items.find(({ command }) => command === 'tab.new')?.keys).toEqual(['Ctrl+E', 'F2']);
    expect(commands).toContain('mode.lock');
    expect(commands).not.toContain('block.next');
    expect(commands).not.toContain('edit.left');
  });

  it('puts the best title first', () => {
    expect(paletteItems(keymap, 'browse', 'co')[0]?.title).toBe('Copy output');
    expect(paletteItems(keymap, 'browse', 'ren')[0]?.command).toBe('tab.rename');
    expect(paletteItems(keymap, 'run', 'lock')[0]?.command).toBe('mode.lock');
  });

  it('finds a command by a word of its description', () => {
    expect(paletteItems(keymap, 'browse', 'markdown').map(({ command }) => command)).toEqual([
      'block.copyBoth',
    ]);
  });

  it('marks the letters that matched', () => {
    expect(paletteItems(keymap, 'run', 'nt')[0]).toMatchObject({ command: 'tab.new', marked: [0, 4] });
  });

  it('is empty when nothing fits', () => {
    expect(paletteItems(keymap, 'run', 'zzzz')).toEqual([]);
  });
});

describe('fuzzyMatch', () => {
  it('finds any letters in order and marks each at its own place', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'C', ' ', '.', 'é'), { maxLength: 20 });
    fc.assert(
      fc.property(word, fc.infiniteStream(fc.boolean()), (letters, keep) => {
        const query = letters.filter(() => keep.next().value === true);
        const match = fuzzyMatch(query.join(''), letters.join(''));
        const asked = query.filter((letter) => letter !== ' ').map((letter) => letter.toLowerCase());
        expect(match?.at.map((i) => letters[i]?.toLowerCase())).toEqual(asked);
        expect(match?.at).toEqual([...new Set(match?.at)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('prefers starts of words', () => {
    const start = fuzzyMatch('nt', 'New tab')?.score ?? 0;
    expect(start).toBeGreaterThan(fuzzyMatch('nt', 'Ant')?.score ?? 0);
  });

  it('finds nothing for a query that is too long', () => {
    expect(fuzzyMatch('a'.repeat(65), 'a'.repeat(100))).toBeUndefined();
  });
});
