import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Token } from '../../../src/tui/input/token.ts';
import { TokenReader } from '../../../src/tui/outer/token-reader.ts';

describe('TokenReader', () => {
  test('gives the tokens of a chunk at once, in one call, bytes as they came', () => {
    const { stdin, calls } = setUp();
    stdin.emit('data', Buffer.from([0x61, 0x0b, 0xff]));
    expect(calls.map((tokens) => tokens.map((token) => token.raw))).toEqual([['a', '\x0b', '\xff']]);
  });

  test('gives a lone ESC at once in RAW', () => {
    const scene = setUp(true);
    scene.stdin.emit('data', Buffer.from('\x1b'));
    expect(scene.names()).toEqual(['escape']);
    expect(scene.timers).toEqual([]);
  });

  test('waits a moment elsewhere, and not at all once the rest is there', () => {
    const scene = setUp();
    scene.stdin.emit('data', Buffer.from('\x1b'));
    expect(scene.names()).toEqual([]);
    scene.stdin.emit('data', Buffer.from('[A'));
    expect(scene.names()).toEqual(['up']);
    expect(scene.timers).toEqual([]);
    scene.stdin.emit('data', Buffer.from('\x1b'));
    scene.fireTimer();
    scene.endTurn();
    expect(scene.names()).toEqual(['up', 'escape']);
  });

  test('reads what is waiting before it gives up on a sequence', () => {
    const scene = setUp();
    scene.stdin.emit('data', Buffer.from('\x1b'));
    scene.fireTimer();
    scene.stdin.emit('data', Buffer.from('[A'));
    scene.endTurn();
    expect(scene.names()).toEqual(['up']);
  });

  test('takes LF for Enter in what was typed before the terminal was taken over', () => {
    const scene = setUp(true);
    scene.stdin.emit('data', Buffer.from('a\n'));
    scene.cooked(true);
    scene.stdin.emit('data', Buffer.from('a\n'));
    expect(scene.calls.map((tokens) => tokens.map(({ raw }) => raw))).toEqual([
      ['a', '\n'],
      ['a', '\r'],
    ]);
  });

  test('stops reading when closed', () => {
    const scene = setUp();
    scene.stdin.emit('data', Buffer.from('\x1b'));
    scene.reader.close();
    scene.reader.close();
    scene.stdin.emit('data', Buffer.from('a'));
    expect(scene.names()).toEqual([]);
    expect(scene.timers).toEqual([]);
  });
});

function setUp(raw = false) {
  const stdin = new EventEmitter();
  const calls: (readonly Token[])[] = [];
  let timers: (() => void)[] = [];
  let turns: (() => void)[] = [];
  let isCooked = false;
  const reader = new TokenReader({
    stdin,
    isCooked: () => isCooked,
    onTokens: (tokens) => void calls.push(tokens),
    isRaw: () => raw,
    setTimer: (run) => {
      timers.push(run);
      return run;
    },
    clearTimer: (timer) => {
      timers = timers.filter((run) => run !== timer);
    },
    afterReading: (run) => void turns.push(run),
  });
  return {
    stdin,
    calls,
    reader,
    get timers() {
      return timers;
    },
    fireTimer() {
      for (const run of timers.splice(0)) run();
    },
    cooked(on: boolean) {
      isCooked = on;
    },
    endTurn() {
      const due = turns;
      turns = [];
      for (const run of due) run();
    },
    names: () => calls.flat().map((token) => (token.kind === 'key' ? token.name : token.kind)),
  };
}
