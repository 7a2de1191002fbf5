import { cpSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Landings } from '../../../src/host/keep/landing.ts';
import { type LeftTape, readTape, Tape } from '../../../src/host/keep/tape.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Head = { readonly version: number };

let folder: string;
let landings: Landings;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-landing-'));
  landings = new Landings(join(folder, 'landings'));
});
afterEach(() => removeFolder(folder));

const terminal = () => join(folder, 'build');
const newTape = () => new Tape<Head>({ folder: terminal(), onTrouble: () => {}, landings });

/** Reads a pty, as the kernel does: the bytes come to the begin of the room. */
function read(tape: Tape<Head>, text: string): Uint8Array {
  const { room } = tape;
  if (room === undefined) throw new Error('no room');
  room.set(Buffer.from(text));
  return room.subarray(0, text.length);
}

/** What the next host finds if this one is killed now: all files as they are. */
function afterKill(): { readonly text: string; readonly tape: LeftTape<Head> } {
  const tape = readTape<Head>(terminal(), 1);
  if (tape === undefined) throw new Error('no tape');
  const left = new Landings(join(folder, 'landings')).left('build', tape.end);
  const written = tape.rows.flatMap((row) => (row.kind === 'read' ? [Buffer.from(row.bytes)] : []));
  return { text: Buffer.concat([...written, left ?? Buffer.alloc(0)]).toString(), tape };
}

describe('the landing of a terminal', () => {
  it('has what was read and not written, whenever the host is killed', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    const texts = ['first ', 'and a longer second one ', 'x', 'after an act '];
    let told = '';
    for (const text of texts) {
      const bytes = read(tape, text);
      told += text;
      expect(afterKill().text).toBe(told);
      tape.add({ kind: 'read', at: 1, bytes });
      expect(afterKill().text).toBe(told);
      tape.add({ kind: 'writer', writer: 'ada' });
      expect(afterKill().text).toBe(told);
    }
    expect(afterKill().tape.rows).toHaveLength(2 * texts.length);
  });

  it('tells nothing twice if the host is killed while it puts the zeros back', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    const bytes = read(tape, 'told');
    const file = join(folder, 'landings', 'build');
    cpSync(file, join(folder, 'before'));
    tape.add({ kind: 'read', at: 1, bytes });
    // The row is written, and the memory is as it was.
    cpSync(join(folder, 'before'), file);
    expect(afterKill().text).toBe('told');
  });

  it('keeps what has landed when a killed host has left half a row', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    const { end } = afterKill().tape;
    read(tape, 'whole');
    writeFileSync(join(terminal(), 'tape'), 'r\x40\0\0\0who', { flag: 'a' });
    expect(afterKill()).toMatchObject({ text: 'whole', tape: { end } });
  });

  it('is written by the next host before it reads into its own', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    read(tape, 'landed');
    const { tape: left } = afterKill();
    landings = new Landings(join(folder, 'landings'));
    const bytes = landings.left('build', left.end) ?? Buffer.alloc(0);
    const next = newTape();
    next.goOn(left.end, { kind: 'read', at: 2, bytes });
    expect(afterKill().text).toBe('landed');
    next.add({ kind: 'read', at: 3, bytes: read(next, ' and read') });
    expect(afterKill().text).toBe('landed and read');
  });

  it('has nothing after the tape began anew', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    tape.add({ kind: 'read', at: 1, bytes: read(tape, 'in the head now') });
    tape.begin({ version: 1 });
    expect(afterKill().text).toBe('');
  });

  it('is taken by the next terminal, so that ended ones leave no memory behind', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    const { room } = tape;
    tape.letGo();
    expect(tape.room).toBeUndefined();
    const other = new Tape<Head>({ folder: join(folder, 'other'), onTrouble: () => {}, landings });
    other.begin({ version: 1 });
    expect(other.room).toBe(room);
    expect(readdirSync(join(folder, 'landings'))).toEqual(['other']);
  });

  it('is for the user alone, and is removed with those that an earlier host has left', () => {
    const tape = newTape();
    tape.begin({ version: 1 });
    expect(statSync(join(folder, 'landings', 'build')).mode & 0o777).toBe(0o600);
    const next = new Landings(join(folder, 'landings'));
    next.open('new');
    next.clean();
    expect(readdirSync(join(folder, 'landings'))).toEqual(['new']);
    next.remove();
    expect(existsSync(join(folder, 'landings'))).toBe(false);
  });

  it('is no condition for a tape', () => {
    landings = new Landings(join(folder, 'landings'), () => undefined);
    const tape = newTape();
    tape.begin({ version: 1 });
    expect(tape.room).toBeUndefined();
    expect(tape.add({ kind: 'read', at: 1, bytes: Buffer.from('written') })).toBe(true);
    expect(afterKill().text).toBe('written');
  });
});
