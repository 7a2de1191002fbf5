/** Output streams of the HTTP API under floods of real programs: cut off, left unread, beside a quick viewer. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { omittedOf } from '../../../src/protocol/terminal/shorten.ts';
import type { ContentPart } from '../../../src/protocol/terminal/state.ts';
import { ApiHost, until } from '../../support/api-host.ts';
import { EventReader, type SentEvent, textOf } from '../../support/event-reader.ts';

let api: ApiHost;

beforeAll(async () => {
  api = await ApiHost.start();
});
afterAll(() => api.close());

const open = (id: string, lastId?: string) =>
  EventReader.open(`${api.url}/api/terminals/${id}/output?lines=0`, api.token, lastId);

const finished = async (id: string) => {
  const { body } = await api.ask(`/api/terminals/${id}`);
  return /"last":\{"commandLine":"seq/.test(JSON.stringify(body));
};

/** What the host has of it now, in the words of a client of another kind, from the last gap on. */
async function contentOf(id: string): Promise<string> {
  const client = await api.join(`at-${id}`, 'user:ben');
  const { state } = await client.subscribe(`ahp-terminal:/${id}`);
  client.close();
  const gap = state.content.findLastIndex((part) => part.type === 'command' && omittedOf(part) !== undefined);
  return state.content.slice(Math.max(0, gap)).map(endOf).join('');
}

const endOf = (part: ContentPart) =>
  part.type === 'command' ? part.output.slice(omittedOf(part)?.at ?? 0) : part.value;

describe('a flood', () => {
  it('reaches whole who is cut off in the middle of it again and again, and comes back with Last-Event-ID', async () => {
    const id = await api.make();
    const first = await open(id);
    await until(() => first.of('snapshot').length > 0);
    const last = 250_000;
    await api.ask(`/api/terminals/${id}/input`, { json: { input: `seq ${last}; echo over $((1+1))\r` } });
    const events: SentEvent[] = [];
    let reader = first;
    let cuts = 0;
    for (let wanted = 3; ; wanted = wanted === 3 ? 2 : 3) {
      const { events: seen } = reader;
      await until(() => seen.length >= wanted || textOf(seen).includes('over 2\r\n'));
      reader.cut();
      // What came after those is as lost as what was on its way.
      events.push(...seen.slice(0, wanted));
      if (textOf(events).includes('over 2\r\n')) break;
      cuts += 1;
      reader = await open(id, events.at(-1)?.id);
    }
    expect(cuts).toBeGreaterThan(5);
    expect(events.filter(({ event }) => event === 'snapshot')).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'gap')).toEqual([]);
    const text = textOf(events);
    const numbers = Array.from({ length: last }, (_, at) => `${at + 1}\r\n`).join('');
    const start = text.indexOf('1\r\n2\r\n3\r\n');
    expect(text.slice(start, start + numbers.length) === numbers).toBe(true);
    expect(text.slice(start + numbers.length)).toMatch(/^over 2\r\n/);
    const rest = await open(id, events.at(-1)?.id);
    await until(() => finished(id));
    await until(async () => [...events, ...rest.events].length > 0 && (await contentOf(id)).endsWith('$ '));
    await until(() => textOf([...events, ...rest.events]).endsWith('$ '));
    const whole = textOf([...events, ...rest.events]);
    const content = await contentOf(id);
    expect(content.length).toBeGreaterThan(60_000);
    expect(whole.endsWith(content.slice(content.indexOf('\n') + 1))).toBe(true);
    rest.cut();
  }, 180_000);

  it('does not wait for who does not read; that one is told how much it missed, and sees what all see', async () => {
    const id = await api.make();
    const slow = await open(id);
    await until(() => slow.of('snapshot').length > 0);
    slow.pause();
    const viewer = await api.join('viewer', 'user:mara');
    const mirror = await viewer.subscribe(`ahp-terminal:/${id}`);
    const seen = () =>
      mirror.state.content.map((part) => (part.type === 'command' ? part.output : part.value)).join('');
    await api.ask(`/api/terminals/${id}/input`, { json: { input: 'seq 2500000; echo over $((1+1))\r' } });
    await until(() => seen().includes('over 2\r\n'));
    expect(slow.of('gap')).toEqual([]);
    await until(() => finished(id));
    slow.resume();
    await until(() => slow.of('snapshot').length > 1 && slow.text.includes('over 2\r\n'));
    const [gap, ...more] = slow.of('gap');
    expect(more).toEqual([]);
    const missed = Number(gap?.data['missed']);
    const at = slow.events.findIndex(({ event }) => event === 'gap');
    const before = textOf(slow.events.slice(0, at));
    const [, , printed] = slow.events[at + 1]?.id?.split('-') ?? [];
    expect(before.length + missed).toBe(Number(printed));
    expect(missed).toBeGreaterThan(8_000_000);
    expect(slow.events[at + 1]?.data['omitted']).toBeGreaterThan(8_000_000);
    slow.cut();
    viewer.close();
  }, 180_000);

  it('is interrupted at once beside a reader that does not read', async () => {
    const id = await api.make();
    const slow = await open(id);
    slow.pause();
    const quick = await open(id);
    await api.ask(`/api/terminals/${id}/input`, { json: { input: 'yes | tr y x\r' } });
    await until(() => quick.text.includes('x\r\nx\r\nx'));
    await api.ask(`/api/terminals/${id}/input`, { json: { input: '\x03' } });
    await until(() => quick.text.includes('^C'));
    await until(() => quick.text.endsWith('$ '));
    slow.cut();
    quick.cut();
  });
});
