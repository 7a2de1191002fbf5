import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARRANGEMENTS, type Arrangement, arranged } from '../../../src/client/panes/arrangements.ts';
import { neighbour } from '../../../src/client/panes/geometry.ts';
import { readTmuxLayout, writeTmuxLayout } from '../../../src/client/panes/layout-text.ts';
import {
  borderOf,
  isLeaf,
  leaves,
  moveBorder,
  place,
  remove,
  rotate,
  split,
  swap,
  type Tree,
} from '../../../src/client/panes/pane-tree.ts';
import { needs } from '../../support/programs.ts';

const SIZE = { cols: 159, rows: 48 };
const AREA = { x: 0, y: 0, width: SIZE.cols, height: SIZE.rows };

describe('a layout of tmux', () => {
  test('is read into a tree, and written as it was', () => {
    // Printed by tmux 3.3a, but for the numbers of panes: there they count as they were opened.
    for (const text of [
      'd463,159x48,0,0{79x48,0,0,0,79x48,80,0,1}',
      'adc3,159x48,0,0{79x48,0,0,0,79x48,80,0[79x24,80,0,1,79x23,80,25,2]}',
      'd03d,159x48,0,0,0',
    ]) {
      const read = readTmuxLayout(text);
      expect(read.ok && writeTmuxLayout(read.tree, read.size)).toBe(text);
    }
    const inOtherOrder =
      '0550,159x48,0,0[159x23,0,0{79x23,0,0,0,79x23,80,0,3},159x24,0,24{79x24,0,24,1,79x24,80,24,2}]';
    expect(readTmuxLayout(inOtherOrder)).toMatchObject({
      ok: true,
      tree: { kind: 'column', shares: [24, 25] },
    });
    expect(readTmuxLayout('bb62,159x48,0,0{79x48,0,0,79x48,80,0}').ok).toBe(true);
  });

  test('is the tree that it was written from, at its size', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ARRANGEMENTS), fc.integer({ min: 2, max: 7 }), (arrangement, count) => {
        const tree = arranged(
          arrangement,
          Array.from({ length: count }, (_, n) => `${n}`),
        );
        const text = writeTmuxLayout(tree, SIZE) ?? '';
        const read = readTmuxLayout(text);
        expect(read.ok && leaves(read.tree)).toEqual(leaves(tree));
        expect(read.ok && place(read.tree, AREA)).toEqual(place(tree, AREA));
        expect(read.ok && writeTmuxLayout(read.tree, SIZE)).toBe(text);
      }),
    );
  });

  test('that is wrong is told by what is wrong with it', () => {
    const problem = (text: string) => {
      const read = readTmuxLayout(text);
      return read.ok ? undefined : read.problem;
    };
    expect(problem('0000,80x24,0,0,0')).toMatch(/^the checksum of the layout is [0-9a-f]{4}, not 0000$/);
    expect(problem('80x24,0,0{40x24,0,0}')).toBe('a row of the layout has a single cell');
    expect(problem('80x24,0,0{40x24,0,0,40x24,41,0}')).toBe('the cells of a row do not fill 80x24');
    expect(problem('80x24,0,0{40x24,0,0,39x20,41,0}')).toBe('the cell 39x20,41,0 does not fit into its row');
    expect(problem('80x24')).toBe('the layout must have "," at character 6, not its end');
    expect(problem('80x24,0,0}')).toBe('the layout must have the end at character 10, not "}"');
    expect(problem('99999x24,0,0')).toBe('99999 cells are too many');
    expect(problem(`80x24,0,0${'{80x24,0,0'.repeat(40)}`)).toBe('the layout has more than 32 levels');
  });

  test('may be cut or garbled anywhere, and is read or refused', () => {
    const text = writeTmuxLayout(arranged('grid', ['a', 'b', 'c', 'd', 'e']), SIZE) ?? '';
    for (let at = 0; at < text.length; at++) expect(readTmuxLayout(text.slice(0, at)).ok).toBe(false);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0x,{}[]9 '), (at, sign) => {
        const garbled = `${text.slice(0, at)}${sign}${text.slice(at + 1)}`.slice(5);
        const read = readTmuxLayout(garbled);
        if (read.ok) expect(writeTmuxLayout(read.tree, read.size)).toBeDefined();
        else expect(read.problem).not.toBe('');
      }),
    );
  });
});

