import { describe, expect, test } from 'vitest';
import { hostOf, namesAddress } from '../../../src/protocol/common/link-text.ts';

describe('the text of a hyperlink', () => {
  test.each([
    ['https://bank.example/', 'https://bank.example/'],
    [' https://bank.example ', 'https://bank.example/'],
    ['bank.example/a?b=c', 'https://bank.example/a?b=c'],
    ['bank.example', 'http://bank.example/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
  ])('%j names %s', (text, address) => {
    expect(namesAddress(text, address)).toBe(true);
  });

  test.each([
    ['https://bank.example/', 'https://evil.example/'],
    ['https://bank.example', 'https://bank.example@evil.example/'],
    ['https://bank.example', 'https://bank.example.evil.example/'],
    ['https://bank.example/', 'https://bank.example/transfer'],
    ['here', 'https://bank.example/'],
    ['', 'https://'],
    ['https://bank.example/\u202egro', 'https://bank.example/\u202egro'],
    ['https://bank.\u200bexample/', 'https://bank.\u200bexample/'],
  ])('%j does not name %s', (text, address) => {
    expect(namesAddress(text, address)).toBe(false);
  });
});

describe('the host of an address', () => {
  test('is where a browser would go', () => {
    expect(hostOf('https://bank.example@evil.example:8443/x')).toBe('evil.example:8443');
    expect(hostOf('https://\u0430pple.com/')).toBe('xn--pple-43d.com');
    expect(hostOf('HTTP://EXAMPLE.org')).toBe('example.org');
    expect(hostOf('file:///etc/passwd')).toBeUndefined();
    expect(hostOf('https://')).toBeUndefined();
  });
});
