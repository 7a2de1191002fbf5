import { expect, test } from 'vitest';
import { sharedPorts } from '../../../src/host/processes/listening-port.ts';

test('a hundred terminals that look at about the same time read the ports of the machine once', async () => {
  let [reads, now] = [0, 0];
  const ports = sharedPorts(
    async () => new Map([['socket', ++reads]]),
    () => now,
  );
  for (let check = 0; check < 100; check += 1) {
    now += 4;
    expect((await ports()).get('socket')).toBe(1);
  }
  now += 200;
  expect((await ports()).get('socket')).toBe(2);
  expect(reads).toBe(2);
});
