import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ProcessScan, sessionMembers } from '../../../src/host/processes/session-processes.ts';
import { needs } from '../../support/programs.ts';

/** A machine of `count` processes in sessions of two; a turn passes only when the test says so. */
function machine(count: number) {
  const seen = { scans: 0, reads: 0, mostReadsInATurn: 0 };
  let inThisTurn = 0;
  const waiting: (() => void)[] = [];
  const scan = new ProcessScan({
    list: () => {
      seen.scans += 1;
      return Array.from({ length: count }, (_, index) => index + 2);
    },
    sessionOf: (pid) => {
      seen.reads += 1;
      inThisTurn += 1;
      seen.mostReadsInATurn = Math.max(seen.mostReadsInATurn, inThisTurn);
      return pid - (pid % 2);
    },
    soon: (run) => void waiting.push(run),
  });
  const turns = async (asked: Promise<unknown>) => {
    let done = false;
    void asked.then(() => {
      done = true;
    });
    while (!done) {
      inThisTurn = 0;
      for (const run of waiting.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { scan, seen, turns };
}

describe('the processes of the machine', () => {
  test('are read once for a hundred terminals that ask together, a few at a time', async () => {
    const { scan, seen, turns } = machine(1000);
    const asked = Promise.all(Array.from({ length: 100 }, () => scan.sessions()));
    await turns(asked);
    // The first one's scan had begun when the others asked: they share the one after it.
    expect(seen).toEqual({ scans: 2, reads: 2000, mostReadsInATurn: 32 });
    expect((await asked).map((sessions) => sessions.get(500))).toEqual(Array(100).fill([500, 501]));
  });

  test('are read anew for whoever asks later', async () => {
    const { scan, seen, turns } = machine(10);
    await turns(scan.sessions());
    await turns(scan.sessions());
    expect(seen.scans).toBe(2);
  });

  test('are read again by the next who asks when they could not be listed', async () => {
    let failures = 2;
    const scan = new ProcessScan({
      list: () => {
        if (failures === 0) return [8, 9];
        failures -= 1;
        throw new Error('too many open files');
      },
      sessionOf: () => 8,
    });
    // An error that nobody waits for would end the host, and this test.
    const asked = await Promise.allSettled([scan.sessions(), scan.sessions(), scan.sessions()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await scan.sessions()).get(8)).toEqual([8, 9]);
  });

  test.runIf(process.platform === 'linux')('are at least the leader while none can be listed', async () => {
    const scan = new ProcessScan({
      list: () => {
        throw new Error('too many open files');
      },
    });
    expect(await sessionMembers(process.pid, scan)).toEqual([process.pid]);
    const { pid: gone } = spawnSync('true');
    expect(await sessionMembers(gone, scan)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('include this one, in its session', async () => {
    needs('ps');
    const session = Number(
      execFileSync('ps', ['-o', 'sid=', '-p', String(process.pid)], { encoding: 'utf8' }),
    );
    expect((await new ProcessScan().sessions()).get(session)).toContain(process.pid);
  });
});
