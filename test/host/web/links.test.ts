import { describe, expect, it } from 'vitest';
import { withLimits } from '../../../src/host/common/limits.ts';
import { Links } from '../../../src/host/web/links.ts';
import { Tickets } from '../../../src/host/web/tickets.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const visitor = { from: '10.0.0.1', browser: 'Firefox, Linux' };

function made(limits: Parameters<typeof withLimits>[0] = {}) {
  const clock = { at: 1_000_000, now: () => clock.at };
  const ended: string[] = [];
  const connected = new Set<string>();
  let changes = 0;
  const links = new Links({
    limits: withLimits(limits),
    clock,
    connections: (id) => (connected.has(id) ? 1 : 0),
    onEnd: (id) => ended.push(id),
    onChange: () => {
      changes += 1;
    },
  });
  return { links, clock, ended, connected, changes: () => changes };
}

describe('a link', () => {
  it('ends ten minutes after it was made', () => {
    const { links, clock, ended } = made();
    const { id, secret, expires } = links.make('full');
    expect(expires).toBe(clock.at + 600_000);
    clock.at = expires;
    expect(links.use(secret, visitor, undefined)).toBe('unknown');
    expect(ended).toEqual([id]);
  });

  it('gives way to newer ones beyond the limit, sessions do not count', () => {
    const { links } = made({ webLinks: 2 });
    const first = links.make('full');
    links.use(first.secret, visitor, undefined);
    const [second, third, fourth] = [links.make('full'), links.make('watch'), links.make('full')];
    expect(links.list().map(({ id }) => id)).toEqual([first.id, third.id, fourth.id]);
    expect(links.use(second.secret, visitor, undefined)).toBe('unknown');
  });
});

describe('a session', () => {
  const signIn = ({ links }: ReturnType<typeof made>) => {
    const used = links.use(links.make('full').secret, visitor, undefined);
    if (typeof used === 'string') throw new Error(used);
    return used;
  };

  it('is found by its cookie, with a key only by its own', () => {
    const all = made();
    const [one, other] = [signIn(all), signIn(all)];
    expect(all.links.find(one.cookie)?.id).toBe(one.id);
    expect(all.links.find(one.cookie, one.key)?.id).toBe(one.id);
    expect(all.links.find(one.cookie, other.key)).toBeUndefined();
    expect(all.links.find(`${one.id}.${other.cookie.split('.')[1]}`)).toBeUndefined();
    for (const wrong of ['', '.', one.id, `${one.id}.`, 'x.y', one.cookie.slice(0, -1)])
      expect(all.links.find(wrong)).toBeUndefined();
  });

  it('lasts thirty days after it was seen, and as long as it is connected', () => {
    const all = made();
    const { id, cookie } = signIn(all);
    all.clock.at += 29 * DAY_MS;
    all.links.seen(id, '10.0.0.2');
    all.clock.at += 29 * DAY_MS;
    expect(all.links.list()).toMatchObject([{ id, from: '10.0.0.2' }]);
    all.connected.add(id);
    all.clock.at += 9 * DAY_MS;
    expect(all.links.find(cookie)?.id).toBe(id);
    all.connected.clear();
    expect(all.links.find(cookie)).toBeUndefined();
    expect(all.ended).toEqual([id]);
  });

  it('that was not seen longest gives way beyond the limit, never the new one', () => {
    const all = made({ webSessions: 2 });
    const first = signIn(all);
    all.clock.at += 1;
    const second = signIn(all);
    all.clock.at += 1;
    all.links.seen(first.id, visitor.from);
    const third = signIn(all);
    expect(all.links.list().map(({ id }) => id)).toEqual([first.id, third.id]);
    expect(all.ended).toEqual([second.id]);
  });

  it('is written down as seen at most once a minute, unless it comes from elsewhere', () => {
    const all = made();
    const { id } = signIn(all);
    const before = all.changes();
    for (let count = 0; count < 100; count += 1) {
      all.clock.at += 1000;
      all.links.seen(id, visitor.from);
    }
    expect(all.changes() - before).toBe(1);
    all.links.seen(id, 'fe80::1');
    expect(all.changes() - before).toBe(2);
  });
});

describe('a ticket', () => {
  it('is good for one use of its session, in time', () => {
    const clock = { at: 0, now: () => clock.at };
    const tickets = new Tickets(withLimits({ webTickets: 2 }), clock);
    const ticket = tickets.issue('a');
    expect(tickets.take(ticket, 'a')).toBe(true);
    expect(tickets.take(ticket, 'a')).toBe(false);
    const late = tickets.issue('a');
    clock.at = 30_000;
    expect(tickets.take(late, 'a')).toBe(false);
    const three = [tickets.issue('a'), tickets.issue('a'), tickets.issue('a')];
    expect(three.map((each) => tickets.take(each, 'a'))).toEqual([false, true, true]);
    expect(tickets.take(tickets.issue('a'), 'b')).toBe(false);
  });
});
