import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { encodeMouse, type MouseModes } from '../../../src/tui/input/mouse.ts';
import { rawOfText } from '../../../src/tui/input/raw-text.ts';
import type { MouseButton, MouseToken } from '../../../src/tui/input/token.ts';

const cell = { width: 10, height: 20 };
const pane = { left: 2, top: 3, cols: 80, rows: 20, cell };
const modes: MouseModes = { mouse: 'any', mouseEncoding: 'sgr' };

describe('encodeMouse', () => {
  test('moves the event into the pane and says nothing of events outside', () => {
    expect(encodeMouse(event({ x: 2, y: 3 }), pane, modes)).toBe('\x1b[<0;1;1M');
    expect(encodeMouse(event({ x: 81, y: 22 }), pane, modes)).toBe('\x1b[<0;80;20M');
    for (const outside of [{ x: 1 }, { y: 2 }, { x: 82 }, { y: 23 }]) {
      expect(encodeMouse(event(outside), pane, modes)).toBeUndefined();
    }
  });

  test('sends each mode only the events it asked for', () => {
    const events = {
      press: event({}),
      release: event({ action: 'release' }),
      wheel: event({ action: 'wheel', button: 'wheelUp' }),
      drag: event({ action: 'move' }),
      hover: event({ action: 'move', button: 'none' }),
    };
    const wanted = (mouse: MouseModes['mouse']) =>
      Object.entries(events)
        .filter(([, token]) => encodeMouse(token, pane, { ...modes, mouse }) !== undefined)
        .map(([name]) => name);
    expect(wanted('none')).toEqual([]);
    expect(wanted('x10')).toEqual(['press']);
    expect(wanted('vt200')).toEqual(['press', 'release', 'wheel']);
    expect(wanted('drag')).toEqual(['press', 'release', 'wheel', 'drag']);
    expect(wanted('any')).toEqual(['press', 'release', 'wheel', 'drag', 'hover']);
  });

  test('leaves modifiers out in X10 mode, which has none', () => {
    expect(encodeMouse(event({ ctrl: true }), pane, { mouse: 'x10', mouseEncoding: 'sgr' })).toBe(
      '\x1b[<0;4;2M',
    );
  });

  test('says nothing where the old encodings cannot reach', () => {
    const wide = { left: 0, top: 0, cols: 3000, rows: 20, cell };
    const at = (x: number, mouseEncoding: MouseModes['mouseEncoding']) =>
      encodeMouse(event({ x }), wide, { mouse: 'any', mouseEncoding });
    expect(at(94, 'default')).toBe('\x1b[M \x7f%');
    expect(at(222, 'default')).toBe('\x1b[M \xff%');
    expect(at(223, 'default')).toBeUndefined();
    expect(at(2014, 'utf8')).toBeDefined();
    expect(at(2015, 'utf8')).toBeUndefined();
    expect(at(2999, 'urxvt')).toBe('\x1b[32;3000;5M');
  });

  test('reports the middle of the cell where pixels are asked for', () => {
    const report = (over: Partial<MouseToken>) =>
      encodeMouse(event(over), pane, { mouse: 'any', mouseEncoding: 'sgrPixels' });
    expect(report({ x: 2, y: 3 })).toBe('\x1b[<0;5;10M');
    expect(report({ x: 81, y: 22, action: 'release' })).toBe('\x1b[<0;795;390m');
  });

  test('is read back as the same event', () => {
    const encodings = fc.constantFrom<MouseModes['mouseEncoding']>('default', 'sgr', 'urxvt');
    fc.assert(
      fc.property(tokens(), encodings, (token, mouseEncoding) => {
        const text = encodeMouse(
          token,
          { left: 0, top: 0, cols: 90, rows: 90, cell },
          { mouse: 'any', mouseEncoding },
        );
        if (text === undefined) return;
        const back = tokenise(startOfInput, rawOfText(text)).tokens;
        // Only SGR knows which button went up.
        const button = token.action === 'release' && mouseEncoding !== 'sgr' ? 'none' : token.button;
        expect(back).toEqual([{ ...token, button, raw: rawOfText(text) }]);
      }),
    );
  });
});

function event(over: Partial<MouseToken>): MouseToken {
  return {
    kind: 'mouse',
    action: 'press',
    button: 'left',
    x: 5,
    y: 4,
    shift: false,
    alt: false,
    ctrl: false,
    raw: '',
    ...over,
  };
}

function tokens(): fc.Arbitrary<MouseToken> {
  const plain = fc.constantFrom<MouseButton>('left', 'middle', 'right');
  const what = fc.oneof(
    fc.record({
      action: fc.constantFrom('press' as const, 'release' as const, 'move' as const),
      button: plain,
    }),
    fc.record({
      action: fc.constant('wheel' as const),
      button: fc.constantFrom<MouseButton>('wheelUp', 'wheelDown'),
    }),
    fc.constant({ action: 'move' as const, button: 'none' as const }),
  );
  const modifiers = fc.record({ shift: fc.boolean(), alt: fc.boolean(), ctrl: fc.boolean() });
  const place = fc.record({ x: fc.nat(89), y: fc.nat(89) });
  return fc.tuple(what, modifiers, place).map(([one, two, three]) => event({ ...one, ...two, ...three }));
}
