import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { processStart } from '../../../src/host/common/process-start.ts';
import { endOrphans } from '../../../src/host/processes/orphans.ts';
import { isRunning } from '../../support/is-running.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/1';
let folder = '';
let pids: number[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-orphans-'));
});
afterEach(() => {
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  pids = [];
  removeFolder(folder);
});

type Session = { readonly leader: number; readonly child: number; readonly start: string };

/** A session as a shell's, with a job that takes no hint; `uri` is the terminal that its environment names. */
async function session(uri = T): Promise<Session> {
  const file = join(folder, 'pids');
  const script = `trap '' HUP TERM; sleep 1000 & echo $$ $! > ${file}.new; mv ${file}.new ${file}; while :; do sleep 1; done`;
  spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], COTTY_TERMINAL: uri },
  }).unref();
  let text = '';
  while (text === '') {
    await new Promise((resolve) => setTimeout(resolve, 5));
    text = spawnSync('cat', [file], { encoding: 'utf8' }).stdout;
  }
  const [leader = 0, child = 0] = text.trim().split(' ').map(Number);
  pids.push(leader, child);
  return { leader, child, start: processStart(leader) ?? '' };
}

async function end(uri: string, { leader, start }: Session): Promise<string[]> {
  const logged: string[] = [];
  await endOrphans([{ uri, pid: leader, start }], systemClock, (line) => logged.push(line));
  return logged;
}

/** The shell alone; its job lives on in its session. */
async function killLeader({ leader }: Session): Promise<void> {
  process.kill(leader, 'SIGKILL');
  while (isRunning(leader)) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe.runIf(process.platform === 'linux')('what outlived a host that was killed', () => {
  it('is ended by the next one: the shell and all of its session', async () => {
    const those = await session();
    // The shell's own `sleep 1` may be there, too.
    expect(await end(T, those)).toEqual([
      expect.stringMatching(/^ahp-terminal:\/1: ended [23] processes that/),
    ]);
    expect([those.leader, those.child].filter(isRunning)).toEqual([]);
  });

  it('is ended also where the shell itself is gone', async () => {
    const those = await session();
    await killLeader(those);
    expect(isRunning(those.child)).toBe(true);
    expect(await end(T, those)).toHaveLength(1);
    expect(isRunning(those.child)).toBe(false);
  });

  it('is left alone if its number belongs to another process now', async () => {
    const those = await session();
    const [boot, ticks] = those.start.split(' ');
    expect(await end(T, { ...those, start: `${boot} ${Number(ticks) - 1}` })).toEqual([]);
    expect(await end(T, { ...those, start: '' })).toEqual([]);
    expect([those.leader, those.child].filter(isRunning)).toHaveLength(2);
  });

  it('is left alone without its shell if it names another terminal, or the machine has been started anew', async () => {
    const those = await session('ahp-terminal:/2');
    await killLeader(those);
    expect(await end(T, those)).toEqual([]);
    expect(
      await end('ahp-terminal:/2', { ...those, start: `another-boot ${those.start.split(' ')[1]}` }),
    ).toEqual([]);
    expect(isRunning(those.child)).toBe(true);
  });

  it('never is the session of the host itself', async () => {
    const sid = Number(readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ')[3]);
    const start = processStart(sid);
    if (start !== undefined) expect(await end(T, { leader: sid, child: 0, start })).toEqual([]);
  });
});
