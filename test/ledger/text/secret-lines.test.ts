import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretLines } from '../../../src/ledger/text/output-files.ts';
import { redact } from '../../../src/protocol/common/redact.ts';
import { newlinesIn } from '../../../src/protocol/terminal/newlines.ts';

const line = fc.constantFrom(
  'plain text',
  'a key is no secret',
  'export API_TOKEN=hunter2',
  'PaSsWoRd=hunter2 make',
  'mysql -u root -phunter2 db',
  'curl -u me:hunter2 https://x',
  `ghp_${'a1'.repeat(18)} is one`,
  'https://me:hunter2@host/',
  'İ password=hunter2',
  '\x1b[31mred\x1b[m',
  'a key, a token, and mysql -phunter2',
  'KEY key key GHP_ ghp_',
  'ſecret=1 ſk-live Key=1',
);

function cleaned(secrets: SecretLines, text: string): string {
  return secrets.clean(Buffer.from(text)).toString();
}

describe('secrets in the lines of an output', () => {
  it('are replaced as in a record, whatever is around them and however the output is cut into pieces', () => {
    const lines = fc.array(line, { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 5 }), (pieces) => {
        const secrets = new SecretLines();
        const texts = pieces.map((piece) => piece.map((one) => `${one}\r\n`).join(''));
        const clean = texts.map((text) => cleaned(secrets, text)).join('');
        expect(clean).toBe(texts.map((text) => redact(text)).join(''));
        expect(clean).not.toContain('hunter2');
      }),
    );
  });

  it('leave every line where it was, also the lines of a private key that comes in several pieces', () => {
    const key = ['-----BEGIN PRIVATE KEY-----', ...Array(20).fill('MIIsecret'), '-----END PRIVATE KEY-----'];
    const lines = ['before', ...key, 'after', 'token=hunter2', 'end'].map((one) => `${one}\r\n`);
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length), { maxLength: 4 }), (cuts) => {
        const secrets = new SecretLines();
        const places = [0, ...cuts.toSorted((left, right) => left - right), lines.length];
        const clean = places
          .slice(1)
          .map((to, at) => cleaned(secrets, lines.slice(places[at], to).join('')))
          .join('');
        expect(clean).not.toMatch(/MIIsecret|hunter2/);
        expect(newlinesIn(clean)).toBe(lines.length);
        expect(clean.split('\r\n').slice(-4)).toEqual(['after', 'token=[redacted]', 'end', '']);
      }),
    );
  });

  it('are not searched for without an end: after a while text is kept again', () => {
    const secrets = new SecretLines();
    cleaned(secrets, '-----BEGIN PRIVATE KEY-----\r\n');
    const after = cleaned(secrets, 'text that is no key\r\n'.repeat(2000));
    expect(newlinesIn(after)).toBe(2000);
    expect(after.endsWith('text that is no key\r\n')).toBe(true);
  });

  it('of a private key are looked for in 16 Ki characters behind its beginning', () => {
    const line = `${'M'.repeat(1023)}\n`;
    const begin = '-----BEGIN PRIVATE KEY-----\n';
    expect(cleaned(new SecretLines(), begin + line.repeat(18))).toBe(
      `[redacted]\n${'\n'.repeat(16)}${line.repeat(2)}`,
    );
    const secrets = new SecretLines();
    expect(cleaned(secrets, begin)).toBe('[redacted]\n');
    expect(cleaned(secrets, line.repeat(15))).toBe('\n'.repeat(15));
    expect(cleaned(secrets, `${line}${line}`)).toBe(`\n${line}`);
    expect(cleaned(secrets, line)).toBe(line);
  });

  it('of a private key end with it, also where it begins and ends in one line', () => {
    const secrets = new SecretLines();
    const key = '-----BEGIN PRIVATE KEY----- M -----END PRIVATE KEY-----';
    expect(cleaned(secrets, `${key}\nafter\n`)).toBe('[redacted]\nafter\n');
    expect(cleaned(secrets, '-----BEGIN PRIVATE KEY-----\nM\n')).toBe('[redacted]\n\n');
    expect(cleaned(secrets, 'M -----END PRIVATE KEY-----\r\nafter')).toBe('\r\nafter');
    expect(cleaned(secrets, 'token=a')).toBe('token=[redacted]');
  });

  it('are found in each 64 Ki of a longer line', () => {
    const filler = 'x '.repeat(32 * 1024 - 10);
    const line = `token=1 ${filler} token=2 ${filler} token=3`;
    expect(cleaned(new SecretLines(), line)).toBe(line.replaceAll(/token=\d/g, 'token=[redacted]'));
    const whole = `token=${'y'.repeat(64 * 1024 - 6)}`;
    expect(cleaned(new SecretLines(), whole)).toBe('token=[redacted]');
    expect(cleaned(new SecretLines(), `${whole}z`)).toBe('token=[redacted]z');
  });

  it('are looked for without a copy of text that has none', () => {
    const text = Buffer.from('plain text\n'.repeat(10));
    expect(new SecretLines().clean(text)).toBe(text);
    expect(cleaned(new SecretLines(), '')).toBe('');
  });
});
