import xterm from '@xterm/headless';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { sequenceEnd } from '../../../src/protocol/sequences/sequences.ts';
import {
  ESCAPE,
  GROUND,
  isCsi,
  isInnerControl,
  isIntroducer,
  isString,
  nextState,
  payloadEnd,
  stateAfter,
} from '../../../src/protocol/sequences/states.ts';
import { coreOf } from '../../../src/screen/core/emulator-core.ts';
import { hostileText } from './hostile-text.ts';

const terminal = new xterm.Terminal({
  cols: 20,
  rows: 4,
  scrollback: 0,
  allowProposedApi: true,
  logLevel: 'off',
});
const core = coreOf(terminal);
afterAll(() => terminal.dispose());

/** The states of xterm's parser after each character. */
function statesOfXterm(text: string): number[] {
  core._inputHandler._parser.reset();
  return [...text].map((char) => {
    core._inputHandler.parse(char);
    return core._inputHandler._parser.currentState;
  });
}

function statesHere(text: string): number[] {
  let state = GROUND;
  return [...text].map((char) => {
    state = nextState(state, char.charCodeAt(0));
    return state;
  });
}

describe('the states of the parser', () => {
  it('are those of xterm.js after every character of any text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        // Beyond ASCII, xterm.js gives up in some control strings.
        const ascii = [...text].filter((char) => char < '\xa0').join('');
        expect(statesHere(ascii)).toEqual(statesOfXterm(ascii));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['é', '漢', '\u{1f600}'])('keep %s inside of every control string', (letter) => {
    for (const begin of [
      '\x1b]',
      '\x1b]0;',
      '\x1bP',
      '\x1bPq',
      '\x1bP1$',
      '\x1b_',
      '\x1b^',
      '\x1bX',
      '\x9d',
      '\x90',
    ]) {
      expect(sequenceEnd(`${begin}${letter}\x1b\\b`, 0)).toBe(begin.length + letter.length + 2);
    }
  });

  it('go on over any cut', () => {
    fc.assert(
      fc.property(hostileText, fc.nat(200), (text, cut) => {
        const whole = stateAfter(1, text, 0);
        const half = stateAfter(1, text.slice(0, cut), 0);
        expect(half === GROUND ? GROUND : stateAfter(half, text.slice(cut), 0)).toBe(
          stateAfter(1, text.slice(0, cut), 0) === GROUND ? GROUND : whole,
        );
      }),
    );
  });

  it('end a sequence where xterm.js leaves it, or where another begins', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const ascii = `\x1b${[...text].filter((char) => char < '\xa0').join('')}`;
        const states = statesOfXterm(ascii);
        const end = sequenceEnd(ascii, 0);
        const ground = states.indexOf(GROUND);
        const next = [...ascii].findIndex((char, at) => at > 0 && isIntroducer(char.charCodeAt(0)));
        const ends = [ground + 1, next, ascii[next + 1] === '\\' ? next + 2 : next].filter((at) => at > 0);
        if (end === undefined) expect(states.slice(0, next < 0 ? undefined : next)).not.toContain(GROUND);
        else expect(ends).toContain(end);
      }),
      { numRuns: 1000 },
    );
  });

  /** The state after a text that begins outside of any sequence. */
  const stateOf = (text: string) =>
    [...text].reduce((state, char) => nextState(state, char.charCodeAt(0)), GROUND);
  const strings = [
    '\x1b]',
    '\x1b]0;t',
    '\x1bX',
    '\x1b^a',
    '\x1b_',
    '\x1bPq',
    '\x1bP1',
    '\x1bP',
    '\x1bP1$',
    '\x1bP1?',
  ];
  const csis = ['\x1b[', '\x9b', '\x1b[1', '\x1b[1$', '\x1b[1?', '\x1b[$1'];
  const others = ['', 'a', '\x1b', '\x1b(', '\x1b[m', '\x1b]0;t\x07'];

  it('tell strings, CSI sequences and others apart', () => {
    for (const text of strings)
      expect([isString(stateOf(text)), isCsi(stateOf(text))], text).toEqual([true, false]);
    for (const text of csis)
      expect([isString(stateOf(text)), isCsi(stateOf(text))], text).toEqual([false, true]);
    for (const text of others)
      expect([isString(stateOf(text)), isCsi(stateOf(text))], text).toEqual([false, false]);
  });

  it('skip what can only be payload, and nothing else', () => {
    for (const text of ['\x1b]', '\x1bX', '\x1b_', '\x1bPq']) {
      for (const end of ['\x07', '\x18', '\x1a', '\x1b', '\x80', '\x9c', '\x9f'])
        expect(payloadEnd(stateOf(text), `\x1bab\tc é${end}`, 1, 8)).toBe(7);
      expect(payloadEnd(stateOf(text), 'abc', 1, 2)).toBe(2);
    }
    for (const text of [...csis, ...others, '\x1bP', '\x1bP1', '\x1bP1$'])
      expect(payloadEnd(stateOf(text), 'ab\x07', 1, 3), text).toBe(1);
  });

  it('know the controls that take effect within a sequence', () => {
    const codes = Array.from({ length: 0x100 }, (_, code) => code).filter(isInnerControl);
    const controls = Array.from({ length: 0x20 }, (_, code) => code);
    expect(codes).toEqual(controls.filter((code) => ![0x18, 0x1a, 0x1b].includes(code)));
  });

  it('end with the first end of the sequence', () => {
    expect(stateAfter(ESCAPE, '[1m\x1b[', 0)).toBe(GROUND);
    expect(stateAfter(ESCAPE, 'ab[1', 2)).toBe(stateOf('\x1b[1'));
    expect(stateAfter(ESCAPE, ']0;t\x07\x1b]', 0)).toBe(GROUND);
    expect(stateAfter(stateOf('\x1b]'), 'title', 0)).toBe(stateOf('\x1b]'));
    expect(stateAfter(stateOf('\x1b]'), 'title\x1b', 0)).toBe(ESCAPE);
    expect(stateAfter(GROUND, '\x1b[', 0)).toBe(GROUND);
    expect(stateAfter(ESCAPE, '[', 1)).toBe(ESCAPE);
  });
});
