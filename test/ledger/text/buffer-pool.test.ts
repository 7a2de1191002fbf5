import { describe, expect, it } from 'vitest';
import { BufferPool } from '../../../src/ledger/text/buffer-pool.ts';

describe('a pool of buffers', () => {
  const text = (length: number) => 'x'.repeat(length);

  it('reuses a buffer for text that fits', () => {
    const pool = new BufferPool();
    const buffer = pool.take(text(4097));
    expect(buffer?.length).toBe(8192);
    expect(buffer?.toString('latin1', 0, 4097)).toBe(text(4097));
    if (buffer !== undefined) pool.release(buffer);
    expect(pool.take(text(4096))?.length).toBe(4096);
    expect(pool.take(text(8192))).toBe(buffer);
    expect(pool.take(text(8192))).not.toBe(buffer);
  });

  it('has no buffer for short text and for letters beyond ASCII', () => {
    const pool = new BufferPool();
    expect(pool.take(text(4095))).toBeUndefined();
    expect(pool.take(`${text(4096)}ä`)).toBeUndefined();
  });

  it('keeps a small number of unused buffers', () => {
    const pool = new BufferPool();
    const given = Array.from({ length: 9 }, (): Buffer => Buffer.alloc(4096));
    for (const buffer of given) pool.release(buffer);
    const taken = Array.from({ length: 9 }, () => pool.take(text(4096)));
    expect(taken.filter((buffer) => buffer !== undefined && given.includes(buffer))).toHaveLength(8);
  });
});
