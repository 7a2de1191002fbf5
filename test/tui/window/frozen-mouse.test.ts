import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Row, rowText } from '../../../src/screen/cells/row.ts';
import type { BodyLine } from '../../../src/tui/blocks/block/body-line.ts';
import type { Effect } from '../../../src/tui/model/step.ts';
import { effort } from '../../support/effort.ts';
import { MouseRig, RigShell, report } from '../../support/mouse-rig.ts';

const { press, move, release } = report;

/** What happens in a terminal while the button is down, or before it. */
type Happening =
  | { readonly kind: 'lines'; readonly texts: readonly string[] }
  | { readonly kind: 'over'; readonly text: string }
  | { readonly kind: 'begin'; readonly name: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'frame' };

const words = fc.constantFrom('alpha', 'src/a.ts:12', '漢字', 'x', '-', 'é', '...', 'beta');
const text = fc.oneof(
  { weight: 6, arbitrary: fc.array(words, { maxLength: 5 }).map((each) => each.join(' ')) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 30, max: 150 }).map((length) => 'long'.repeat(length).slice(0, length)),
  },
  { weight: 1, arbitrary: fc.constant('\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m') },
);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 25 }).map((texts) => ({ kind: 'lines', texts }) as const),
  text.map((over) => ({ kind: 'over', text: over }) as const),
  fc.constantFrom('make', 'npm test', 'ls -l *').map((name) => ({ kind: 'begin', name }) as const),
  fc.constant({ kind: 'end' } as const),
  fc.constant({ kind: 'clear' } as const),
  fc.constant({ kind: 'frame' } as const),
);

/** A terminal in which shells and programs print. */
class Scene {
  readonly rig: MouseRig;
  readonly #shell: RigShell;

  constructor(cols: number, rows: number) {
    this.rig = new MouseRig({ cols, rows, settings: { copyOnSelect: 'dragged' } });
    this.#shell = new RigShell(this.rig);
  }

  happen(each: Happening): void {
    const { rig } = this;
    if (each.kind === 'lines') rig.print(each.texts.map((line) => `${line}\r\n`).join(''));
    else if (each.kind === 'over') rig.print(`\r\x1b[2A\x1b[K${each.text}\x1b[2B\r`);
    else if (each.kind === 'clear') rig.print('\x1b[H\x1b[2J');
    else if (each.kind === 'frame') rig.paint();
    else if (each.kind === 'begin') this.#shell.begin(each.name);
    else this.#shell.end();
  }

  all(happenings: readonly Happening[] = []): void {
    for (const each of happenings) this.happen(each);
  }
}

const body = fc.record({
  cols: fc.integer({ min: 20, max: 60 }),
  rows: fc.integer({ min: 8, max: 24 }),
  before: fc.array(happening, { minLength: 1, maxLength: 14 }),
  typed: fc.constantFrom('', '', 'ls -la'),
  /** Lines that the view is scrolled back. */
  back: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
});
type BodyCase = typeof body extends fc.Arbitrary<infer T> ? T : never;

function sceneOf({ cols, rows, before, typed, back }: BodyCase): Scene {
  const scene = new Scene(cols, rows);
  scene.all(before);
  scene.rig.paint();
  scene.rig.type(typed);
  for (let notches = 0; notches < Math.ceil(back / 3); notches++) scene.rig.type('\x1b[<64;2;5M');
  scene.rig.paint();
  return scene;
}

/** What was painted, and of which kind each line is. */
type Seen = { readonly rows: readonly Row[]; readonly lines: readonly BodyLine[] };

function seen({ rig }: Scene): Seen {
  const { plan } = rig.pane;
  const lines = plan === undefined ? [] : [...plan.lines];
  if (plan?.sticky !== undefined) lines[0] = plan.sticky;
  return { rows: rig.rows, lines };
}

/** Rows without what a header says besides its command: marks and clocks may change. */
function texts({ rows, lines }: Seen): readonly string[] {
  return rows.map((row, y) => {
    const line = lines[y];
    const isHeader = line?.kind === 'header' || line?.kind === 'separator';
    return isHeader ? `${line.kind} ${cellsOf(row, line).join('')}` : rowText(row);
  });
}

/** The cells of a painted row that are text; of a header those of its command. */
function cellsOf(row: Row, line: BodyLine | undefined): readonly string[] {
  switch (line?.kind) {
    case 'output':
    case 'live':
    case 'note':
      return row.chars;
    case 'header':
    case 'command': {
      const command = line.kind === 'command' ? line.text : line.block.commandLine;
      const painted = row.chars.join('');
      const from = command === '' ? -1 : painted.indexOf(command);
      return row.chars.map((char, x) => (from >= 0 && x >= from && x < from + command.length ? char : ' '));
    }
    default:
      return [];
  }
}

