import { describe, expect, test } from 'vitest';
import {
  joinBeside,
  PANE_COMMANDS,
  type PaneOutcome,
  type PaneState,
  swapped,
} from '../../../src/client/panes/pane-commands.ts';
import { branch, fits, place, type Rect, type Tree } from '../../../src/client/panes/pane-tree.ts';
import { belowTitles, membersOf, newSplit, type Split, splitOf } from '../../../src/client/panes/split.ts';
import { groupBeside, lastElsewhere, tabBeside, tabGroups } from '../../../src/client/panes/tabs.ts';

function splitIn(tree: Tree, extras: Partial<Split> = {}): Split {
  if (typeof tree === 'string') throw new Error('a split is a branch');
  return newSplit(tree, extras);
}

type Given = { readonly extras?: Partial<Split>; readonly front?: string; readonly area?: Rect };

/** `a` above `b` at the left, `c` at the right, and `d` alone, in an area whose stacks have four rows at most. */
function state({
  extras = {},
  front = 'a',
  area = { x: 0, y: 0, width: 121, height: 42 },
}: Given = {}): PaneState {
  return {
    splits: [splitIn(branch('row', [branch('column', ['a', 'b']), 'c']), extras)],
    front,
    used: ['a', 'd', 'c', 'b'],
    terminals: ['d', 'a', 'b', 'c'],
    room: {
      of: 'window',
      area,
      leastPane: { cols: 10, rows: 2 },
      fits: (tree) => fits(tree, belowTitles(area)),
      stackFits: (count) => count <= 4,
      shown: (splits, uri) => {
        const split = splitOf({ splits }, uri);
        const whole = [{ uri, rect: area }];
        if (split === undefined || split.zoomed || split.stack) return whole;
        return place(split.tree, belowTitles(area))?.panes ?? whole;
      },
    },
  };
}

function members({ splits = [] }: PaneOutcome): readonly (readonly string[])[] {
  return splits.map(membersOf);
}

describe('a command on panes', () => {
  test('goes to the pane in a direction; a zoomed one makes room first', () => {
    expect(PANE_COMMANDS['pane.down'](state())).toEqual({ front: 'b' });
    const { front, splits } = PANE_COMMANDS['pane.right'](state({ extras: { zoomed: true } }));
    expect([front, splits?.[0]?.zoomed]).toEqual(['c', false]);
  });

  test('goes through the names of a stack of which one pane is in view', () => {
    const stack = state({ extras: { stack: true } });
    expect(PANE_COMMANDS['pane.down'](stack)).toEqual({ front: 'b' });
    expect(PANE_COMMANDS['pane.up'](stack)).toEqual({ front: 'c' });
  });

  test('goes back to the pane of the split that was in front before, and says so when there was none', () => {
    expect(PANE_COMMANDS['pane.last'](state()).front).toBe('c');
    const { note } = PANE_COMMANDS['pane.last']({ ...state(), used: ['a', 'd'] });
    expect(note).toBe('no other pane was in front yet');
  });

  test('moves a border by as many cells as it is told, and no further than the smallest pane', () => {
    const width = ({ splits }: PaneOutcome) =>
      state()
        .room.shown(splits ?? [], 'c')
        .at(-1)?.rect.width;
    expect(width(PANE_COMMANDS['pane.resizeRight'](state(), 7))).toBe(53);
    expect(width(PANE_COMMANDS['pane.wider'](state()))).toBe(56);
    expect(width(PANE_COMMANDS['pane.resizeRight'](state(), 500))).toBe(10);
  });

  test('changes no borders of a stack, nor where not all panes are in view', () => {
    const narrow = { x: 0, y: 0, width: 15, height: 42 };
    expect(PANE_COMMANDS['pane.even'](state({ extras: { stack: true } }))).toEqual({
      note: 'the panes stand in a stack',
    });
    expect(PANE_COMMANDS['pane.wider'](state({ area: narrow }))).toEqual({
      note: 'the window is too small for all panes',
    });
  });

  test('arranges panes and names the arrangement, or says that there is no room for it', () => {
    expect(PANE_COMMANDS['pane.arrange'](state()).note).toBe('panes side by side');
    const low = { x: 0, y: 0, width: 121, height: 6 };
    expect(PANE_COMMANDS['pane.below'](state({ area: low }))).toEqual({
      note: 'panes one below the other: there is no room: a pane needs at least 10 columns and 2 rows',
      isBad: true,
    });
  });

  test('swaps and rotates; the focus stays at its place when they rotate', () => {
    expect(members(PANE_COMMANDS['pane.swapNext'](state()))).toEqual([['b', 'a', 'c']]);
    expect(members(swapped(state(), 'c'))).toEqual([['c', 'b', 'a']]);
    const rotated = PANE_COMMANDS['pane.rotate'](state());
    expect([members(rotated), rotated.front]).toEqual([[['b', 'c', 'a']], 'b']);
  });

  test('shows all terminals in a stack, unless there are too many rows', () => {
    const { splits } = PANE_COMMANDS['pane.fleet'](state());
    expect(splits?.map((split) => [membersOf(split), split.stack])).toEqual([[['d', 'a', 'b', 'c'], true]]);
    const more = { ...state(), terminals: ['d', 'a', 'b', 'c', 'e'] };
    expect(PANE_COMMANDS['pane.fleet'](more)).toEqual({
      note: 'the window has no room for 5 rows',
      isBad: true,
    });
  });

  test('opens a terminal only where its pane has room', () => {
    expect(PANE_COMMANDS['pane.splitBelow'](state())).toEqual({ opens: { to: 'a', side: 'below' } });
    const narrow = { x: 0, y: 0, width: 30, height: 42 };
    expect(PANE_COMMANDS['pane.splitRight'](state({ area: narrow })).isBad).toBe(true);
  });

  test('says of a terminal without a split that it is the only pane', () => {
    expect(PANE_COMMANDS['pane.zoom'](state({ front: 'd' })).note).toBe('this terminal is the only pane');
  });
});

test('terminals are joined beside the one in front in their order, all or none', () => {
  const alone: PaneState = { ...state({ front: 'd' }), splits: [] };
  const beside = joinBeside(alone, ['a', 'b']);
  expect([members(beside), beside.front]).toEqual([[['d', 'a', 'b']], 'a']);
  const narrow = state({ front: 'd', area: { x: 0, y: 0, width: 25, height: 42 } });
  expect(joinBeside({ ...narrow, splits: [] }, ['a', 'b'])).toMatchObject({ isBad: true });
});

describe('the order of tabs', () => {
  test('goes round by terminals, or by groups, of which the member used last comes to the front', () => {
    const tabs = state({ front: 'd' });
    expect(tabGroups(tabs)).toEqual([['d'], ['a', 'b', 'c']]);
    expect(tabBeside(tabs, -1)).toBe('c');
    expect(groupBeside({ ...tabs, used: ['d', 'c', 'a'] }, 1)).toBe('c');
    expect(groupBeside({ ...tabs, terminals: ['d'], splits: [] }, 1)).toBeUndefined();
  });

  test('goes back to the terminal used last outside the group in front', () => {
    expect(lastElsewhere(state())).toBe('d');
    expect(lastElsewhere({ ...state(), terminals: ['a', 'b', 'c'] })).toBeUndefined();
  });
});
