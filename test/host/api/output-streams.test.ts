/** Output streams of the HTTP API in the small: positions, gaps, beats, ends, on a clock and a pty of the test's own. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiHost, until } from '../../support/api-host.ts';
import { EventReader } from '../../support/event-reader.ts';
import { type FakePty, fakeSpawn, READS_KEYS } from '../../support/fake-pty.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { marks, NONCE } from '../../support/memory-host.ts';

let api: ApiHost;
let clock: HandClock;
let ptys: FakePty[];
let id: string;

async function start(limits = {}): Promise<void> {
  clock = new HandClock();
  const fake = fakeSpawn();
  ({ ptys } = fake);
  api = await ApiHost.start({ clock, spawn: fake.spawn, limits, nonce: () => NONCE });
  id = await api.make();
}

beforeEach(() => start());
afterEach(() => api.close());

const open = (lastId?: string, of = id) =>
  EventReader.open(`${api.url}/api/terminals/${of}/output?lines=0`, api.token, lastId);

async function opened(lastId?: string): Promise<EventReader> {
  const reader = await open(lastId);
  await until(() => reader.events.length > 0);
  return reader;
}

function print(text: string, pty = ptys[0]): void {
  pty?.print(text);
  clock.pass(5);
}

const names = ({ events }: EventReader) => events.map(({ event }) => event);
const view = async () => (await api.ask(`/api/terminals/${id}`)).body['terminal'] as Record<string, unknown>;

describe('an output stream', () => {
  it('tells what the program does, at its beginning too, and each change once', async () => {
    const told = (reader: EventReader) => reader.of('program').map(({ data }) => data['program']);
    if (ptys[0] !== undefined) ptys[0].modes = READS_KEYS;
    print(`${marks.prompt}$ ${marks.start('codex')}\x1b]7501;state=working:app=codex\x07`);
    const since = clock.now() - 5;
    const working = { state: 'working', id: '', app: 'codex', since, by: 'report' };
    const reader = await opened();
    await until(() => told(reader).length === 1);
    print('\x1b]7501;state=working:app=codex\x07');
    print(`\x1b]7501;state=error:app=codex\x07over${marks.end(1)}${marks.prompt}$ `);
    await until(() => told(reader).length === 2);
    const failed = { ...working, state: 'error', since: since + 10 };
    print(marks.start('ls'));
    await until(() => told(reader).length === 3);
    expect(told(reader)).toEqual([working, failed, null]);
    reader.cut();
    const again = await open(reader.lastId);
    print('more');
    await until(() => again.events.length > 0);
    expect(told(again)).toEqual([]);
    again.cut();
  });

  it('starts with all there is, then tells what comes, in order', async () => {
    print('one\r\n');
    const reader = await opened();
    print('two\r\n');
    await api.ask(`/api/terminals/${id}/resize`, { json: { cols: 100, rows: 30 } });
    print('three \u{1f600}\ud800\r\n');
    await until(() => reader.events.length === 4);
    expect(reader.events).toMatchObject([
      {
        event: 'snapshot',
        data: { data: 'one\r\n', title: 'home', cols: 80, rows: 24, omitted: 0, redrawn: false },
      },
      { event: 'message', data: { data: 'two\r\n' } },
      { event: 'resize', data: { cols: 100, rows: 30 } },
      { event: 'message', data: { data: 'three \u{1f600}\ud800\r\n' } },
    ]);
    expect(new Set(reader.events.map(({ id: at }) => at)).size).toBe(4);
    reader.cut();
  });

  it('goes on at any of its events', async () => {
    const whole = await opened();
    for (const text of ['a', 'b', 'c', 'd']) print(text);
    await until(() => whole.text === 'abcd');
    for (const [at, { id: from }] of whole.events.entries()) {
      const rest = await open(from);
      print('');
      const left = whole.events.slice(at + 1);
      await until(() => rest.events.length >= left.length);
      expect(rest.events).toEqual(left);
      rest.cut();
    }
    whole.cut();
  });

  it('says that it begins anew for a position that is not from this host', async () => {
    print('here');
    for (const strange of ['0123456789ab-3-4', 'nonsense', '-1', '9'.repeat(1000)]) {
      const reader = await open(strange);
      await until(() => reader.of('snapshot').length === 1);
      expect(names(reader)).toEqual(['gap', 'snapshot']);
      expect(reader.of('gap')[0]).not.toHaveProperty('id');
      expect(reader.text).toBe('here');
      reader.cut();
    }
  });

  it('counts what it can no longer tell', async () => {
    await api.close();
    await start({ replayEnvelopes: 3 });
    print('12345');
    const reader = await opened();
    reader.cut();
    for (const text of ['6', '7', '8', '9', '0']) print(text);
    const back = await opened(reader.lastId);
    await until(() => back.events.length === 2);
    expect(back.events).toMatchObject([
      { event: 'gap', data: { missed: 5 } },
      { event: 'snapshot', data: { data: '1234567890', omitted: 0 } },
    ]);
    back.cut();
  });

  it('has no gap where only others have printed, for however long', async () => {
    await api.close();
    await start({ replayEnvelopes: 3 });
    print('12345');
    const reader = await opened();
    reader.cut();
    await api.make();
    for (let line = 0; line < 10; line += 1) print('noise', ptys[1]);
    const back = await open(reader.lastId);
    print('6');
    await until(() => back.text === '6');
    expect(names(back)).toEqual(['message']);
    back.cut();
  });

  it('says what the host has trimmed', async () => {
    await api.close();
    await start({ contentChars: 4096 });
    for (let line = 0; line < 5000; line += 1) print(`line ${line}\r\n`);
    const reader = await opened();
    const printed = Array.from({ length: 5000 }, (_, line) => `line ${line}\r\n`).join('');
    expect(reader.events[0]?.data).toMatchObject({ redrawn: true });
    const omitted = Number(reader.events[0]?.data['omitted']);
    expect(omitted).toBeGreaterThan(printed.length - 25_000);
    expect(omitted).toBeLessThan(printed.length - 3000);
    expect(reader.text).toContain('line 4999');
    reader.cut();
  });

  it('ends with the terminal, for who is behind, too', async () => {
    const reader = await opened();
    print('bye');
    ptys[0]?.exit({ code: 7 });
    await until(() => reader.ended);
    expect(reader.events.slice(1)).toMatchObject([
      { event: 'message', data: { data: 'bye' } },
      { event: 'exit', data: { exitCode: 7 } },
    ]);
    const late = await open(reader.events[1]?.id);
    await until(() => late.ended);
    expect(names(late)).toEqual(['exit']);
    expect((await open(reader.lastId)).status).toBe(204);
  });

  it('gives the end of a terminal that was closed to who could not be told all of it', async () => {
    const slow = await opened();
    slow.pause();
    const line = `${'x'.repeat(60_000)}\r\n`;
    for (let count = 0; count < 400; count += 1) {
      print(line);
      if (count % 10 === 0) await new Promise(setImmediate);
    }
    await api.ask(`/api/terminals/${id}`, { method: 'DELETE' });
    slow.resume();
    await until(() => slow.ended);
    expect(names(slow).slice(-3)).toEqual(['gap', 'snapshot', 'exit']);
    const snapshot = slow.of('snapshot').at(-1)?.data;
    expect(snapshot).toMatchObject({ data: expect.stringContaining(line), omitted: expect.any(Number) });
  });

  it('shows the screen of a program that draws behind what was printed', async () => {
    print('shell$ \x1b[?1049h\x1b[2J\x1b[5;5Hdrawn');
    const reader = await opened();
    expect(reader.events[0]?.data).toMatchObject({ redrawn: true });
    expect(reader.text).toMatch(/^shell\$ [\s\S]*\x1bc[\s\S]*drawn/);
    reader.cut();
  });

  it('shows that it is alive, and gives up who takes nothing', async () => {
    const reader = await opened();
    clock.pass(15_000);
    await until(() => reader.comments === 1);
    expect(await view()).toMatchObject({ holder: { connected: true } });
    reader.pause();
    for (let count = 0; count < 300; count += 1) {
      print('x'.repeat(60_000));
      if (count % 10 === 0) await new Promise(setImmediate);
    }
    clock.pass(60_000);
    expect(await view()).toMatchObject({ holder: { connected: true } });
    clock.pass(120_000);
    await until(async () => (await view())['holder'] !== undefined);
    await until(
      async () => ((await view()) as { holder: { connected: boolean } }).holder.connected === false,
    );
    expect(ptys[0]?.paused).toBe(false);
    reader.cut();
  });

  it('ends at once with the host', async () => {
    const reader = await opened();
    await api.host.close();
    await until(() => reader.ended);
    expect(names(reader)).toEqual(['snapshot', 'exit']);
  });
});