/** The text between two painted cells: lines that were wrapped are one line, blanks at their ends are none. */
function between({ rows, lines }: Seen, one: Cell, other: Cell): string {
  const isForward = one.y < other.y || (one.y === other.y && one.x <= other.x);
  const [first, last] = isForward ? [one, other] : [other, one];
  const found: string[] = [];
  rows.forEach((row, y) => {
    const line = lines[y];
    const cells = cellsOf(row, line);
    if (y < first.y || y > last.y || cells.length === 0) return;
    const taken = cells.slice(y === first.y ? first.x : 0, y === last.y ? last.x + 1 : undefined).join('');
    const piece = line?.kind === 'output' || line?.kind === 'live' ? taken : taken.trimStart();
    const goesOn = row.wrapped && found.length > 0 && lines[y - 1]?.kind === line?.kind;
    found.push(goesOn ? `${found.pop() ?? ''}${piece}` : piece);
  });
  const trimmed = found.map((piece) => piece.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return trimmed.join('\n');
}

type Cell = { readonly x: number; readonly y: number };

const cell = fc.record({ x: fc.nat({ max: 999 }), y: fc.nat({ max: 999 }) });

/**
 * The cell of the body that a random one stands for; below the last row there is nothing to press on, and in the last column there
 * may be the scrollbar.
 */
function inBody({ rows, lines }: Seen, { x, y }: Cell): Cell {
  const height = lines.findLastIndex(({ kind }) => kind !== 'blank') + 1;
  return { x: x % ((rows[0]?.chars.length ?? 2) - 1), y: y % Math.max(1, height) };
}

/** Line of the window at which the body begins. */
const TOP = 1;

const copied = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'copy' ? [effect.text] : []));

describe('while the mouse button is down', () => {
  const drags = fc.record({
    body,
    /** What comes after the last frame: the mouse cannot have meant it. */
    unpainted: fc.array(happening, { maxLength: 6 }),
    cells: fc.array(cell, { minLength: 2, maxLength: 4 }),
    meanwhile: fc.array(fc.array(happening, { maxLength: 4 }), { minLength: 4, maxLength: 4 }),
  });

  test('nothing moves, and what is copied is what was shown from press to release', () => {
    let copies = 0;
    fc.assert(
      fc.property(drags, ({ body: made, unpainted, cells, meanwhile }) => {
        const scene = sceneOf(made);
        const { rig } = scene;
        const shown = seen(scene);
        const [first = ORIGIN, ...others] = cells.map((each) => inBody(shown, each));
        const last = others.at(-1) ?? first;
        scene.all(unpainted.filter(({ kind }) => kind !== 'frame'));
        rig.type(press(first.x, first.y + TOP));
        others.forEach(({ x, y }, index) => {
          scene.all(meanwhile[index]);
          rig.type(move(x, y + TOP));
          rig.paint();
          expect(texts(seen(scene))).toEqual(texts(shown));
        });
        const found = copied(rig.type(release(last.x, last.y + TOP)));
        // A mouse that has come back to where it was pressed has dragged over nothing.
        const expected = last.x === first.x && last.y === first.y ? '' : between(shown, first, last);
        copies += expected === '' ? 0 : 1;
        expect(found).toEqual(expected === '' ? [] : [expected]);
        rig.close();
      }),
      effort(60),
    );
    expect(copies).toBeGreaterThan(0);
  });

  const clicks = fc.record({
    body,
    cell,
    meanwhile: fc.array(fc.array(happening, { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
  });

  test('a double click takes the word under it, also after output, and Ctrl+C copies that word later on', () => {
    let copies = 0;
    fc.assert(
      fc.property(clicks, ({ body: made, cell: where, meanwhile: [before, during, after] }) => {
        const scene = sceneOf(made);
        const { rig } = scene;
        const { x, y } = inBody(seen(scene), where);
        rig.type(press(x, y + TOP) + release(x, y + TOP));
        scene.all(before);
        rig.paint();
        const shown = seen(scene);
        const cells = cellsOf(shown.rows[y] ?? NO_ROW, shown.lines[y]);
        rig.type(press(x, y + TOP));
        scene.all(during);
        rig.paint();
        expect(texts(seen(scene))).toEqual(texts(shown));
        rig.type(release(x, y + TOP));
        scene.all(after);
        rig.paint();
        const word = wordAt(cells, x);
        if (word === '') return rig.close();
        copies += 1;
        const [found = ''] = copied(rig.type('\x03'));
        // A word may go on in the rows above and below.
        if (touchesEdge(cells, x)) expect(found).toContain(word);
        else expect(found).toBe(word);
        rig.close();
      }),
      effort(60),
    );
    expect(copies).toBeGreaterThan(0);
  });

  test('a click moves no row, wherever it is', () => {
    fc.assert(
      fc.property(body, cell, (made, where) => {
        const scene = sceneOf(made);
        const shown = seen(scene);
        const { x, y } = inBody(shown, where);
        // The sign at the left of a header folds its block.
        if (x >= 3) scene.rig.type(press(x, y + TOP) + release(x, y + TOP));
        scene.rig.paint();
        expect(texts(seen(scene))).toEqual(texts(shown));
        scene.rig.close();
      }),
      effort(40),
    );
  });
});

const ORIGIN: Cell = { x: 0, y: 0 };
const NO_ROW: Row = { chars: [], styles: [], wrapped: false };

const isWord = (char: string) =>
  char !== ' ' && (char.charCodeAt(0) >= 0x80 || /[\w\-./~:@%+=&?#]/.test(char));

function wordAt(cells: readonly string[], x: number): string {
  const at = cells[x] === '' ? x - 1 : x;
  if (!isWord(cells[at] ?? ' ')) return '';
  let [from, to] = [at, at + 1];
  while (from > 0 && (cells[from - 1] === '' || isWord(cells[from - 1] ?? ' '))) from--;
  while (to < cells.length && (cells[to] === '' || isWord(cells[to] ?? ' '))) to++;
  return cells.slice(from, to).join('');
}

function touchesEdge(cells: readonly string[], x: number): boolean {
  const word = (at: number) => cells[at] === '' || isWord(cells[at] ?? ' ');
  let [from, to] = [x, x];
  while (from > 0 && word(from - 1)) from--;
  while (to < cells.length - 1 && word(to + 1)) to++;
  return from === 0 || to >= cells.length - 2;
}
