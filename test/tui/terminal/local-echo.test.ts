import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { styleOf } from '../../../src/screen/cells/style.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { LocalEcho } from '../../../src/tui/terminal/local-echo.ts';
import { ScreenView } from '../../../src/tui/terminal/screen-view.ts';
import { effort } from '../../support/effort.ts';
import {
  ECHO_MS,
  type Replay,
  replayed,
  type TypingEvent,
  typingRecording,
} from '../../support/typing-replay.ts';

const ROUND_TRIP_MS = 150;

/** A terminal of 20×4 with a prompt. */
function open(prompt = '$ ') {
  const view = new ScreenView(new Emulator({ cols: 20, rows: 4, scrollback: 10 }));
  const echo = new LocalEcho();
  const print = (text: string): void => {
    view.take(text);
    if (echo.awaits) echo.seen(view.echoScreen);
  };
  const type = (keys: string): number => echo.typed(keys, view.echoScreen);
  /** What is drawn of the cursor's row, with the cursor as `|`; undefined when nothing is guessed. */
  const drawn = (): string | undefined => {
    const { guess } = echo;
    if (guess === undefined) return undefined;
    const { chars } = guess.row;
    return `${chars.slice(0, guess.x).join('')}|${chars.slice(guess.x).join('').trimEnd()}`;
  };
  print(prompt);
  return { view, echo, print, type, drawn };
}

/** The same, where the program has echoed an `a`. */
function echoing(prompt = '$ ') {
  const terminal = open(prompt);
  terminal.type('a');
  terminal.print('a');
  return terminal;
}

describe('a typed key', () => {
  test('is not drawn before the program has echoed one', () => {
    const { type, drawn, print } = open();
    type('a');
    type('b');
    expect(drawn()).toBeUndefined();
    print('a');
    expect(drawn()).toBe('$ ab|');
  });

  test('is drawn underlined, in the style of the text before it', () => {
    const { view, echo, type } = open();
    type('a');
    view.take('\x1b[31ma');
    echo.seen(view.echoScreen);
    type('b');
    const style = styleOf(echo.guess?.row.styles[3] ?? 0);
    expect(style).toMatchObject({ underline: 1, fg: { kind: 'palette', index: 1 } });
    expect(styleOf(echo.guess?.row.styles[2] ?? 0).underline).toBe(0);
  });

  test('is drawn no more once the program has echoed it', () => {
    const { type, drawn, print } = echoing();
    type('b');
    type('c');
    print('b');
    expect(drawn()).toBe('$ abc|');
    print('c');
    expect(drawn()).toBeUndefined();
  });

  test('is withdrawn with all others when the program draws something else', () => {
    const { type, drawn, print } = echoing();
    type('b');
    type('c');
    print('X');
    expect(drawn()).toBeUndefined();
    type('d');
    expect(drawn()).toBeUndefined();
  });

  test('is withdrawn when it has arrived and the program draws nothing', () => {
    const { type, drawn, echo } = echoing();
    const number = type('b');
    type('c');
    expect(drawn()).toBe('$ abc|');
    echo.arrived(number);
    expect(drawn()).toBeUndefined();
  });

  test('that is echoed late is still an echo', () => {
    const { type, drawn, print, echo } = echoing();
    echo.arrived(type('b'));
    type('c');
    print('b');
    expect(drawn()).toBe('$ abc|');
  });

  test('is drawn after keys that show nothing, once one of them is echoed', () => {
    const { type, drawn, print } = open('');
    for (const key of ['i', 'h', 'e']) type(key);
    print('h');
    expect(drawn()).toBe('he|');
  });

  test('pushes the text behind the cursor on, up to a right prompt', () => {
    const { type, drawn, print } = echoing();
    print('cd\x1b[12Gright\x1b[4G');
    type('b');
    expect(drawn()).toBe('$ ab|cd     right');
    print('\x1b[K\x1b[12Gright\x1b[4Gbcd\b\b');
    expect(drawn()).toBeUndefined();
    type('\x7f');
    expect(drawn()).toBe('$ a|cd      right');
  });

  test('is written over a suggestion', () => {
    const { type, drawn, print } = echoing();
    type('b');
    print('b\x1b[90mcd\x1b[m\b\b');
    type('c');
    expect(drawn()).toBe('$ abc|d');
  });

  test.each([
    ['at the last column', 'bcdefghijklmnopq', 'r'],
    ['that takes two cells', '', '語'],
    ['that combines with another', '', '\u0301'],
    ['that controls', '', '\x01'],
    ['of a paste', '', '\x1b[200~x\x1b[201~'],
  ])('%s is not guessed, nor what follows', (_, before, key) => {
    const { type, drawn, print } = echoing();
    for (const char of before) {
      type(char);
      print(char);
    }
    type(key);
    type('x');
    expect(drawn()).toBeUndefined();
  });

  test('is not guessed while the cursor is hidden', () => {
    const { type, drawn, print } = echoing();
    print('\x1b[?25l');
    type('b');
    expect(drawn()).toBeUndefined();
  });

  test('stays drawn while the program draws elsewhere with a hidden cursor', () => {
    const { type, drawn, print } = echoing();
    type('b');
    print('\x1b[?25l\x1b[4;1Hruler');
    expect(drawn()).toBe('$ ab|');
    print('\x1b[1;4H\x1b[?25h');
    expect(drawn()).toBe('$ ab|');
  });

  test('before Enter stays drawn, and after it waits for an echo', () => {
    const { type, drawn, print } = echoing();
    type('b');
    type('\r');
    type('c');
    expect(drawn()).toBe('$ ab|');
    print('b\r\n$ ');
    expect(drawn()).toBeUndefined();
    type('d');
    print('c');
    expect(drawn()).toBe('$ cd|');
  });
});

