import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { WindowScreen } from '../../../src/tui/terminal/window-screen.ts';
import { effort } from '../../support/effort.ts';
import { HandClock } from '../../support/hand-clock.ts';

function state(extra: Partial<TerminalState> = {}): TerminalState {
  return {
    title: 't',
    cols: 20,
    rows: 6,
    content: [],
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: 'me' },
    ...extra,
  };
}

function open(from: TerminalState, clock = new HandClock(), onSettled = () => {}): WindowScreen {
  return new WindowScreen(from, {
    scrollback: 100,
    onHeldTooLong: onSettled,
    now: () => 0,
    setTimer: (run, ms) => clock.after(ms, run),
    clearTimer: (cancel) => (cancel as (() => void) | undefined)?.(),
  });
}

function live(screen: WindowScreen): string[] {
  const view = screen.parse();
  return Array.from({ length: view.rows }, (_, index) => rowText(view.row(index)));
}

function run(screen: WindowScreen, ...data: string[]): void {
  for (const text of data) screen.apply({ type: 'terminal/data', data: text });
}

const finished = { type: 'terminal/commandFinished', commandId: '1', exitCode: 0 } as const;

describe('WindowScreen', () => {
  test('shows what came after the last finished command, and the whole screen before there was one', () => {
    const screen = open(state());
    run(screen, '$ ls\r\n', 'a b\r\n');
    expect(live(screen)).toEqual(['$ ls', 'a b', '']);
    screen.apply(finished);
    run(screen, '$ ');
    expect(live(screen)).toEqual(['$']);
    expect(screen.parse().cursor).toMatchObject({ x: 2, y: 0 });
  });

  test('has the same rows if what stays in the row of the cursor is parsed ahead', () => {
    const piece = fc.constantFrom(
      'a',
      'bcd',
      'é',
      ' ',
      '\b',
      '\r',
      '漢',
      '\r\n',
      '\x1b[A',
      '\x1b[K',
      '\x1b[?45h',
    );
    let ahead = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const [one, other] = [open(state({ cols: 5, rows: 4 })), open(state({ cols: 5, rows: 4 }))];
        for (const text of pieces) {
          run(one, text);
          run(other, text);
          ahead += Number(one.parseInRow() !== undefined);
          expect(live(one)).toEqual(live(other));
        }
      }),
      effort(300),
    );
    expect(ahead).toBeGreaterThan(0);
  });

  test('goes on with a command while an older one is forgotten', () => {
    const screen = open(state());
    screen.apply(finished);
    run(screen, '$ make\r\n', 'cc\r\n');
    screen.apply({ ...finished, _meta: { [META_KEY]: { forgotten: true } } });
    expect(live(screen)).toEqual(['$ make', 'cc', '']);
  });

  test('shows nothing half drawn while the program says so, and at most a second long', () => {
    const clock = new HandClock();
    let settled = 0;
    const screen = open(state(), clock, () => settled++);
    run(screen, 'one\r\ntwo', '\x1b[?2026h\x1b[H\x1b[2J\r\n\r\n\r\nhalf');
    expect(live(screen)).toEqual(['one', 'two']);
    expect(screen.parse().cursor).toMatchObject({ x: 3, y: 1 });
    run(screen, '\x1b[?2026l');
    expect(live(screen)).toEqual(['', '', '', 'half']);
    run(screen, '\x1b[?2026h\rnever ended');
    expect(live(screen).at(-1)).toBe('half');
    clock.pass(999);
    expect([live(screen).at(-1), settled]).toEqual(['half', 0]);
    clock.pass(1);
    expect([live(screen).at(-1), settled]).toEqual(['never ended', 1]);
  });

  test('a program that clears the screen makes the screen live', () => {
    const screen = open(state());
    run(screen, 'one\r\ntwo\r\n');
    screen.apply(finished);
    run(screen, '\x1b[H\x1b[2Jtop\r\n$ ');
    expect(live(screen)).toEqual(['top', '$']);
  });

  test('the mark follows the lines into the scrollback', () => {
    const screen = open(state());
    run(screen, '1\r\n2\r\n3\r\n');
    screen.apply(finished);
    run(screen, Array.from({ length: 10 }, (_, n) => `new ${n}\r\n`).join(''));
    expect(live(screen)).toHaveLength(11);
    expect(live(screen)[0]).toBe('new 0');
  });

  test('an output without line break is not shown again before the prompt of zsh or fish', () => {
    for (const sign of ['\x1b[7m%\x1b[0m', '\x1b[7m#\x1b[0m', '⏎']) {
      const screen = open(state());
      run(screen, 'half');
      screen.apply(finished);
      run(screen, `${sign}${' '.repeat(19)}\r \r`, '\r\n$ ');
      expect(live(screen).at(-1)).toBe('$');
      expect(live(screen).join('')).not.toContain('half');
    }
  });

  test('where the prompt goes on in the same line, the line stays', () => {
    const screen = open(state());
    run(screen, 'half');
    screen.apply(finished);
    run(screen, '$ ');
    expect(live(screen)).toEqual(['half$']);
  });

  test('clearing empties the screen and the scrollback, but not a full-screen program', () => {
    const screen = open(state());
    run(screen, '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n');
    screen.apply({ type: 'terminal/cleared' });
    expect(live(screen)).toEqual(['']);
    run(screen, '\x1b[?1049hvim');
    screen.apply({ type: 'terminal/cleared' });
    expect(live(screen)[0]).toBe('vim');
  });

  test('a full-screen program is its whole screen', () => {
    const screen = open(state());
    run(screen, '$ vim\r\n\x1b[?1049h\x1b[2J\x1b[2;2Hx');
    expect([screen.parse().fullScreen, live(screen)]).toEqual([true, ['', ' x', '', '', '', '']]);
  });

  test('starts from the screen a host sends rather than from the content', () => {
    const meta = { [META_KEY]: { screen: 'old\r\n$ now', liveFromEnd: 0 } };
    const content = [{ type: 'unclassified', value: 'something else' }] as const;
    const screen = open(state({ content, _meta: meta }));
    expect(live(screen)).toContain('$ now');
    expect(live(screen).join('')).not.toContain('something else');
  });

  test('replays the content of a host that sends no screen', () => {
    const content = [
      { type: 'unclassified', value: '$ ls\r\n' },
      { type: 'command', commandId: '1', commandLine: 'ls', output: 'a\r\n', timestamp: 1, isComplete: true },
      { type: 'unclassified', value: '$ ' },
    ] as const;
    expect(live(open(state({ content })))).toEqual(['$']);
  });
});
