import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withOwnHost } from '../../../src/cli/web/own-client.ts';
import type { Client } from '../../../src/client/client.ts';
import { type FakeIo, fakeIo } from '../../support/fake-io.ts';
import { RealHost } from '../../support/real-host.ts';

describe('what steers the web server', () => {
  let host: RealHost;
  let fake: FakeIo;
  beforeEach(async () => {
    host = await RealHost.start();
    fake = fakeIo({ env: { HOME: process.env['HOME'], COTTY_RUNTIME_DIR: join(host.root, 'run') } });
  });
  afterEach(async () => {
    await host.close();
  });
  const act = (what: (client: Client) => Promise<void>) => withOwnHost({ start: false }, fake.io, what);

  test('tells of a refusal, and fails', async () => {
    expect(await act(({ cotty }) => cotty.web.close())).toBe(1);
    expect(fake.err()).toBe('cotty: this host has no web server: it runs inside a window\n');
  });

  test('tells of a host that is lost in the middle as other subcommands do', async () => {
    const lost = act(async (client) => {
      client.close();
      await client.cotty.web.status();
    });
    expect(await lost).toBe(123);
    expect(fake.err()).toContain('cotty: the connection to the host was lost: ');
  });

  test('hides no fault of its own', async () => {
    const faulty = act(async () => {
      throw new TypeError('a fault');
    });
    await expect(faulty).rejects.toThrow('a fault');
    expect(fake.err()).toBe('');
  });
});
