import { describe, expect, it } from 'vitest';
import { lineEnd, suspectLines } from '../../../src/ledger/text/secret-signs.ts';
import { secretForms } from '../../../src/protocol/common/secret-forms.ts';

/** The lines of a text in which a secret may stand, counted from 0. */
function suspects(text: string): readonly number[] {
  const bytes = Buffer.from(text);
  return suspectLines(bytes).map((start) => {
    expect(start === 0 || bytes[start - 1] === 10).toBe(true);
    return bytes.subarray(0, start).filter((byte) => byte === 10).length;
  });
}

const signs = [...new Set(secretForms.flatMap((form) => form.signs))];

describe('a line in which a secret may stand', () => {
  it.each(signs)('is found by %s wherever it is, in small and capital letters', (sign) => {
    for (const one of [sign, sign.toUpperCase()])
      for (const line of [`${one}=`, `a ${one}=b`, `=${one}`, `key ${one}: a`, `${one.slice(0, -1)} ${one}=`])
        expect(suspects(`plain\n${line}\nplain\n${line}`), line).toEqual([1, 3]);
  });

  it.each(signs)('is not found by a part of %s', (sign) => {
    const others = signs.filter((other) => other !== sign);
    for (const part of [sign.slice(1), sign.slice(0, -1), `${sign.slice(0, 1)}\n${sign.slice(1)}`])
      if (!others.some((other) => part.includes(other))) expect(suspects(`\n${part}\n=`), part).toEqual([]);
  });

  it.each<[string, readonly number[]]>([
    ['the key', []],
    ['the key=1', [0]],
    ['the key: 1', [0]],
    ['--the key', [0]],
    ['a --key 1', [0]],
    ['a -key 1', []],
    ['key-\n-', []],
    ['key\n=', []],
    ['=\nkey', []],
    [':\nkey\n:', []],
    ['key', []],
    ['key a key a token', []],
    ['key and curl', [0]],
    ['key, token\nkey=1\nkey', [1]],
    ['a\nb\ncurl key\ntoken', [2]],
    ['curl curl\ncurl', [0, 1]],
    ['', []],
    ['\n', []],
  ])('is found by the names of values only where it gives one: %j', (text, lines) => {
    expect(suspects(text)).toEqual(lines);
  });

  it('ends behind its line end, the last one with the text', () => {
    const text = Buffer.from('ab\nc');
    expect([0, 2, 3].map((from) => lineEnd(text, from))).toEqual([3, 3, 4]);
  });
});
