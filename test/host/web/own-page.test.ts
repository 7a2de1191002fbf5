import { expect, it } from 'vitest';
import { cookieIn, setCookie } from '../../../src/host/web/cookie.ts';
import { ownPage } from '../../../src/host/web/own-page.ts';
import { browserName } from '../../../src/host/web/web-calls.ts';

const plain = ownPage({ listensAt: '127.0.0.1', allowHosts: ['box.example.org'], isEncrypted: false });
const secured = ownPage({ listensAt: '0.0.0.0', allowHosts: [], isEncrypted: true });

it('knows the own page by the address that the browser has asked, also through a tunnel and behind a proxy', () => {
  const own = (host: string, origin: string, page = plain) =>
    page.whyNotHere({ headers: { host } }) === undefined &&
    page.whyNotOwn({ headers: { host, origin } }, true) === undefined;
  expect(own('127.0.0.1:7070', 'http://127.0.0.1:7070')).toBe(true);
  expect(own('localhost:8080', 'http://localhost:8080')).toBe(true);
  expect(own('box.example.org', 'https://box.example.org')).toBe(true);
  expect(own('127.0.0.1:7070', 'http://localhost:7070')).toBe(false);
  expect(own('127.0.0.1:7070', 'http://127.0.0.1:7071')).toBe(false);
  expect(own('other.example.org', 'https://other.example.org')).toBe(false);
  expect(own('10.0.0.5:7070', 'http://10.0.0.5:7070')).toBe(false);
  expect(own('10.0.0.5:7070', 'https://10.0.0.5:7070', secured)).toBe(true);
  // Where the server encrypts, a page that does not is another one.
  expect(own('10.0.0.5:7070', 'http://10.0.0.5:7070', secured)).toBe(false);
});

it('reads its own cookie among those of other ports', () => {
  const header = 'cotty-70=a; cotty-7070=b; xcotty-7071=c;cotty-7071=d';
  expect([70, 7070, 7071, 7].map((port) => cookieIn(header, port))).toEqual(['a', 'b', 'd', undefined]);
  expect(setCookie('v', 5, { port: 1, secure: true })).toBe(
    'cotty-1=v; HttpOnly; SameSite=Strict; Path=/; Max-Age=5; Secure',
  );
});

it('names a browser by what it says of itself', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  expect(browserName(chrome)).toBe('Chrome, Android');
  expect(
    browserName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'),
  ).toBe('Safari, iPhone');
  expect(browserName('curl/8')).toBe('unknown');
  expect(browserName(undefined)).toBe('unknown');
});