describe('Backspace and the arrows', () => {
  test('are drawn within the text that was typed and echoed', () => {
    const { type, drawn } = echoing();
    for (const key of ['b', 'c', '\x1b[D', '\x7f']) type(key);
    expect(drawn()).toBe('$ a|c');
    type('\x1b[C');
    expect(drawn()).toBe('$ ac|');
  });

  test('are not guessed before that text and behind it', () => {
    const { type, drawn, print } = echoing();
    type('\x7f');
    expect(drawn()).toBe('$ |');
    type('\x7f');
    expect(drawn()).toBe('$ |');
    print('\b \b');
    expect(drawn()).toBeUndefined();
    const other = echoing();
    other.type('\x1b[C');
    expect(other.drawn()).toBeUndefined();
  });
});

describe('a password', () => {
  test('that is not echoed is never drawn', () => {
    const { type, drawn, echo } = open('Password: ');
    for (const key of 'secret') {
      const number = type(key);
      expect(drawn()).toBeUndefined();
      echo.arrived(number);
    }
  });

  test('that is echoed as stars is never drawn, though it has a star', () => {
    const { type, drawn, print } = open('Password: ');
    for (const key of 'se*cret') {
      type(key);
      print('*');
      expect(drawn()).toBeUndefined();
    }
  });
});

// Recordings of real programs, with the host a round trip away.

const isPrintable = ({ key }: { readonly key: string }): boolean => /^[ -~]$/.test(key);

function shareDrawn({ typed }: Replay, keys: number): number {
  const printable = typed.filter(isPrintable).slice(0, keys);
  return printable.filter(({ drawn }) => drawn !== undefined).length / printable.length;
}

