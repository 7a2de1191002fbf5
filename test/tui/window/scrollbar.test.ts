import { afterEach, describe, expect, test } from 'vitest';
import { MouseRig, report } from '../../support/mouse-rig.ts';
import { numbered } from '../blocks/sample.ts';

const { press, move, release } = report;
const COLS = 40;
const WHEEL_UP = '\x1b[<64;2;5M';

let rig: MouseRig;
afterEach(() => rig.close());

/** A long output, a failed command and another long output. */
function rigOf(options: Partial<ConstructorParameters<typeof MouseRig>[0]> = {}): MouseRig {
  rig = new MouseRig({ cols: COLS, rows: 12, ...options });
  rig.print('$ ');
  rig.run('c1', 'seq 40', numbered(40, 'first'));
  rig.run('c2', 'false', 'went wrong\r\n', 1);
  rig.run('c3', 'seq 40', numbered(40, 'last'));
  rig.paint();
  return rig;
}

/** The last column of the body, from top to bottom. */
const column = () => {
  rig.paint();
  return rig.body.map((row) => row.chars.at(-1) ?? '').join('');
};

describe('the scrollbar', () => {
  test('is not there at the prompt, and comes when the view is scrolled back', () => {
    rigOf();
    expect(column()).not.toMatch(/[│█✗]/);
    rig.type(WHEEL_UP);
    expect(column()).toMatch(/^│{4}✗│{4}█$/);
    rig.type('\x1b[<65;2;5M');
    expect(column()).not.toMatch(/[│█✗]/);
  });

  test('is always there, or never, if the setting says so', () => {
    rigOf({ settings: { scrollbar: 'on' } });
    expect(column()).toContain('█');
    rig.close();
    rigOf({ settings: { scrollbar: 'off' } });
    rig.type(WHEEL_UP);
    expect(column()).not.toMatch(/[│█✗]/);
  });

  test('leads to what is marked, and the thumb goes with the mouse', () => {
    rigOf().type(WHEEL_UP);
    const mark = column().indexOf('✗');
    rig.type(press(COLS - 1, mark + 1) + release(COLS - 1, mark + 1));
    rig.paint();
    expect(rig.texts[0]).toContain('false');
    rig.type(press(COLS - 1, 2) + move(3, 0));
    rig.paint();
    expect(rig.texts[1]).toContain('first 0');
    rig.type(move(3, 30));
    rig.paint();
    expect(rig.texts.join('\n')).toContain('last 39');
    // A selection was not meant.
    expect(rig.view?.selection).toBeUndefined();
    rig.type(release(3, 30) + move(3, 1));
    rig.paint();
    expect(rig.texts.join('\n')).toContain('last 39');
  });

  test('marks the matches of a search', () => {
    rigOf().notify({ kind: 'command', command: 'mode.browse' });
    rig.type('/first 3\r');
    // The host has searched none of them: the outputs that are here are gone through.
    const found = { matches: [], from: 1000, ended: true, more: false };
    rig.notify({ kind: 'found', uri: rig.uri, query: 'first 3', found });
    expect(column()).toMatch(/•/);
  });

  test('has signs that need neither colour nor Unicode', () => {
    rigOf({ env: { TERM: 'xterm', LANG: 'C', NO_COLOR: '1' } });
    rig.type(WHEEL_UP);
    expect(column()).toMatch(/^\|{4}x\|{4}#$/);
  });
});
