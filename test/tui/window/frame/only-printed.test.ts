import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../../src/tui/paint/frame.ts';
import type { EchoRow } from '../../../../src/tui/window/frame/scene.ts';
import { drawnStreams, lineStreams, streams } from '../../../screen/random-stream.ts';
import { effort } from '../../../support/effort.ts';
import { MouseRig, RigShell, report } from '../../../support/mouse-rig.ts';

/** What happens in a window between two frames. */
type Happening =
  | { readonly print: string }
  | { readonly beside: string }
  | { readonly type: string }
  | { readonly begin: string }
  | { readonly end: number }
  | { readonly wait: number };

const CTRL_K = '\x0b';

const letters = fc.constantFrom('a', 'b', ' ', '漢', 'é', '👍', '\b \b', '\x1b[4hi\x1b[4l', '\x1b[31mr');
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 10, arbitrary: letters.map((print) => ({ print })) },
  {
    weight: 6,
    arbitrary: fc.oneof(streams(4), lineStreams(4), drawnStreams(4, 10)).map((print) => ({ print })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('x', CTRL_K, '\x1b', 'k', '\x1b[18~', '?', '/', '\x1b[<64;2;5M', '\x1b[<65;2;5M')
      .map((type) => ({ type })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(report.press(3, 3), report.move(9, 5), report.release(9, 5))
      .map((type) => ({ type })),
  },
  { weight: 1, arbitrary: lineStreams(4).map((beside) => ({ beside })) },
  { weight: 1, arbitrary: fc.constantFrom('make', 'vim').map((begin) => ({ begin })) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1).map((end) => ({ end })) },
  { weight: 1, arbitrary: fc.constant({ wait: 1000 }) },
);

class Playing {
  readonly rig: MouseRig;
  readonly #shell: RigShell;

  constructor(cols: number, rows: number, divided = false) {
    this.rig = new MouseRig({ cols, rows, divided });
    this.#shell = new RigShell(this.rig);
  }

  happen(each: Happening): void {
    const { rig } = this;
    if ('print' in each) rig.print(each.print);
    else if ('beside' in each) rig.printBeside(each.beside);
    else if ('type' in each) rig.type(each.type);
    else if ('wait' in each) rig.now += each.wait;
    else if ('begin' in each) this.#shell.begin(each.begin);
    else this.#shell.end(each.end);
  }
}

/** The frame that is shown, with the row of the cursor drawn anew. */
function withEcho({ rows }: Frame, echo: EchoRow | undefined): Frame | undefined {
  return echo && { rows: rows.map((row, y) => (y === echo.cursor.y ? echo.row : row)), cursor: echo.cursor };
}

describe('a frame after output alone', () => {
  test('is cell by cell the frame that is drawn anew, and the row of an echo is its row', () => {
    const cases = fc.record({
      cols: fc.integer({ min: 20, max: 60 }),
      rows: fc.integer({ min: 8, max: 24 }),
      isRaw: fc.boolean(),
      divided: fc.boolean(),
      happenings: fc.array(happening, { minLength: 1, maxLength: 40 }),
    });
    let kept = 0;
    let echoes = 0;
    fc.assert(
      fc.property(cases, ({ cols, rows, isRaw, divided, happenings }) => {
        const playing = new Playing(divided ? cols + 60 : cols, rows, divided);
        playing.rig.type(isRaw ? CTRL_K : '');
        let shown = playing.rig.frames().next;
        for (const each of happenings) {
          playing.happen(each);
          const echo = playing.rig.echo();
          const { next, anew, isKept } = playing.rig.frames();
          expect(next).toEqual(anew);
          expect(withEcho(shown, echo) ?? next).toEqual(next);
          echoes += Number(echo !== undefined);
          shown = next;
          kept += Number(isKept);
        }
        playing.rig.close();
      }),
      effort(150),
    );
    expect(kept).toBeGreaterThan(0);
    expect(echoes).toBeGreaterThan(0);
  });

  test.each([
    { panes: 1, divided: false },
    { panes: 2, divided: true },
  ])('keeps all rows but that of an echo, with $panes panes', ({ panes, divided }) => {
    const playing = new Playing(120, 12, divided);
    const { width: cols, height: rows } = playing.rig.pane.body;
    playing.rig.apply({ type: 'terminal/resized', cols, rows });
    playing.happen({ begin: 'cat' });
    playing.happen({ beside: 'another program' });
    playing.happen({ print: 'one\r\ntwo\r\n' });
    const before = playing.rig.frames();
    playing.happen({ print: 'x' });
    const { next, isKept } = playing.rig.frames();
    expect(playing.rig.scene?.panes).toHaveLength(panes);
    expect(isKept).toBe(true);
    expect(next.rows.filter((row, y) => row !== before.next.rows[y])).toHaveLength(1);
    expect(next.cursor?.x).toBe(1);
    playing.rig.close();
  });
});
