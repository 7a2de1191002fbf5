import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readListAnswer, readOutputAnswer, readOutputQuestion } from '../../src/fleet/ask.ts';
import { Backoff } from '../../src/fleet/backoff.ts';
import { type CommandEvent, eventId, formatEvent, readEvent, readHello } from '../../src/fleet/event.ts';
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

test('an event is read as it was written, and its id names host, terminal, number and kind', () => {
  expect(readEvent(formatEvent(event))).toMatchObject(event);
  expect(eventId(event)).toBe('0123456789abcdef.build-1a2b.3.ended');
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
      for (const read of [readEvent, readHello, readListAnswer, readOutputQuestion])
        expect(() => read(text)).not.toThrow();
      expect(readOutputAnswer(text)).toHaveProperty('ok');
      const read = readEvent(text);
      if (read === undefined) return;
      expect(typeof read.record.cmd).toBe('string');
      expect(Number.isNaN(Date.parse(read.record.started_at))).toBe(false);
      expect(read.terminal.id).toMatch(/^[\w-]+$/);
    }),
  );
});

test('streams take what hosts publish, and neither requests nor words of other prefixes', () => {
  const { event: subject, events, hosts, hello, ask, askAll } = subjectsOf('acme.cotty');
  const takes = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`).test(name),
    );
  const id = event.host.id;
  for (const kind of ['began', 'ended', 'forgot'] as const)
    expect(takes(events.all, subject(id, 'build-1a2b', kind))).toBe(true);
  expect(takes(hosts.all, hello(id))).toBe(true);
  for (const other of [ask(id), askAll, hello(id)]) expect(takes(events.all, other)).toBe(false);
  for (const other of [ask(id), askAll]) expect(takes(hosts.all, other)).toBe(false);
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
