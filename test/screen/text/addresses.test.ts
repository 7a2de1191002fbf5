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

  it('takes bounded time for a line of addresses alone', () => {
    expect(addressesIn('http://a '.repeat(100_000))).toHaveLength(50);
  });
});
