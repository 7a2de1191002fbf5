import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/ledger/records/redact.ts';
import { SecretLines } from '../../../src/ledger/text/secret-lines.ts';
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
});
