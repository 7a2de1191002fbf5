import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/ledger/records/redact.ts';

describe('redacting', () => {
  it.each([
    ['export GITHUB_TOKEN=abc123', 'export GITHUB_TOKEN=[redacted]'],
    ['mysql --password=hunter2 -u root', 'mysql --password=[redacted] -u root'],
    ['login --token abc --verbose', 'login --token [redacted] --verbose'],
    [`PASSWORD='two words' make`, 'PASSWORD=[redacted] make'],
    ['{"api_key": "abc", "name": "x"}', '{"api_key": [redacted], "name": "x"}'],
    ['password: hunter2\r\nuser: mara', 'password: [redacted]\r\nuser: mara'],
    ['secret=\x1b[32mgreen\x1b[0m', 'secret=\x1b[32m[redacted]\x1b[0m'],
    ['curl -H "Authorization: Bearer abcdefghij"', 'curl -H "Authorization: Bearer [redacted]"'],
    ['git clone https://mara:geheim@host/x', 'git clone https://mara:[redacted]@host/x'],
    [`ghp_${'a1'.repeat(18)} is one`, '[redacted] is one'],
    [`AKIA${'ABCD'.repeat(4)}`, '[redacted]'],
    ['a\n-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nb', 'a\n[redacted]\nb'],
    ['-----BEGIN PRIVATE KEY-----\nMII, and never ended', '[redacted]'],
    ['MIIlast\n-----END PRIVATE KEY-----\nb', '[redacted]\nb'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    'PWD=/home/mara',
    'SyntaxError: Unexpected token: foo in bar',
    'export TOKEN=$OTHER',
    'tokens used: 15',
    'ls -la --color=auto',
    'https://example.org:8080/a@b',
    'cat password.txt',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes the secret out whatever stands around it', () => {
    const words = [
      'password',
      '=',
      ': ',
      ' ',
      '"',
      "'",
      '\n',
      'token',
      '--secret',
      '$x',
      'Bearer ',
      '@',
      '\x1b[1m',
    ];
    const around = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(redact(`${before} password=hunter2hunter2 ${after}`)).not.toContain('hunter2hunter2');
      }),
    );
  });

  it('is quick on text made to be slow', () => {
    for (const piece of [
      'a-',
      'eyJ-',
      '-----BEGIN PRIVATE KEY-----',
      'password',
      '--token',
      '://u:',
      'bearer ',
    ]) {
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      expect(redact(text).length).toBeLessThanOrEqual(text.length);
    }
  });
});
