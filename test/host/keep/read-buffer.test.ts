import { cpSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadBuffers } from '../../../src/host/keep/read-buffer.ts';
import { type LeftReplayLog, ReplayLog, readReplayLog } from '../../../src/host/keep/replay-log.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Head = { readonly version: number };

let folder: string;
let readBuffers: ReadBuffers;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-read-buffer-'));
  readBuffers = new ReadBuffers(join(folder, 'landings'));
});
afterEach(() => removeFolder(folder));

const terminal = () => join(folder, 'build');
const newReplayLog = () => new ReplayLog<Head>({ folder: terminal(), onTrouble: () => {}, readBuffers });

/** Reads a pty, as the kernel does: into the beginning of the buffer. */
function read(replayLog: ReplayLog<Head>, text: string): Uint8Array {
  const { buffer } = replayLog;
  if (buffer === undefined) throw new Error('no buffer');
  buffer.set(Buffer.from(text));
  return buffer.subarray(0, text.length);
}

/** What the next host finds if this one is killed now: all files as they are. */
function afterKill(): { readonly text: string; readonly replayLog: LeftReplayLog<Head> } {
  const replayLog = readReplayLog<Head>(terminal(), 1);
  if (replayLog === undefined) throw new Error('no replay log');
  const left = new ReadBuffers(join(folder, 'landings')).unwritten('build', replayLog.end);
  const written = replayLog.rows.flatMap((row) => (row.kind === 'read' ? [Buffer.from(row.bytes)] : []));
  return { text: Buffer.concat([...written, left ?? Buffer.alloc(0)]).toString(), replayLog };
}

describe('the read buffer of a terminal', () => {
  it('holds what was read and not written, whenever the host is killed', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    const texts = ['first ', 'and a longer second one ', 'x', 'after an act '];
    let told = '';
    for (const text of texts) {
      const bytes = read(replayLog, text);
      told += text;
      expect(afterKill().text).toBe(told);
      replayLog.add({ kind: 'read', at: 1, bytes });
      expect(afterKill().text).toBe(told);
      replayLog.add({ kind: 'writer', writer: 'ada' });
      expect(afterKill().text).toBe(told);
    }
    expect(afterKill().replayLog.rows).toHaveLength(2 * texts.length);
  });

  it('replays nothing twice if the host is killed while it puts the zeros back', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    const bytes = read(replayLog, 'told');
    const file = join(folder, 'landings', 'build');
    cpSync(file, join(folder, 'before'));
    replayLog.add({ kind: 'read', at: 1, bytes });
    // The row is written, and the memory is as it was.
    cpSync(join(folder, 'before'), file);
    expect(afterKill().text).toBe('told');
  });

  it('keeps the last read when a killed host has left half a row', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    const { end } = afterKill().replayLog;
    read(replayLog, 'whole');
    writeFileSync(join(terminal(), 'tape'), 'r\x40\0\0\0who', { flag: 'a' });
    expect(afterKill()).toMatchObject({ text: 'whole', replayLog: { end } });
  });

  it('is written by the next host before it reads into its own', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    read(replayLog, 'unwritten');
    const { replayLog: left } = afterKill();
    readBuffers = new ReadBuffers(join(folder, 'landings'));
    const bytes = readBuffers.unwritten('build', left.end) ?? Buffer.alloc(0);
    const next = newReplayLog();
    next.resume(left.end, { kind: 'read', at: 2, bytes });
    expect(afterKill().text).toBe('unwritten');
    next.add({ kind: 'read', at: 3, bytes: read(next, ' and read') });
    expect(afterKill().text).toBe('unwritten and read');
  });

  it('has nothing after the replay log was rewritten', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    replayLog.add({ kind: 'read', at: 1, bytes: read(replayLog, 'in the head now') });
    replayLog.begin({ version: 1 });
    expect(afterKill().text).toBe('');
  });

  it('is taken by the next terminal, so that ended ones leave no memory behind', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    const { buffer } = replayLog;
    replayLog.releaseBuffer();
    expect(replayLog.buffer).toBeUndefined();
    const other = new ReplayLog<Head>({ folder: join(folder, 'other'), onTrouble: () => {}, readBuffers });
    other.begin({ version: 1 });
    expect(other.buffer).toBe(buffer);
    expect(readdirSync(join(folder, 'landings'))).toEqual(['other']);
  });

  it('is for the user alone, and is removed with those that an earlier host has left', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    expect(statSync(join(folder, 'landings', 'build')).mode & 0o777).toBe(0o600);
    const next = new ReadBuffers(join(folder, 'landings'));
    next.open('new');
    next.clean();
    expect(readdirSync(join(folder, 'landings'))).toEqual(['new']);
    next.remove();
    expect(existsSync(join(folder, 'landings'))).toBe(false);
  });

  it('is not needed for a replay log', () => {
    readBuffers = new ReadBuffers(join(folder, 'landings'), () => undefined);
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    expect(replayLog.buffer).toBeUndefined();
    expect(replayLog.add({ kind: 'read', at: 1, bytes: Buffer.from('written') })).toBe(true);
    expect(afterKill().text).toBe('written');
  });
});
