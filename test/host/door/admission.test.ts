import { describe, expect, it } from 'vitest';
import { admission } from '../../../src/host/door/admission.ts';
import { FailedTokens } from '../../../src/host/door/failed-tokens.ts';
import { tokenAccess, watchAccess } from '../../../src/host/ground/access.ts';
import { HandClock } from '../../support/hand-clock.ts';

const tokens = { full: 'f'.repeat(43), watch: 'w'.repeat(43) };

function door() {
  const clock = new HandClock();
  const logged: string[] = [];
  const admit = admission({
    tokens,
    origins: ['https://Example.org'],
    failures: new FailedTokens(3, () => clock.now()),
    log: (message) => logged.push(message),
  });
  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    admit({ url, headers, socket: { remoteAddress } });
  return { ask, clock, logged };
}

describe('the network door', () => {
  it.each<[string, Record<string, string>]>([
    [`/?tkn=${tokens.full}`, {}],
    [`/?token=${tokens.full}`, {}],
    [`/ahp?x=1&tkn=${tokens.full}`, {}],
    ['/', { authorization: `Bearer ${tokens.full}` }],
    ['/', { authorization: `bearer  ${tokens.full}` }],
    ['/?tkn=wrong', { authorization: `Bearer ${tokens.full}` }],
  ])('admits with the token: %s %o', (url, headers) => {
    expect(door().ask(url, headers)).toEqual({ ok: true, access: tokenAccess });
  });

  it('admits only to watch with the other token', () => {
    expect(door().ask(`/?tkn=${tokens.watch}`)).toEqual({ ok: true, access: watchAccess });
  });

  it.each<[string, Record<string, string>]>([
    ['/', {}],
    ['/?tkn=', {}],
    [`/?tkn=${tokens.full}x`, {}],
    [`/?tkn=${tokens.full.slice(1)}`, {}],
    [`/${tokens.full}`, {}],
    ['/', { authorization: `Basic ${tokens.full}` }],
    ['/?tkn=%ff', {}],
  ])('refuses without it: %s %o', (url, headers) => {
    expect(door().ask(url, headers)).toMatchObject({ ok: false, status: 401 });
  });

  it('refuses web pages, even with the token, unless their origin is allowed', () => {
    const { ask } = door();
    const from = (origin: string) => ask(`/?tkn=${tokens.full}`, { origin });
    for (const origin of ['http://localhost:8080', 'null', '', 'https://example.org.evil.net']) {
      expect(from(origin)).toMatchObject({ ok: false, status: 403 });
    }
    expect(from('https://example.org')).toMatchObject({ ok: true });
  });

  it('listens to nobody at an address that has guessed too often, for a minute', () => {
    const { ask, clock, logged } = door();
    for (let guess = 0; guess < 3; guess += 1) expect(ask(`/?tkn=${guess}`)).toMatchObject({ status: 401 });
    expect(ask(`/?tkn=${tokens.full}`)).toMatchObject({ ok: false, status: 429 });
    expect(ask(`/?tkn=${tokens.full}`, {}, '192.0.2.7')).toMatchObject({ ok: true });
    clock.pass(60_000);
    expect(ask(`/?tkn=${tokens.full}`)).toMatchObject({ ok: true });
    expect(logged).toEqual(['too many wrong tokens from 127.0.0.1: refused for a minute']);
  });

  it('does not count those who have no token at all: they have guessed nothing', () => {
    const { ask } = door();
    for (let count = 0; count < 10; count += 1) ask('/');
    expect(ask(`/?tkn=${tokens.full}`)).toMatchObject({ ok: true });
  });
});

describe('Failures', () => {
  it('counts a network of IPv6 as one, and the two ways to write an IPv4 address, too', () => {
    const failures = new FailedTokens(1, () => 0);
    failures.add('2001:db8:1:2:3:4:5:6');
    expect(failures.isBlocked('2001:db8:1:2::9')).toBe(true);
    expect(failures.isBlocked('2001:db8:1:3::9')).toBe(false);
    failures.add('::ffff:192.0.2.1');
    expect(failures.isBlocked('192.0.2.1')).toBe(true);
    expect(failures.isBlocked('192.0.2.2')).toBe(false);
    failures.add('fe80::1%eth0');
    expect(failures.isBlocked('fe80::2%eth1')).toBe(true);
  });

  it('remembers only so many addresses, and forgets the first', () => {
    const failures = new FailedTokens(1, () => 0);
    const address = (count: number) => `10.0.${count >> 8}.${count & 255}`;
    for (let count = 0; count < 1025; count += 1) failures.add(address(count));
    expect(failures.isBlocked(address(0))).toBe(false);
    expect(failures.isBlocked(address(1))).toBe(true);
    expect(failures.isBlocked(address(1024))).toBe(true);
  });
});
