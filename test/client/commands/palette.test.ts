import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE } from '../../../src/client/commands/conditions.ts';
import { keymapOf } from '../../../src/client/commands/keymap.ts';
import { fuzzyFind, paletteItems } from '../../../src/client/commands/palette.ts';
import { defaultBindings } from '../../../src/client/commands/tmux-keys.ts';

const keymap = keymapOf(
  defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4: false }),
);

describe('paletteItems', () => {
  it('lists the commands of the mode, with the keys that do them', () => {
    const items = paletteItems(keymap, '', { table: 'run', input: IDLE });
    const commands = items.map(({ command }) => command);
    expect(items.find(({ command }) => command === 'tab.new')?.keys).toEqual(['Ctrl+E', 'F2']);
    expect(commands).toContain('mode.lock');
    expect(commands).not.toContain('block.next');
    expect(commands).not.toContain('edit.left');
  });

  it('puts the best title first', () => {
    expect(paletteItems(keymap, 'co', { table: 'browse' })[0]?.title).toBe('Copy output');
    expect(paletteItems(keymap, 'ren', { table: 'browse' })[0]?.command).toBe('tab.rename');
    expect(paletteItems(keymap, 'lock', { table: 'run' })[0]?.command).toBe('mode.lock');
  });

  it('finds a command by a word of its description', () => {
    expect(paletteItems(keymap, 'pager', { table: 'browse' }).map(({ command }) => command)).toEqual([
      'block.openPager',
    ]);
  });

  it('marks the letters that matched', () => {
    expect(paletteItems(keymap, 'nt', { table: 'run' })[0]).toMatchObject({
      command: 'tab.new',
      marked: [0, 4],
    });
  });

  it('lists the commands of all modes in every mode, those of this one first', () => {
    const commands = paletteItems(keymap, '', { table: 'run' }).map(({ command }) => command);
    expect(commands).toContain('block.toggleFold');
    expect(commands.indexOf('mode.lock')).toBeLessThan(commands.indexOf('block.toggleFold'));
    const recent = paletteItems(keymap, '', { table: 'run', recent: ['block.foldAll'] });
    expect(recent[0]?.command).toBe('block.foldAll');
  });

  it.each([
    ['quit', 'app.detach'],
    ['copy', 'block.copyOutput'],
    ['split', 'pane.splitRight'],
    ['find', 'block.search'],
    ['share', 'claim.handBack'],
    ['fold', 'block.toggleFold'],
    ['rerun', 'block.rerun'],
  ])('knows %s', (word, command) => {
    const found = paletteItems(keymap, word, { table: 'run' }).map((item) => item.command);
    expect(found.slice(0, 3)).toContain(command);
  });

  it.each(['run', 'browse'] as const)(
    'finds every command in %s, also by the words of other programs',
    (table) => {
      const first = (word: string) => paletteItems(keymap, word, { table, input: IDLE })[0]?.title;
      expect(['quit', 'copy', 'split', 'move', 'share', 'settings'].map(first)).toEqual([
        'Detach',
        'Copy output',
        'Split right',
        'Move tab left',
        'Hand over',
        'Edit configuration',
      ]);
    },
  );

  it('is empty when nothing fits', () => {
    expect(paletteItems(keymap, 'zzzz', { table: 'run' })).toEqual([]);
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
