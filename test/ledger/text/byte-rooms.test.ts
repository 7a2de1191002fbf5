import { describe, expect, it } from 'vitest';
import { ByteRooms } from '../../../src/ledger/text/byte-rooms.ts';

describe('rooms for text as bytes', () => {
  const text = (length: number) => 'x'.repeat(length);

  it('are used again by text that fits', () => {
    const rooms = new ByteRooms();
    const room = rooms.take(text(4097));
    expect(room?.length).toBe(8192);
    expect(room?.toString('latin1', 0, 4097)).toBe(text(4097));
    if (room !== undefined) rooms.giveBack(room);
    expect(rooms.take(text(4096))?.length).toBe(4096);
    expect(rooms.take(text(8192))).toBe(room);
    expect(rooms.take(text(8192))).not.toBe(room);
  });

  it('are none for short text and for letters beyond ASCII', () => {
    const rooms = new ByteRooms();
    expect(rooms.take(text(4095))).toBeUndefined();
    expect(rooms.take(`${text(4096)}ä`)).toBeUndefined();
  });

  it('wait for more in a small number', () => {
    const rooms = new ByteRooms();
    const given = Array.from({ length: 9 }, (): Buffer => Buffer.alloc(4096));
    for (const room of given) rooms.giveBack(room);
    const taken = Array.from({ length: 9 }, () => rooms.take(text(4096)));
    expect(taken.filter((room) => room !== undefined && given.includes(room))).toHaveLength(8);
  });
});
