import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { KeyInput } from '../../../src/tui/input/key-input.ts';
import type { Token } from '../../../src/tui/input/token.ts';
import { keysAreRaw, keysWait } from '../../../src/tui/model/derived/input-context.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

describe('the keys of the outer terminal', () => {
  test('are waited for behind the mouse: until the terminal has answered, if the mouse was used just now', async () => {
    const scene = setUp();
    const { stdin, keys, calls, clock } = scene;
    let asked = 0;
    const ask = () => {
      asked += 1;
    };
    await keys.mouseSettled(ask);
    expect(asked).toBe(0);
    stdin.emit('data', Buffer.from('\x1b[<16;50;38M'));
    let isSettled = false;
    const settled = keys.mouseSettled(ask).then(() => {
      isSettled = true;
    });
    const later = () => new Promise((resolve) => setImmediate(resolve));
    await later();
    // The button is down.
    expect(asked).toBe(0);
    stdin.emit('data', Buffer.from('\x1b[<16;50;38m'));
    await later();
    expect([asked, isSettled]).toEqual([1, false]);
    stdin.emit('data', Buffer.from('x\x1b[?62;22c'));
    await settled;
    expect([calls.length, scene.timers]).toEqual([3, []]);
    clock.now += 2000;
    await keys.mouseSettled(ask);
    expect(asked).toBe(1);
  });

  test('are not waited for longer than a moment, where a terminal does not answer', async () => {
    const scene = setUp();
    scene.stdin.emit('data', Buffer.from('\x1b[<0;1;1M'));
    const settled = scene.keys.mouseSettled(() => {});
    scene.fireTimer();
    await new Promise((resolve) => setImmediate(resolve));
    scene.fireTimer();
    await settled;
  });

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
    scene.keys.start();
    scene.stdin.emit('data', Buffer.from('a\n'));
    scene.endTurn();
    scene.endTurn();
    scene.stdin.emit('data', Buffer.from('a\n'));
    expect(scene.calls.map((tokens) => tokens.map(({ raw }) => raw))).toEqual([
      ['a', '\r'],
      ['a', '\n'],
    ]);
  });

  test('keeps keys until there is a terminal, and gives answers of the outer terminal at once', () => {
    const scene = setUp();
    scene.driver.model = { ...scene.driver.model, awaited: 'ahp-terminal:/two', active: undefined };
    scene.stdin.emit('data', Buffer.from('a\x1b[Ib'));
    expect(scene.names()).toEqual(['focus']);
    scene.keys.deliver();
    scene.driver.model = { ...scene.driver.model, awaited: undefined, active: 'ahp-terminal:/one' };
    scene.keys.deliver();
    expect(scene.names()).toEqual(['focus', 'a', 'b']);
  });

  test('keeps keys while the screen of the terminal in front is on its way, and no answers', () => {
    const scene = setUp();
    scene.isComing = true;
    scene.stdin.emit('data', Buffer.from('\x1b[18~\x1b[Ib'));
    scene.keys.deliver();
    expect(scene.names()).toEqual(['focus']);
    scene.isComing = false;
    scene.keys.deliver();
    expect(scene.names()).toEqual(['focus', 'f7', 'b']);
  });

  test('keeps no keys for a terminal that cannot come, as the connection is lost, nor those of a dialog', () => {
    const scene = setUp();
    scene.isComing = true;
    scene.stdin.emit('data', Buffer.from('a'));
    scene.driver.model = { ...scene.driver.model, connection: 'away' };
    scene.keys.deliver();
    scene.stdin.emit('data', Buffer.from('\x03'));
    expect(scene.names()).toEqual(['a', 'ctrl+c']);
    scene.driver.model = { ...scene.driver.model, connection: 'ready' };
    scene.driver.notify({ kind: 'command', command: 'palette.open' });
    scene.stdin.emit('data', Buffer.from('b'));
    expect(scene.names()).toEqual(['a', 'ctrl+c', 'b']);
  });

  test('reads nothing while it is stopped, and not twice when it is started twice', () => {
    const scene = setUp();
    scene.stdin.emit('data', Buffer.from('\x1b'));
    scene.keys.stop();
    scene.keys.stop();
    scene.stdin.emit('data', Buffer.from('a'));
    expect([scene.names(), scene.timers]).toEqual([[], []]);
    scene.keys.start();
    scene.keys.start();
    scene.stdin.emit('data', Buffer.from('b'));
    expect(scene.names()).toEqual(['b']);
  });
});

function setUp(raw = false) {
  const stdin = Object.assign(new EventEmitter(), { resume: () => {}, pause: () => {} });
  const driver = new Driver().list(terminal('one'));
  if (raw) driver.notify({ kind: 'command', command: 'mode.raw' });
  const calls: (readonly Token[])[] = [];
  let timers: (() => void)[] = [];
  let turns: (() => void)[] = [];
  const window = {
    isComing: false,
    get keysWait() {
      return keysWait(driver.model, window.isComing);
    },
    get keysAreRaw() {
      return keysAreRaw(driver.model);
    },
    read: (tokens: readonly Token[]) => {
      const taken = tokens.filter((token) => !keys.keeps(token));
      if (taken.length > 0) calls.push(taken);
    },
  };
  const clock = { now: 0 };
  const keys: KeyInput = new KeyInput(stdin, window, {
    setTimer: (run) => {
      timers.push(run);
      return run;
    },
    clearTimer: (timer) => {
      timers = timers.filter((run) => run !== timer);
    },
    afterReading: (run) => void turns.push(run),
    now: () => clock.now,
  });
  const endTurn = () => {
    const due = turns;
    turns = [];
    for (const run of due) run();
  };
  keys.start();
  endTurn();
  endTurn();
  return {
    stdin,
    driver,
    calls,
    keys,
    clock,
    set isComing(isComing: boolean) {
      window.isComing = isComing;
    },
    get timers() {
      return timers;
    },
    fireTimer() {
      for (const run of timers.splice(0)) run();
    },
    endTurn,
    names: () => calls.flat().map((token) => (token.kind === 'key' ? token.name : token.kind)),
  };
}