describe('in a recording of', () => {
  test.each([
    // The share of printable keys that are drawn at once: the first two of each line are not.
    ['bash', 0.9],
    ['bash-inserting', 0.75],
    ['bash-surprises', 0.5],
    ['zsh', 0.9],
    ['fish', 0.85],
    ['vim', 0.7],
    ['password', 0.6],
    ['masked', 0],
    ['less', 0],
  ])('%s the screen ends as it is, and what is guessed wrong goes within a round trip', (name, least) => {
    const replay = replayed(typingRecording(name), ROUND_TRIP_MS);
    expect(replay).toMatchObject({ left: undefined, isSame: true });
    expect(Math.max(0, ...replay.wrongMs)).toBeLessThanOrEqual(ROUND_TRIP_MS + ECHO_MS);
    expect(shareDrawn(replay, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(least);
  });

  test('a shell, the first line is drawn but for its first two keys', () => {
    const { typed, wrongMs } = replayed(typingRecording('bash'), ROUND_TRIP_MS);
    const line = typed.slice(
      0,
      typed.findIndex(({ key }) => key === '\r'),
    );
    expect(line.slice(0, 3).map(({ drawn }) => drawn)).toEqual([undefined, undefined, '$ ech']);
    expect(line.slice(2).every(({ drawn }) => drawn !== undefined)).toBe(true);
    expect(line.at(-1)?.drawn).toBe('$ echo the quick brown fox jumps over the lazy dogs');
    expect(wrongMs).toEqual([]);
  });

  test.each(['password', 'masked'])('%s nothing of the secret is drawn', (name) => {
    const { typed } = replayed(typingRecording(name), ROUND_TRIP_MS);
    const secret = name === 'masked' ? typed : typed.slice(typed.findIndex(({ key }) => key === '\r') + 1);
    const keys = secret.slice(
      0,
      secret.findIndex(({ key }) => key === '\r'),
    );
    expect(keys.map(({ key }) => key).join('')).toMatch(/^hun\*?ter2$/);
    expect(keys.every(({ drawn }) => drawn === undefined)).toBe(true);
  });
});

// A line editor that echoes, hides or masks what is typed, among other output.

type Act = { readonly key: string; readonly wait: number; readonly lag: number };
type Line = {
  readonly echo: 'text' | 'none' | 'stars';
  readonly acts: readonly Act[];
  readonly prints: boolean;
};

const act = fc.record({
  key: fc.constantFrom(...'abcd *', '\x7f', '\x1b[D', '\x1b[C', '\x01', '\t'),
  // Longer than the program needs: what it makes of a key is known when the next one is typed.
  wait: fc.integer({ min: 41, max: 200 }),
  lag: fc.integer({ min: 0, max: 40 }),
});

const line = fc.record({
  echo: fc.constantFrom('text' as const, 'text' as const, 'none' as const, 'stars' as const),
  acts: fc.array(act, { maxLength: 25 }),
  prints: fc.boolean(),
});

/** A line as an editor has it after a key. */
type Edited = { readonly text: string; readonly at: number };

function pressed({ text, at }: Edited, key: string): Edited {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (/^[ -~]$/.test(key)) return { text: before + key + after, at: at + 1 };
  if (key === '\x7f') return { text: before.slice(0, -1) + after, at: Math.max(0, at - 1) };
  if (key === '\x1b[D') return { text, at: Math.max(0, at - 1) };
  if (key === '\x1b[C') return { text, at: Math.min(text.length, at + 1) };
  return { text, at: key === '\x01' ? 0 : at };
}

/** What the editor prints after a key. */
function printed({ text, at }: Edited, echo: Line['echo']): string {
  if (echo === 'none') return '';
  return `\r\x1b[K> ${echo === 'text' ? text : '*'.repeat(text.length)}\x1b[${at + 3}G`;
}

type Session = { readonly events: readonly TypingEvent[]; readonly hidden: ReadonlySet<number> };

/** What is typed and printed, and the numbers of the keys that are not echoed. */
function edited(lines: readonly Line[]): Session {
  const events: TypingEvent[] = [];
  const hidden = new Set<number>();
  let [ms, typed] = [0, 0];
  for (const { echo, acts, prints } of lines) {
    events.push([ms, 'out', `${prints ? 'a job has ended\r\n' : ''}> `]);
    let state: Edited = { text: '', at: 0 };
    for (const { key, wait, lag } of acts) {
      ms += wait;
      if (echo !== 'text') hidden.add(typed);
      typed += 1;
      state = pressed(state, key);
      events.push([ms, 'in', key], [ms + lag, 'out', printed(state, echo)]);
    }
    ms += 41;
    typed += 1;
    events.push([ms, 'in', '\r'], [ms, 'out', '\r\n']);
  }
  return { events, hidden };
}

test('whatever is typed and printed, all guesses end, none is wrong for longer than a round trip, and none shows what is hidden', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 400 }),
      (lines, roundTripMs) => {
        const { events, hidden } = edited(lines);
        const { left, isSame, typed, wrongMs } = replayed({ cols: 40, rows: 8, events }, roundTripMs);
        expect({ left, isSame }).toEqual({ left: undefined, isSame: true });
        expect(Math.max(0, ...wrongMs)).toBeLessThanOrEqual(roundTripMs + ECHO_MS);
        for (const index of hidden) expect(typed[index]?.grew).toBe(false);
      },
    ),
    effort(200),
  );
});
