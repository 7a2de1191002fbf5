import { describe, expect, test, vi } from 'vitest';
import { type FindHostOptions, findHost } from '../../../src/cli/connect/find-host.ts';

/** A clock that only `sleep` moves, and a socket that accepts from the n-th try on. */
function world(acceptsFrom: number, ended: Promise<number | null> = new Promise(() => {})) {
  let time = 0;
  let tries = 0;
  let starts = 0;
  const gaveWay: number[] = [];
  const options: FindHostOptions = {
    start: () => {
      starts += 1;
      return { ended, giveWay: () => gaveWay.push(tries) };
    },
    look: async () => {
      tries += 1;
      return tries > acceptsFrom ? '/run/c.sock' : undefined;
    },
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
    now: () => time,
  };
  return { options, starts: () => starts, time: () => time, gaveWay };
}

describe('findHost', () => {
  test('joins the host that answers, and starts none', async () => {
    const { options, starts } = world(0);
    expect(await findHost(options)).toEqual({ ok: true, url: 'unix:/run/c.sock', started: false });
    expect(starts()).toBe(0);
  });

  test('starts one host and waits until it accepts', async () => {
    const { options, starts } = world(5);
    expect(await findHost(options)).toEqual({ ok: true, url: 'unix:/run/c.sock', started: true });
    expect(starts()).toBe(1);
  });

  test('lets the one it started give way as soon as a host answers, and not before', async () => {
    const { options, gaveWay } = world(5);
    await findHost(options);
    expect(gaveWay).toEqual([6]);
    const found = world(0);
    await findHost(found.options);
    expect(found.gaveWay).toEqual([]);
  });

  test('only looks when it may not start one', async () => {
    const { start: _start, ...options } = world(5).options;
    expect(await findHost(options)).toEqual({ ok: false, reason: 'none' });
  });

  test('waits for a host that is being brought back, starts none meanwhile, and one when nobody does', async () => {
    const back = world(5);
    const { start: _start, ...options } = back.options;
    expect(await findHost({ ...options, isKept: () => true })).toMatchObject({ ok: true, started: false });
    const left = world(9);
    const isKept = () => left.time() < 50;
    expect(await findHost({ ...left.options, isKept })).toMatchObject({ ok: true, started: true });
    expect(left.starts()).toBe(1);
  });

  test('lets other work begin once, while a host boots', async () => {
    const { options, starts } = world(5);
    const startedBefore: number[] = [];
    await findHost({ ...options, meanwhile: () => startedBefore.push(starts()) });
    expect(startedBefore).toEqual([1]);
  });

  test('lets a host that is there be asked first', async () => {
    const meanwhile = vi.fn();
    await findHost({ ...world(0).options, meanwhile });
    expect(meanwhile).not.toHaveBeenCalled();
  });

  test('goes on waiting when the started host gave way to a quicker one', async () => {
    const { options } = world(9, Promise.resolve(0));
    expect(await findHost(options)).toMatchObject({ ok: true });
  });

  test('gives up at once when the host fails to start', async () => {
    const { options, time } = world(Number.POSITIVE_INFINITY, Promise.resolve(1));
    expect(await findHost(options)).toEqual({ ok: false, reason: 'ended', exitCode: 1 });
    expect(time()).toBeLessThan(100);
  });

  test('gives up after ten seconds of silence', async () => {
    const { options, time } = world(Number.POSITIVE_INFINITY);
    expect(await findHost(options)).toMatchObject({ ok: false, reason: 'late' });
    expect(time()).toBeGreaterThan(10_000);
    expect(time()).toBeLessThan(10_100);
  });
});
