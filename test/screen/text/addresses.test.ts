import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../../src/screen/text/addresses.ts';

const WEB = ['https://', 'http://'];

const found = (text: string) => addressesIn(text, WEB).map(({ from, to }) => text.slice(from, to));

describe('addressesIn', () => {
  it('finds web addresses, without the marks of the sentence around them', () => {
    expect(found('see https://example.org/a?b=c#d, or (http://localhost:3000/x).')).toEqual([
      'https://example.org/a?b=c#d',
      'http://localhost:3000/x',
    ]);
  });

  it('keeps brackets that belong to the address', () => {
    expect(found('https://en.wikipedia.org/wiki/C_(language)')).toEqual([
      'https://en.wikipedia.org/wiki/C_(language)',
    ]);
  });

  it('makes a link of no other scheme, and of no scheme alone', () => {
    expect(found('javascript:alert(1) file:///etc/passwd ftp://x data:text/html,x http:// https://')).toEqual(
      [],
    );
  });

  it('divides addresses that a comma joins, and keeps one inside another', () => {
    expect(found('http://a,https://b;http://c.')).toEqual(['http://a', 'https://b', 'http://c']);
    expect(found('https://archive.org/web/http://x')).toEqual(['https://archive.org/web/http://x']);
  });

  it('finds schemes in capitals, and behind letters that grow in lower case', () => {
    expect(found('HTTP://A.org')).toEqual(['HTTP://A.org']);
    expect(found('\u0130 https://a.org')).toEqual(['https://a.org']);
  });

  it.each([
    ['https://example.com、それから', 'https://example.com'],
    ['（https://example.com/a）。', 'https://example.com/a'],
    ['「https://example.com/a?b=c」を見る', 'https://example.com/a?b=c'],
    ['见https://example.com/a，然后', 'https://example.com/a'],
    ['https://example.com/a；https://example.org/b！', 'https://example.com/a https://example.org/b'],
    ['https://example.com/a：', 'https://example.com/a'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['《https://example.com/a》', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/a——然后', 'https://example.com/a'],
    ['https://example.com/ＡＢ', 'https://example.com/'],
    ['https://example.com/a\u3000b', 'https://example.com/a'],
    ['https://example.com/a\u200bb\u202ec', 'https://example.com/a'],
    ['https://example.com/ﾃﾞｰﾀ｡', 'https://example.com/ﾃﾞｰﾀ'],
  ])('ends before the punctuation of Chinese and Japanese: %s', (text, expected) => {
    expect(found(text).join(' ')).toBe(expected);
  });

  it.each([
    ['https://example.comを見る', 'https://example.com'],
    ['https://example.com에서', 'https://example.com'],
    ['https://example.com입니다.', 'https://example.com'],
    ['https://example.com,그리고', 'https://example.com'],
    ['http://localhost:3000을 여세요', 'http://localhost:3000'],
    ['http://127.0.0.1:80で動く', 'http://127.0.0.1:80'],
    ['http://[::1]:80で', 'http://[::1]:80'],
    ['https://ada@example.com里', 'https://ada@example.com'],
    ['https://example.com\u{20000}', 'https://example.com'],
  ])('ends with the host where words follow it without a blank: %s', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    'https://例え.テスト/パス',
    'https://日本語.jp',
    'https://www.ニュースabc.jp/',
    'https://müller/x',
    'https://пример.рф/страница',
    'https://ja.wikipedia.org/wiki/日本語_(曖昧さ回避)',
    'https://ja.wikipedia.org/wiki/ジョン・スミス',
    'https://ja.wikipedia.org/wiki/佐々木',
    'https://example.com/%E3%81%82?q=検索#節',
    'https://example.com?q=検索',
    'https://de.wikipedia.org/wiki/Köln–Bonn',
    'https://fa.wikipedia.org/wiki/می\u200cخواهم',
  ])('keeps letters of any script where they are legal: %s', (address) => {
    expect(found(`${address} x`)).toEqual([address]);
  });

  it('takes bounded time for a line of addresses alone', () => {
    expect(addressesIn('http://a '.repeat(100_000))).toHaveLength(50);
  });
});
