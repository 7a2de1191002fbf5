/** A host that starts while the disk of its records is full: a small tmpfs, which only root can mount. */

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAddress } from '../../src/host/listener/host-address.ts';
import { HandClock } from '../support/hand-clock.ts';
import { MemoryHost, marks, settled } from '../support/memory-host.ts';
import { skipUnless } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const ROOT = 'ahp-root://';
const why = whyNoMount();

let root = '';
let state = '';
beforeEach(() => {
  skipUnless(why === undefined, 'only root can mount a small disk');
  root = mkdtempSync(join(tmpdir(), 'cotty-full-'));
  state = join(root, 'state');
  mkdirSync(state);
  mkdirSync(join(root, 'run'), { mode: 0o700 });
  mount(state);
});
afterEach(() => {
  if (root === '') return;
  execFileSync('umount', ['-l', state]);
  removeFolder(root);
});

function whyNoMount(): string | undefined {
  const probe = mkdtempSync(join(tmpdir(), 'cotty-mount-'));
  try {
    mount(probe);
    execFileSync('umount', [probe]);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function mount(at: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=0700', 'cotty-test', at], { stdio: 'pipe' });
}

/** Leaves no block free. */
function fill(): void {
  for (let size = statfsSync(state).bsize; size > 0; ) {
    try {
      appendFileSync(join(state, 'filler'), Buffer.alloc(size));
    } catch {
      // As much as there was room for is written.
      return;
    }
  }
}

describe('a host that starts on a full disk', () => {
  test('brings back its terminals and wake-ups, and holds the lock when there is room', async () => {
    const first = await MemoryHost.start({ record: { folder: state } });
    const mara = await first.connect('m', { writer: 'user:mara' });
    await mara.createTerminal(T, { name: 'build' });
    await mara.request('x-cotty/watch', { channel: ROOT });
    first.pty.print(`${marks.prompt}$ ${marks.start('make')}one\r\n${marks.end(2)}${marks.prompt}$ `);
    first.clock.pass(10);
    await settled();
    await first.host.close();
    fill();

    const clock = new HandClock();
    const socket = join(root, 'run', 'host.sock');
    const second = await MemoryHost.start({ record: { folder: state }, listen: { socket }, clock });
    const again = await second.connect('m', { writer: 'user:mara' });
    const { state: seen } = await again.subscribe(ROOT);
    expect(seen['terminals']).toMatchObject([{ resource: T, title: 'build' }]);
    expect(await again.request('x-cotty/wakes', { channel: ROOT })).toMatchObject({
      wakes: [{ cmd: 'make', exit: 2 }],
    });
    expect(readAddress(state)).toBeUndefined();
    expect(second.logged.join('\n')).toContain('ENOSPC');

    rmSync(join(state, 'filler'));
    clock.pass(3000);
    await expect.poll(() => readAddress(state)).toEqual({ pid: process.pid, socket });
    await second.host.close();
  });
});
