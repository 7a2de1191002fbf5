import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReplayLog, readReplayLog } from '../../../src/host/keep/replay-log.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Head = { readonly version: number; readonly name: string };

let folder: string;
let troubles: (string | undefined)[];
let replayLog: ReplayLog<Head>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-tape-'));
  troubles = [];
  replayLog = new ReplayLog({ folder, onTrouble: (why) => troubles.push(why) });
});

afterEach(() => {
  replayLog.close();
  removeFolder(folder);
});

const read = (text: string) => replayLog.add({ kind: 'read', at: 1, bytes: Buffer.from(text) });
const told = () => {
  const found = readReplayLog<Head>(folder, 1);
  const text = found?.rows.map((row) => (row.kind === 'read' ? Buffer.from(row.bytes).toString() : row.kind));
  return found === undefined ? undefined : [found.head.name, ...(text ?? [])];
};

describe('a replay log', () => {
  it('has each row as soon as it is added, behind its head', () => {
    replayLog.begin({ version: 1, name: 'first' });
    read('one');
    expect(told()).toEqual(['first', 'one']);
    read('two');
    expect(told()).toEqual(['first', 'one', 'two']);
    expect(replayLog.bytes).toBe(readFileSync(join(folder, 'tape')).length);
  });

  it('begins anew with another head, and leaves nothing of what was before', () => {
    replayLog.begin({ version: 1, name: 'first' });
    read('one');
    replayLog.begin({ version: 1, name: 'second' });
    read('two');
    expect(told()).toEqual(['second', 'two']);
    expect(readdirSync(folder)).toEqual(['tape']);
  });

  it('goes on behind the last whole row', () => {
    replayLog.begin({ version: 1, name: 'first' });
    read('one');
    const { end } = readReplayLog<Head>(folder, 1) ?? { end: 0 };
    replayLog.close();
    appendFileSync(join(folder, 'tape'), 'r\x40\0\0\0half of a');
    replayLog = new ReplayLog({ folder, onTrouble: (why) => troubles.push(why) });
    replayLog.resume(end);
    read('two');
    expect(told()).toEqual(['first', 'one', 'two']);
  });

  it('of another version is none', () => {
    replayLog.begin({ version: 2, name: 'of a newer host' });
    expect(told()).toBeUndefined();
  });

  it('goes on as it was where it cannot begin anew, and says why', () => {
    replayLog.begin({ version: 1, name: 'first' });
    read('one');
    // Also root cannot write a file where a folder stands.
    mkdirSync(join(folder, 'tape.new'));
    replayLog.begin({ version: 1, name: 'second' });
    read('two');
    expect(told()).toEqual(['first', 'one', 'two']);
    expect(troubles).toEqual([undefined, expect.stringMatching(/EISDIR/)]);
    removeFolder(join(folder, 'tape.new'));
    replayLog.begin({ version: 1, name: 'third' });
    expect(told()).toEqual(['third']);
    expect(troubles.at(-1)).toBeUndefined();
  });

  it.runIf(existsSync('/dev/full'))('goes on as it was on a disk without room for the head', () => {
    replayLog.begin({ version: 1, name: 'first' });
    symlinkSync('/dev/full', join(folder, 'tape.new'));
    replayLog.begin({ version: 1, name: 'second' });
    read('one');
    expect(told()).toEqual(['first', 'one']);
    expect(troubles).toEqual([undefined, expect.stringMatching(/ENOSPC/)]);
  });

  it('that is removed stays away', () => {
    replayLog.begin({ version: 1, name: 'first' });
    replayLog.remove();
    expect(read('one')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
