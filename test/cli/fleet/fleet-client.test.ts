import { afterEach, beforeEach, expect, test } from 'vitest';
import { FleetClient } from '../../../src/cli/fleet/fleet-client.ts';
import { NatsServer } from '../../support/nats-server.ts';

let nats: NatsServer | undefined;
beforeEach(async () => {
  nats = await NatsServer.start();
});
afterEach(() => nats?.close());

test('a watch ends at whatever moment of its start it is stopped', async () => {
  const client = await FleetClient.open(nats?.options() ?? { servers: [], prefix: '' });
  for (const afterMs of [undefined, 0, 2, 4, 8, 16]) {
    const stop = new AbortController();
    const first = client.watch('pager', stop.signal).next();
    if (afterMs === undefined) stop.abort();
    else setTimeout(() => stop.abort(), afterMs);
    expect(await first).toMatchObject({ done: true });
  }
  await client.close();
});
