import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultBindings, keymapOf } from '../../../../src/tui/keys/bindings/keymap.ts';
import { IDLE } from '../../../../src/tui/keys/conditions.ts';
import { fuzzyFind } from '../../../../src/tui/keys/help/fuzzy-find.ts';
import { paletteItems } from '../../../../src/tui/keys/help/palette.ts';

const keymap = keymapOf(
  defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4: false }),
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

describe('fuzzyFind', () => {
  const find = (query: string, ...texts: string[]) => fuzzyFind(texts, query, (text) => text);

  it('finds any letters in order and marks each at its own place', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'C', ' ', '.', 'é'), { maxLength: 20 });
    fc.assert(
      fc.property(word, fc.infiniteStream(fc.boolean()), (letters, keep) => {
        const query = letters.filter(() => keep.next().value === true);
        const [match] = find(query.join(''), letters.join(''));
        const asked = query.filter((letter) => letter !== ' ').map((letter) => letter.toLowerCase());
        expect(match?.at.map((i) => letters[i]?.toLowerCase())).toEqual(asked);
        expect(match?.at).toEqual([...new Set(match?.at)].toSorted((a, b) => a - b));
      }),
    );
  });

  it('prefers starts of words and keeps the order of equals', () => {
    expect(find('nt', 'Ant', 'Next tab', 'New tab').map(({ item }) => item)).toEqual([
      'New tab',
      'Next tab',
      'Ant',
    ]);
    expect(find('lock', 'unlock 1', 'lock 1', 'lock 2').map(({ item }) => item)).toEqual([
      'lock 1',
      'lock 2',
      'unlock 1',
    ]);
  });

  it('finds nothing for a query that is too long', () => {
    expect(find('a'.repeat(65), 'a'.repeat(100))).toEqual([]);
  });
});