// The same operations here and in tmux.

/** What is done, as arguments of tmux and as the letters of its prefix keys. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  '%': ['split-window', '-h', 'exec cat'],
  '"': ['split-window', '-v', 'exec cat'],
  x: ['kill-pane'],
  o: ['select-pane', '-t', ':.+'],
  ';': ['last-pane'],
  '{': ['swap-pane', '-U'],
  '}': ['swap-pane', '-D'],
  r: ['rotate-window'],
  h: ['select-pane', '-L'],
  j: ['select-pane', '-D'],
  k: ['select-pane', '-U'],
  l: ['select-pane', '-R'],
  H: ['resize-pane', '-L', '5'],
  J: ['resize-pane', '-D', '5'],
  K: ['resize-pane', '-U', '5'],
  L: ['resize-pane', '-R', '5'],
  1: ['select-layout', 'even-horizontal'],
  2: ['select-layout', 'even-vertical'],
  3: ['select-layout', 'main-horizontal'],
  4: ['select-layout', 'main-vertical'],
  5: ['select-layout', 'tiled'],
};

const ARRANGED: Readonly<Record<string, Arrangement>> = {
  1: 'beside',
  2: 'below',
  3: 'main-above',
  4: 'main-left',
  5: 'grid',
};

type State = {
  readonly tree: Tree;
  readonly front: string;
  readonly used: readonly string[];
  readonly made: number;
};

/** Carries out a step as the commands of the window do. */
function done(state: State, key: string): State {
  const { tree, front, used, made } = state;
  const all = leaves(tree);
  const at = all.indexOf(front);
  const next = (by: number) => all[(at + by + all.length) % all.length] ?? front;
  const to = (uri: string, changed = tree): State => ({
    ...state,
    tree: changed,
    front: uri,
    used: [uri, ...used.filter((each) => each !== uri)],
  });
  const go = (direction: 'left' | 'right' | 'up' | 'down') =>
    to(neighbour(place(tree, AREA)?.panes ?? [], front, direction, used)?.uri ?? front);
  const resize = (kind: 'row' | 'column', by: number): State => {
    const found = borderOf(tree, front, kind);
    return found === undefined ? state : { ...state, tree: moveBorder(tree, found.border, by, AREA) };
  };
  switch (key) {
    case '%':
    case '"': {
      const grown = split(tree, front, `p${made}`, key === '%' ? 'right' : 'below', AREA);
      return grown === undefined ? state : { ...to(`p${made}`, grown), made: made + 1 };
    }
    case 'x': {
      const left = remove(tree, front, AREA);
      if (left === undefined) return state;
      const last = used.find((uri) => uri !== front && all.includes(uri));
      return { ...to(last ?? next(-1), left), used: used.filter((each) => each !== front) };
    }
    case 'o':
      return to(next(1));
    case ';':
      return to(used.find((uri) => uri !== front && all.includes(uri)) ?? front);
    case '{':
      return { ...state, tree: swap(tree, front, next(-1)) };
    case '}':
      return { ...state, tree: swap(tree, front, next(1)) };
    case 'r':
      return to(next(1), rotate(tree, 1));
    case 'h':
      return go('left');
    case 'j':
      return go('down');
    case 'k':
      return go('up');
    case 'l':
      return go('right');
    case 'H':
      return resize('row', -5);
    case 'J':
      return resize('column', 5);
    case 'K':
      return resize('column', -5);
    case 'L':
      return resize('row', 5);
    default: {
      const arrangement = ARRANGED[key];
      return arrangement === undefined ? state : { ...state, tree: arranged(arrangement, all) };
    }
  }
}

