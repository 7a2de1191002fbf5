import { afterEach, expect, it, vi } from 'vitest';
import { TypedInput } from '../../../src/client/connection/typed-input.ts';
import type { RootState } from '../../../src/protocol/root/state.ts';

const T = 'ahp-terminal:/1';
const U = 'ahp-terminal:/2';

afterEach(() => vi.useRealTimers());

function open() {
  const sent: string[] = [];
  let seq = 0;
  const world = { now: 0, connected: true, pids: { [T]: 11, [U]: 12 } as Record<string, number> };
  const root = () =>
    ({
      agents: [],
      terminals: Object.entries(world.pids).map(([resource, pid]) => ({
        resource,
        _meta: { 'x-cotty': { pid } },
      })),
    }) as unknown as RootState;
  const typed = new TypedInput({
    send: (uri, action) => {
      if (!world.connected) return 0;
      const { data, _meta } = action.type === 'terminal/input' ? action : { data: 'claim', _meta: undefined };
      sent.push(`${uri === T ? '' : `${uri} `}${data}${_meta === undefined ? '' : ' as bytes'}`);
      seq += 1;
      return seq;
    },
    root,
    now: () => world.now,
  });
  const lose = () => {
    world.connected = false;
    typed.lost();
  };
  const back = (taken: number | undefined, same = false) => {
    world.connected = true;
    sent.length = 0;
    return typed.back({ same, taken });
  };
  return { typed, sent, world, lose, back };
}

it('keeps what is typed while the host is away, and sends it once, in order', () => {
  const { typed, sent, lose, back } = open();
  typed.type(T, 'a');
  lose();
  for (const key of ['b', 'c']) expect(typed.type(T, key)).toBe(true);
  typed.type(U, 'd');
  expect(back(1)).toEqual({ unsent: 0, host: 'with the same programs' });
  expect(sent).toEqual(['bc', `${U} d`]);
  typed.type(T, 'e');
  expect(sent.at(-1)).toBe('e');
  lose();
  expect(back(5)).toEqual({ unsent: 0, host: 'with the same programs' });
  expect(sent).toEqual([]);
});

it('sends again what the host says it has not taken, before what was typed later', () => {
  const { typed, sent, lose, back } = open();
  for (const key of ['a', 'b', 'c']) typed.type(T, key);
  lose();
  typed.type(T, 'd');
  back(1);
  expect(sent).toEqual(['bcd']);
});

it('sends nothing again when the host does not say what it took, be it the same host or another', () => {
  for (const same of [true, false]) {
    const { typed, sent, lose, back } = open();
    typed.type(T, 'a');
    lose();
    typed.type(T, 'b');
    back(undefined, same);
    expect(sent).toEqual(['b']);
  }
});

it('sends nothing to another program than the one it was typed for', () => {
  const { typed, sent, world, lose, back } = open();
  typed.type(T, 'a');
  lose();
  typed.type(T, 'bc');
  typed.type(U, 'd');
  world.pids = { [T]: 99, [U]: 12 };
  expect(back(0)).toEqual({ unsent: 3, host: 'with the same programs' });
  expect(sent).toEqual([`${U} d`]);
});

it('sends nothing when all programs are new, and tells how much that was', () => {
  const { typed, sent, world, lose, back } = open();
  lose();
  typed.type(T, 'rm');
  world.pids = { [T]: 21, [U]: 22 };
  // It answers, and is lost again before it is ready.
  typed.lost();
  expect(back(undefined)).toEqual({ unsent: 2, host: 'with new programs' });
  expect(sent).toEqual([]);
});

it('keeps no more than its limit, refuses what comes after, and sends what came before', () => {
  const { typed, sent, lose, back } = open();
  lose();
  expect(typed.type(T, 'a'.repeat(64 * 1024 - 1))).toBe(true);
  expect(typed.type(T, 'bb')).toBe(false);
  expect(typed.type(T, 'c')).toBe(false);
  expect(back(0)).toMatchObject({ unsent: 0 });
  expect(sent.join('')).toHaveLength(64 * 1024 - 1);
  lose();
  expect(typed.type(T, 'd')).toBe(true);
});

it('lets go of everything after a minute', () => {
  const { typed, sent, world, lose, back } = open();
  lose();
  typed.type(T, 'a');
  world.now += 60_001;
  expect(typed.type(T, 'b')).toBe(false);
  expect(back(0)).toMatchObject({ unsent: 1 });
  expect(sent).toEqual([]);
});

it('sends nothing again when it has forgotten the first of what was not taken', () => {
  const { typed, sent, world, lose, back } = open();
  typed.type(T, 'a');
  world.now += 10_000;
  typed.type(T, 'b');
  lose();
  back(0);
  expect(sent).toEqual([]);
});

it('remembers what was sent last for as long as the host is away', () => {
  vi.useFakeTimers();
  const { typed, sent, world, lose, back } = open();
  for (const key of ['a', 'b', 'c']) typed.type(T, key);
  lose();
  typed.type(T, 'd');
  world.now = 20_000;
  vi.advanceTimersByTime(20_000);
  expect(back(1)).toEqual({ unsent: 0, host: 'with the same programs' });
  expect(sent).toEqual(['bcd']);
});

it('sends bytes as bytes, also when they had to wait or are sent again', () => {
  const { typed, sent, lose, back } = open();
  typed.type(T, '\xff', true);
  lose();
  typed.type(T, 'ü');
  typed.type(T, '\xfe', true);
  back(0);
  expect(sent).toEqual(['\xff as bytes', 'ü', '\xfe as bytes']);
});

it('sends in few pieces what has waited, each no longer than any host takes, and bytes for themselves', () => {
  const { typed, sent, lose, back } = open();
  typed.type(T, 'a');
  lose();
  for (let n = 0; n < 1500; n += 1) typed.type(T, 'x');
  typed.type(T, '\xff', true);
  typed.type(T, '\xfe', true);
  typed.type(T, 'y'.repeat(2000));
  typed.type(T, 'z');
  expect(back(1)).toEqual({ unsent: 0, host: 'with the same programs' });
  expect(sent).toEqual(['x'.repeat(1024), 'x'.repeat(476), '\xff\xfe as bytes', 'y'.repeat(2000), 'z']);
});

it('sends a claim before the input that was typed because of it', () => {
  const { typed, sent, lose, back } = open();
  lose();
  typed.claim(T, { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'me' } });
  for (const key of ['a', 'b']) typed.type(T, key);
  expect(back(undefined)).toEqual({ unsent: 0, host: 'with the same programs' });
  expect(sent).toEqual(['claim', 'ab']);
});

it('tells what is not known to have arrived, and keeps that for longer than the rest', () => {
  vi.useFakeTimers();
  const { typed, sent, world, lose, back } = open();
  typed.arrived(0);
  typed.type(T, 'a');
  typed.type(T, 'b');
  typed.arrived(1);
  expect(typed.underway.map(({ data }) => data)).toEqual(['b']);
  // The line is cut without a sign for longer than other input is remembered.
  world.now = 30_000;
  vi.advanceTimersByTime(30_000);
  typed.type(T, 'c');
  lose();
  typed.type(T, 'd');
  expect(typed.underway.map(({ data }) => data)).toEqual(['b', 'c', 'd']);
  expect(back(1, true)).toEqual({ unsent: 0 });
  expect(sent).toEqual(['bcd']);
});
