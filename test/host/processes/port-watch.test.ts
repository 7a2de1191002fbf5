import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { processStat } from '../../../src/host/common/process-stat.ts';
import { listeningPort } from '../../../src/host/processes/listening-port.ts';
import { PortWatch } from '../../../src/host/processes/port-watch.ts';
import { HandClock } from '../../support/hand-clock.ts';

function watching() {
  const clock = new HandClock();
  const seen = { port: undefined as number | undefined, looks: 0, told: 0 };
  const check = (_group: number) => {
    seen.looks += 1;
    return Promise.resolve(seen.port);
  };
  const onChange = () => {
    seen.told += 1;
  };
  const watch = new PortWatch({ clock, check, onChange });
  const pass = async (ms: number) => {
    clock.pass(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { watch, seen, pass };
}

test('a short command is never looked at', async () => {
  const { watch, seen, pass } = watching();
  watch.follow(7);
  await pass(900);
  watch.follow(undefined);
  await pass(60_000);
  expect(seen).toEqual({ port: undefined, looks: 0, told: 0 });
});

test('a server is told once it listens, and forgotten when it ends', async () => {
  const { watch, seen, pass } = watching();
  watch.follow(7);
  await pass(1_000);
  expect([watch.port, seen.told]).toEqual([undefined, 0]);
  seen.port = 5173;
  await pass(1_000);
  await pass(2_000);
  expect([watch.port, seen.told, seen.looks]).toEqual([5173, 1, 3]);
  watch.follow(undefined);
  expect([watch.port, seen.told]).toEqual([undefined, 2]);
});

test('an answer about a command that has ended does not count', async () => {
  const { watch, seen, pass } = watching();
  seen.port = 80;
  watch.follow(7);
  const late = pass(1_000);
  watch.follow(8);
  await late;
  expect(watch.port).toBeUndefined();
});

test.runIf(process.platform === 'linux')('the port of a process that listens is found', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' ? address?.port : undefined;
  try {
    // This process need not lead its group; looked at as a leader, it is found all the same.
    expect(processStat(process.pid)).toBeDefined();
    expect(await listeningPort(process.pid)).toBeLessThanOrEqual(own ?? 0);
  } finally {
    server.close();
  }
});