/** Rectangles to the cell, and the order of the panes: `exact`. The kinds and numbers of nodes alone: `shape`. */
const EXACT = [
  '%',
  '%%',
  '%%%',
  '"',
  '""',
  '%"',
  '"%',
  '%"%"',
  '%h"',
  '%h"l"',
  '%h"%"%',
  '%"h%',
  '%x',
  '%"x',
  '%"kx',
  '%%hx',
  '%%hhx',
  '"%x',
  '"%hx',
  '%"%xx',
  '%h"xl"x',
  '%"o%',
  '%"oo%',
  '%";%',
  '%h"l;"',
  '%"{',
  '%"}',
  '%"{{%',
  '%"}%',
  '%"r',
  '%"r%',
  '%%%rr"',
  '%"hl%',
  '%"hkl%',
  '%"khl%',
  '%"jj%',
  '%"lh%',
  '%H',
  '%L',
  '%hH',
  '%hLL',
  '"J',
  '"kK',
  '%"H',
  '%"KJ',
  '%"kJJ',
  '%%HH',
  '%"Hx',
  '%"%H',
  '%HHH"K',
  '%hL"J%',
];
const SHAPES = [
  '%"1',
  '%"2',
  '%"%3',
  '%"4',
  '%"5',
  '%%%5',
  '%%"%5',
  '%%"%"5',
  '%"%"%"5%',
  '%"%3x',
  '%"%4"',
  '%%5x',
  '%"1%2"',
];

describe('next to the real tmux', () => {
  let folder = '';
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(folder, 's'), '-f', '/dev/null', ...args], { encoding: 'utf8' }).trim();

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-tmux-'));
  });

  afterAll(() => {
    try {
      tmux('kill-server');
    } catch {
      // None was started.
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the layout in tmux after each of these, with the place of the pane in front. */
  function real(all: readonly string[]): readonly { readonly text: string; readonly front: string }[] {
    const size = ['-x', `${SIZE.cols}`, '-y', `${SIZE.rows}`];
    const commands = all.flatMap((keys) => [
      ['new-session', '-d', ...size, 'exec cat'],
      ...[...keys].map((key) => STEPS[key] ?? []),
      ['display-message', '-p', '#{window_layout} #{pane_left},#{pane_top}'],
      ['kill-session'],
    ]);
    const first = ['start-server', ';', 'set-option', '-s', 'exit-empty', 'off'];
    const out = tmux(...first, ...commands.flatMap((command) => [';', ...command]));
    return out.split('\n').map((line) => {
      const [text = '', front = ''] = line.split(' ');
      return { text, front };
    });
  }

  const ours = (keys: string) => [...keys].reduce(done, { tree: 'p0', front: 'p0', used: ['p0'], made: 1 });

  test('the same operations lead to the same panes, to the cell', () => {
    needs('tmux');
    const seen = real(EXACT).map(({ text, front }, at) => {
      const read = readTmuxLayout(text);
      return [EXACT[at], read.ok ? writeTmuxLayout(read.tree, SIZE) : read.problem, front];
    });
    const wanted = EXACT.map((keys) => {
      const { tree, front } = ours(keys);
      const rect = place(tree, AREA)?.panes.find(({ uri }) => uri === front)?.rect;
      return [keys, writeTmuxLayout(tree, SIZE), `${rect?.x},${rect?.y}`];
    });
    expect(wanted).toEqual(seen);
  });

  test('the arrangements have the same rows and columns', () => {
    needs('tmux');
    const shape = (tree: Tree): unknown => (isLeaf(tree) ? '' : [tree.kind, ...tree.children.map(shape)]);
    for (const [at, { text }] of real(SHAPES).entries()) {
      const keys = SHAPES[at] ?? '';
      const read = readTmuxLayout(text);
      expect([keys, shape(ours(keys).tree)]).toEqual([keys, read.ok && shape(read.tree)]);
    }
  });
});
