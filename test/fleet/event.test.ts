import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readListAnswer, readOutputAnswer, readQuestion } from '../../src/fleet/ask.ts';
import { Backoff } from '../../src/fleet/backoff.ts';
import {
  type CommandEvent,
  eventId,
  formatEvent,
  formatHello,
  readEvent,
  readHello,
  subjectOf,
} from '../../src/fleet/event.ts';
import { isPrefix, subjectsOf } from '../../src/fleet/subjects.ts';

const event: CommandEvent = {
  kind: 'ended',
  host: { id: '0123456789abcdef', name: 'box' },
  terminal: { id: 'build-1a2b', name: 'build', uri: 'ahp-terminal:/build' },
  record: {
    seq: 3,
    cmd: 'make',
    writer: 'user:ada',
    started_at: '2026-11-28T10:00:00.000Z',
    finished_at: '2026-11-28T10:00:01.000Z',
    duration_s: 1,
    exit: 2,
    killed_by_restart: false,
    timed_out: false,
    cwd: '/src',
    command_id: 'cmd-3',
    cmd_cut: 0,
    redacted: [],
  },
};

test('an event is read as it was written, below its own subject alone', () => {
  const subject = subjectOf(event);
  expect(readEvent(formatEvent(event), subject)).toEqual(event);
  for (const other of [{ host: 'fedcba9876543210' }, { terminal: 'build-1a2c' }, { kind: 'forgot' } as const])
    expect(readEvent(formatEvent(event), { ...subject, ...other })).toBeUndefined();
});

test('a hello is read below the subject of its own host alone', () => {
  const hello = { ...event.host, version: '1', user: 'ada', state: 'here', terminals: 1 } as const;
  expect(readHello(formatHello(hello), event.host.id)).toEqual(hello);
  expect(readHello(formatHello(hello), 'fedcba9876543210')).toBeUndefined();
});

test('fields that a record does not have are left out, so that none stands for the host', () => {
  const record = { ...event.record, host: 'prod-db', host_id: '0', uri: 'x', terminal: 'y', stdout: 'z' };
  expect(readEvent(formatEvent({ ...event, record }), subjectOf(event))).toEqual(event);
});

test('the id of a message is another one for each event, and nobody can tell it without the secret', () => {
  const others: readonly CommandEvent[] = [
    { ...event, kind: 'began' },
    { ...event, terminal: { ...event.terminal, id: 'build-1a2c' } },
    { ...event, record: { ...event.record, seq: 4 } },
    // Another command that has the same number.
    { ...event, record: { ...event.record, started_at: '2026-11-28T10:00:00.001Z' } },
  ];
  const ids = [event, ...others].map((each) => eventId(each, 'secret'));
  expect(new Set([...ids, eventId(event, 'other')]).size).toBe(6);
  expect(eventId(event, 'secret')).toBe(ids[0]);
});

test('whatever somebody publishes in the place of a message is read as one or as none', () => {
  const parts = fc.constantFrom(...Object.keys(event), ...Object.keys(event.record), 'v', 'id', 'name');
  const changed = fc.dictionary(parts, fc.jsonValue()).map((other) => {
    const { record = {}, ...rest } = other;
    return JSON.stringify({
      v: 1,
      ...event,
      ...rest,
      record: { ...event.record, ...(record as object), ...other },
    });
  });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), changed), (text) => {
      for (const read of [readListAnswer, readQuestion, readOutputAnswer])
        expect(() => read(text)).not.toThrow();
      expect(() => readHello(text, event.host.id)).not.toThrow();
      const read = readEvent(text, subjectOf(event));
      if (read === undefined) return;
      expect(typeof read.record.cmd).toBe('string');
      expect(Number.isNaN(Date.parse(read.record.started_at))).toBe(false);
      expect(subjectOf(read)).toEqual(subjectOf(event));
    }),
  );
});

test('streams take what hosts publish, and neither requests nor words of other prefixes', () => {
  const {
    event: subject,
    eventOf,
    hostOf,
    events,
    hosts,
    hello,
    ask,
    askAll,
    answer,
  } = subjectsOf('acme.cotty');
  const takes = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`).test(name),
    );
  const id = event.host.id;
  for (const kind of ['began', 'ended', 'forgot'] as const) {
    const of = { host: id, terminal: 'build-1a2b', kind };
    expect(takes(events.all, subject(of))).toBe(true);
    expect(eventOf(subject(of))).toEqual(of);
    expect(hostOf(subject(of))).toBe(id);
  }
  for (const other of [
    '',
    'cotty.x',
    hello(id),
    `acme.cotty.${id}.build.ended.x`,
    'acme.cotty.box.build.ended',
  ])
    expect(eventOf(other)).toBeUndefined();
  expect(takes(hosts.all, hello(id))).toBe(true);
  const asked = [ask(id), askAll, answer(id, '0'.repeat(32))];
  for (const other of [...asked, hello(id)]) expect(takes(events.all, other)).toBe(false);
  for (const other of asked) expect(takes(hosts.all, other)).toBe(false);
  expect(events.stream).toBe('acme-cotty-events');
  expect(['cotty', 'a.b.c.d.e'].filter(isPrefix)).toHaveLength(2);
  expect(['', 'a..b', 'a.*', '>', 'a b', 'a.b.c.d.e.f', 'x'.repeat(33)].filter(isPrefix)).toEqual([]);
});

test('waits grow to half a minute, differ by chance, and begin anew after a success', () => {
  const backoff = new Backoff(() => 0.5);
  const waits = Array.from({ length: 9 }, () => backoff.next());
  expect(waits).toEqual([313, 625, 1250, 2500, 5000, 10_000, 20_000, 37_500, 37_500]);
  backoff.succeeded();
  expect(backoff.next()).toBe(313);
  expect(new Backoff(() => 0).next()).toBe(250);
});
