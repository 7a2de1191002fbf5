import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PAYLOAD, PayloadSender, payloadOf } from '../../../src/host/run/payload.ts';

const decoded = (payload: string) =>
  execFileSync('sh', ['-c', 'printf %b "$1"', 'sh', payload.slice(0, -1)], { encoding: 'utf8' });

describe('payloadOf', () => {
  it('spells each text in printable characters that end with the only brace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(payloadOf(text)).toMatch(/^[ -|]*\}$/);
        expect(payloadOf(text)).not.toContain('{');
      }),
    );
  });

  it('is what printf of a shell reads', () => {
    const every = Array.from({ length: 255 }, (_, code) => String.fromCharCode(code + 1)).join('');
    for (const text of [every, 'ü漢🙂é~{}\\0123\\c', 'a\\', '7\u00017'])
      expect(decoded(payloadOf(text) ?? '')).toBe(text);
  });

  it('has a limit, which counts what is sent', () => {
    expect(payloadOf('x'.repeat(MAX_PAYLOAD - 1))?.length).toBe(MAX_PAYLOAD);
    expect(payloadOf('x'.repeat(MAX_PAYLOAD))?.length).toBeUndefined();
    expect(payloadOf('\n'.repeat(MAX_PAYLOAD / 4))?.length).toBeUndefined();
  });
});

describe('PayloadSender', () => {
  const start = (length: number) => {
    const written: string[] = [];
    return { written, sender: new PayloadSender('x'.repeat(length), (text) => written.push(text)) };
  };

  it('writes nothing before the shell has said that it reads, and answers that once', () => {
    const { written, sender } = start(10);
    sender.reported('Got', '0');
    sender.reported('Reads', 'x');
    expect([written, sender.begun]).toEqual([[], false]);
    expect(sender.reported('Taken', '1')).toBe(false);
    sender.reported('Reads', '77');
    sender.reported('Reads', '78');
    expect([written, sender.begun]).toEqual([['{77 10}', 'x'.repeat(10)], true]);
  });

  it('is never more than 32 KB ahead of what the shell has got', () => {
    const { written, sender } = start(100_000);
    const sent = () => written.slice(1).join('').length;
    sender.reported('Reads', '1');
    expect(sent()).toBe(32_768);
    sender.reported('Got', '40000');
    expect(sent()).toBe(32_768);
    sender.reported('Got', '4095');
    expect([sent(), sender.got]).toEqual([36_863, 4095]);
    for (let got = 0; got <= 100_000; got += 10_000) sender.reported('Got', String(got));
    expect(sent()).toBe(100_000);
  });

  it('writes no more when it was stopped', () => {
    const { written, sender } = start(100_000);
    sender.reported('Reads', '1');
    sender.stop();
    sender.reported('Got', '32768');
    expect(written.length).toBe(2);
  });
});
