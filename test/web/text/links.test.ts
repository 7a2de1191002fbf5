import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../src/web/text/links.ts';

const found = (text: string) => linksIn(text).map(({ from, to }) => text.slice(from, to));

describe('linksIn', () => {
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

  it('takes bounded time for a line of addresses alone', () => {
    expect(linksIn('http://a '.repeat(100_000))).toHaveLength(50);
  });
});
