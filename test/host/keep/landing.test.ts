import { cpSync, existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Landings } from '../../../src/host/keep/landing.ts';
import { type LeftReplayLog, ReplayLog, readReplayLog } from '../../../src/host/keep/replay-log.ts';
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
const newReplayLog = () => new ReplayLog<Head>({ folder: terminal(), onTrouble: () => {}, landings });

/** Reads a pty, as the kernel does: the bytes come to the begin of the room. */
function read(replayLog: ReplayLog<Head>, text: string): Uint8Array {
  const { room } = replayLog;
  if (room === undefined) throw new Error('no room');
  room.set(Buffer.from(text));
  return room.subarray(0, text.length);
}

/** What the next host finds if this one is killed now: all files as they are. */
function afterKill(): { readonly text: string; readonly replayLog: LeftReplayLog<Head> } {
  const replayLog = readReplayLog<Head>(terminal(), 1);
  if (replayLog === undefined) throw new Error('no replay log');
  const left = new Landings(join(folder, 'landings')).left('build', replayLog.end);
  const written = replayLog.rows.flatMap((row) => (row.kind === 'read' ? [Buffer.from(row.bytes)] : []));
  return { text: Buffer.concat([...written, left ?? Buffer.alloc(0)]).toString(), replayLog };
}

describe('the landing of a terminal', () => {
  it('has what was read and not written, whenever the host is killed', () => {
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

  it('tells nothing twice if the host is killed while it puts the zeros back', () => {
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

  it('keeps what has landed when a killed host has left half a row', () => {
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
    read(replayLog, 'landed');
    const { replayLog: left } = afterKill();
    landings = new Landings(join(folder, 'landings'));
    const bytes = landings.left('build', left.end) ?? Buffer.alloc(0);
    const next = newReplayLog();
    next.goOn(left.end, { kind: 'read', at: 2, bytes });
    expect(afterKill().text).toBe('landed');
    next.add({ kind: 'read', at: 3, bytes: read(next, ' and read') });
    expect(afterKill().text).toBe('landed and read');
  });

  it('has nothing after the replay log began anew', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    replayLog.add({ kind: 'read', at: 1, bytes: read(replayLog, 'in the head now') });
    replayLog.begin({ version: 1 });
    expect(afterKill().text).toBe('');
  });

  it('is taken by the next terminal, so that ended ones leave no memory behind', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    const { room } = replayLog;
    replayLog.letGo();
    expect(replayLog.room).toBeUndefined();
    const other = new ReplayLog<Head>({ folder: join(folder, 'other'), onTrouble: () => {}, landings });
    other.begin({ version: 1 });
    expect(other.room).toBe(room);
    expect(readdirSync(join(folder, 'landings'))).toEqual(['other']);
  });

  it('is for the user alone, and is removed with those that an earlier host has left', () => {
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    expect(statSync(join(folder, 'landings', 'build')).mode & 0o777).toBe(0o600);
    const next = new Landings(join(folder, 'landings'));
    next.open('new');
    next.clean();
    expect(readdirSync(join(folder, 'landings'))).toEqual(['new']);
    next.remove();
    expect(existsSync(join(folder, 'landings'))).toBe(false);
  });

  it('is no condition for a replay log', () => {
    landings = new Landings(join(folder, 'landings'), () => undefined);
    const replayLog = newReplayLog();
    replayLog.begin({ version: 1 });
    expect(replayLog.room).toBeUndefined();
    expect(replayLog.add({ kind: 'read', at: 1, bytes: Buffer.from('written') })).toBe(true);
    expect(afterKill().text).toBe('written');
  });
});
