import { describe, expect, it } from 'vitest';
import { tokenAccess, watchAccess } from '../../../src/host/common/access.ts';
import { admission } from '../../../src/host/listener/admission.ts';
import { FailedTokens } from '../../../src/host/listener/failed-tokens.ts';
import { hostCheck } from '../../../src/host/listener/listen-address.ts';
import { HandClock } from '../../support/hand-clock.ts';

const tokens = { full: 'f'.repeat(43), watch: 'w'.repeat(43) };

function server() {
  const clock = new HandClock();
  const logged: string[] = [];
  const admit = admission({
    tokens,
    origins: ['https://Example.org'],
    isOwnName: hostCheck('127.0.0.1', ['Box.example.org']),
    failures: new FailedTokens(
      3,
      () => clock.now(),
      (message) => logged.push(message),
    ),
  });
  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    admit({ url, headers, socket: { remoteAddress } });
  return { ask, clock, logged };
}

describe('the network port', () => {
  it.each<[string, Record<string, string>]>([
    [`/?tkn=${tokens.full}`, {}],
    [`/?token=${tokens.full}`, {}],
    [`/ahp?x=1&tkn=${tokens.full}`, {}],
    [`/ahp?tkn=${tokens.full}`, {}],
    ['/', { authorization: `Bearer ${tokens.full}` }],
    ['/', { authorization: `bearer  ${tokens.full}` }],
    ['/?tkn=wrong', { authorization: `Bearer ${tokens.full}` }],
  ])('admits with the token: %s %o', (url, headers) => {
    expect(server().ask(url, headers)).toEqual({ ok: true, access: tokenAccess });
  });

  it('admits only to watch with the other token', () => {
    expect(server().ask(`/?tkn=${tokens.watch}`)).toEqual({ ok: true, access: watchAccess });
  });

  it.each<[string, Record<string, string>]>([
    ['/', {}],
    ['/?tkn=', {}],
    [`/?tkn=${tokens.full}x`, {}],
    [`/?tkn=${tokens.full.slice(1)}`, {}],
    [`/${tokens.full}`, {}],
    ['/', { authorization: `Basic ${tokens.full}` }],
    ['/?tkn=%ff', {}],
    [`tkn=${tokens.full}`, {}],
    ['/', { authorization: `Bearer ${tokens.full} more` }],
    ['/', { authorization: `No Bearer ${tokens.full}` }],
  ])('refuses without it: %s %o', (url, headers) => {
    expect(server().ask(url, headers)).toMatchObject({ ok: false, status: 401 });
  });

  it('says what is missing, and from where nobody knows an address', () => {
    const { ask, logged } = server();
    expect(ask('/')).toEqual({ ok: false, status: 401, reason: 'a token is needed' });
    const own = `/?tkn=${tokens.full}`;
    expect(ask(own, { origin: 'https://evil.example' })).toEqual({
      ok: false,
      status: 403,
      reason: 'this origin is not allowed: web pages need --allow-origin',
    });
    expect(ask(own, { host: 'evil.example' })).toEqual({
      ok: false,
      status: 403,
      reason: 'this host name is not allowed: --allow-host NAME allows it',
    });
    const admit = admission({
      tokens,
      origins: [],
      isOwnName: () => true,
      failures: new FailedTokens(
        0,
        () => 0,
        (message) => logged.push(message),
      ),
    });
    const nowhere = { socket: {}, headers: {} };
    expect(admit(nowhere)).toMatchObject({ reason: 'a token is needed' });
    expect(admit({ ...nowhere, url: '/?tkn=wrong' })).toMatchObject({ delayMs: 1000 });
    expect(logged).toEqual(['too many wrong tokens from unknown: answered late for a minute']);
  });

  it('refuses web pages, even with the token, unless their origin is allowed', () => {
    const { ask } = server();
    const from = (origin: string) => ask(`/?tkn=${tokens.full}`, { origin });
    for (const origin of ['http://localhost:8080', 'null', '', 'https://example.org.evil.net']) {
      expect(from(origin)).toMatchObject({ ok: false, status: 403 });
    }
    expect(from('https://example.org')).toMatchObject({ ok: true });
  });

  it('answers late who guesses too often, for a minute, and never holds up a right token', () => {
    const { ask, clock, logged } = server();
    const wrong = { ok: false, status: 401, reason: 'wrong token' };
    for (let guess = 0; guess < 3; guess += 1) expect(ask(`/?tkn=${guess}`)).toEqual(wrong);
    for (let guess = 3; guess < 6; guess += 1)
      expect(ask(`/?tkn=${guess}`)).toEqual({ ...wrong, delayMs: 1000 });
    expect(ask(`/?tkn=${tokens.full}`)).toEqual({ ok: true, access: tokenAccess });
    expect(ask('/?tkn=other', {}, '192.0.2.7')).toEqual(wrong);
    clock.pass(60_000);
    expect(ask('/?tkn=again')).toEqual(wrong);
    expect(logged).toEqual(['too many wrong tokens from 127.0.0.1: answered late for a minute']);
  });

  it.each([
    ['127.0.0.1:7070', true],
    ['localhost:7070', true],
    ['LOCALHOST', true],
    ['[::1]:7070', true],
    ['box.example.org:443', true],
    ['evil.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.evil.example:7070', false],
    ['192.0.2.7:7070', false],
    ['', false],
  ])('is called by its own names alone: %s', (host, isOwn) => {
    expect(server().ask(`/?tkn=${tokens.full}`, { host })).toMatchObject(
      isOwn ? { ok: true } : { status: 403 },
    );
  });

  it('is called by any address beyond loopback, but by no name that was not allowed', () => {
    const isOwn = hostCheck('0.0.0.0', []);
    const asked = [
      '192.0.2.7:7070',
      '[2001:db8::1]:7070',
      'localhost',
      'evil.example',
      '192.0.2.7.evil.example',
    ];
    expect(asked.map(isOwn)).toEqual([true, true, true, false, false]);
    expect(hostCheck('box.lan', [])('BOX.lan:80')).toBe(true);
  });

  it('does not count those who have no token at all: they have guessed nothing', () => {
    const { ask } = server();
    for (let count = 0; count < 10; count += 1) ask('/');
    expect(ask(`/?tkn=${tokens.full}`)).toMatchObject({ ok: true });
  });
});

