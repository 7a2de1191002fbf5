import { describe, expect, it } from 'vitest';
import { linkAddress, linkTo } from '../../../src/screen/cells/link-table.ts';

describe('a link that is shown', () => {
  it.each([
    'https://example.org/a?b#c',
    'HTTP://example.org',
    'file:///etc/hosts',
    'mailto:ann@example.org',
    'ftp://example.org/',
    'ssh://example.org',
  ])('may lead to %s', (address) => {
    const link = linkTo(address);
    expect(linkAddress(link)).toBe(address);
    expect(linkTo(address)).toBe(link);
  });

  it.each([
    '',
    'example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'vscode://x',
    `https://${'x'.repeat(2083)}`,
  ])('does not lead to %s', (address) => {
    expect(linkTo(address)).toBe(0);
  });

  it('carries nothing that could end its sequence or hide where it leads', () => {
    expect(linkAddress(linkTo('https://a\x1b\\\x07\x9c\u202eb\r\nc\ud800'))).toBe('https://a\\bc');
    expect(linkTo('java\nscript:x')).toBe(0);
  });

  it('is forgotten when 4,096 newer ones are known, and never confused with another', () => {
    const first = linkTo('https://first.example/');
    for (let n = 0; n < 4096; n++) linkTo(`https://example.org/${n}`);
    expect(linkAddress(first)).toBeUndefined();
    const again = linkTo('https://first.example/');
    expect(again).not.toBe(first);
    expect(linkAddress(again)).toBe('https://first.example/');
  });
});
