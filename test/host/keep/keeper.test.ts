import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { Keeper } from '../../../src/host/keep/keeper.ts';
import { livingKeeper } from '../../../src/host/keep/keeper-file.ts';
import type { Held } from '../../../src/host/keep/masters.ts';
import { isRunning } from '../../support/is-running.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
let logged: string[];
let keeper: Keeper;
const open: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-keeper-'));
  logged = [];
  keeper = newKeeper(['/bin/false']);
});

afterEach(() => {
  keeper.close();
  for (const fd of open.splice(0)) closeSync(fd);
  removeFolder(folder);
});

function newKeeper(command: readonly string[]): Keeper {
  const log = (message: string) => logged.push(message);
  return new Keeper({ folder, command, highest: () => Math.max(0, ...open), clock: systemClock, log });
}

function held(uri: string): Held {
  const path = join(folder, uri);
  writeFileSync(path, '');
  const fd = openSync(path, 'r');
  open.push(fd);
  return { uri, fd };
}

/** Files that a process has open, by descriptor. */
function files(pid: number): string[] {
  const found: string[] = [];
  for (let fd = 4; fd < 64; fd += 1) {
    try {
      found.push(readlinkSync(`/proc/${pid}/fd/${fd}`));
    } catch {
      // The keeper has no such descriptor.
    }
  }
  return found.filter((path) => path.startsWith(folder));
}

const keeperNow = () => livingKeeper(folder) ?? 0;

describe.runIf(process.platform === 'linux')('a keeper', () => {
  it('holds what it is given, and nothing else that the host has open', async () => {
    const [one, two, gone] = [held('one'), held('two'), held('gone')];
    expect(gone.fd).toBeGreaterThan(two.fd);
    keeper.hold([one, two]);
    await expect.poll(() => files(keeperNow())).toEqual([join(folder, 'one'), join(folder, 'two')]);
  });

  it('is exchanged with each change, and the one before ends', async () => {
    keeper.hold([held('one')]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    const first = keeperNow();
    keeper.hold([held('two')]);
    await expect.poll(() => files(keeperNow())).toEqual([join(folder, 'two')]);
    await expect.poll(() => isRunning(first)).toBe(false);
  });

  it('is one for all changes of a turn', async () => {
    for (let n = 0; n < 20; n += 1) keeper.hold([held(`t${n}`)]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    expect(files(keeperNow())).toEqual([join(folder, 't19')]);
  });

  it('that is killed is replaced', async () => {
    keeper.hold([held('one')]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    const first = keeperNow();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => ![0, first].includes(keeperNow())).toBe(true);
    expect(files(keeperNow())).toEqual([join(folder, 'one')]);
    expect(logged).toEqual([
      'programs would end with the host: it ended with SIGKILL',
      'programs survive the host again',
    ]);
  });

  it('goes on holding what it holds when the next one cannot be put on record', async () => {
    keeper.hold([held('one')]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    const first = keeperNow();
    // Also root cannot write where a folder stands.
    const record = join(folder, 'keeper.json');
    const text = readFileSync(record);
    rmSync(record);
    mkdirSync(record);
    keeper.hold([held('one'), held('two')]);
    await expect.poll(() => logged.join('\n')).toMatch(/^programs would end with the host: /);
    expect(isRunning(first)).toBe(true);
    removeFolder(record);
    writeFileSync(record, text);
    expect(keeperNow()).toBe(first);
    await expect.poll(() => files(keeperNow())).toEqual([join(folder, 'one'), join(folder, 'two')]);
    await expect.poll(() => isRunning(first)).toBe(false);
  });

  it('ends when nothing is left to hold, and when the host lets go', async () => {
    keeper.hold([held('one')]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    const first = keeperNow();
    keeper.hold([]);
    await expect.poll(() => isRunning(first)).toBe(false);
    expect(livingKeeper(folder)).toBeUndefined();
    keeper.hold([held('two')]);
    await expect.poll(keeperNow).toBeGreaterThan(0);
    const second = keeperNow();
    keeper.close();
    await expect.poll(() => isRunning(second)).toBe(false);
    expect(() => readFileSync(join(folder, 'keeper.json'))).toThrow();
  });
});