describe('wrong tokens', () => {
  it('count for a network of IPv6 as one, and for the two ways to write an IPv4 address, too', () => {
    const failures = new FailedTokens(
      1,
      () => 0,
      () => {},
    );
    const pairs = [
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::9', 1000],
      ['2001:db8:1:4::1', '2001:db8:1:3::9', 0],
      ['::ffff:192.0.2.1', '192.0.2.1', 1000],
      ['192.0.2.3', '192.0.2.2', 0],
      ['fe80::1%eth0', 'fe80::2%eth1', 1000],
      ['::1', '0:0:0:0::2', 1000],
      ['1:2::3:4:5:6:7', '1:2:0:3:9::', 1000],
      ['1::ffff:192.0.2.9', '1::9', 1000],
      ['1:23:4:5::', '12:3:4:5::', 0],
    ] as const;
    for (const [one, other, counted] of pairs) {
      failures.add(one);
      expect([other, failures.add(other)]).toEqual([other, counted]);
      if (counted > 0) expect(failures.add(one)).toBe(1000);
    }
  });

  it('are remembered of so many addresses, and the first is forgotten', () => {
    const failures = new FailedTokens(
      1,
      () => 0,
      () => {},
    );
    const address = (count: number) => `10.0.${count >> 8}.${count & 255}`;
    for (let count = 0; count < 1025; count += 1) failures.add(address(count));
    expect(failures.add(address(1024))).toBe(1000);
    expect(failures.add(address(1))).toBe(1000);
    expect(failures.add(address(0))).toBe(0);
  });
});
