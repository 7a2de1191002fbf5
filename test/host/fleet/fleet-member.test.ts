import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { afterEach, expect, test } from 'vitest';
import { FleetClient } from '../../../src/cli/fleet/fleet-client.ts';
import { readEvent } from '../../../src/fleet/event.ts';
import type { NatsOptions } from '../../../src/fleet/nats-options.ts';
import { systemClock } from '../../../src/host/common/clock.ts';
import { fleetMember } from '../../../src/host/fleet/fleet-member.ts';
import { MemoryHost, marks } from '../../support/memory-host.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function server(config?: string): Promise<NatsServer> {
  const started = await NatsServer.start(config);
  closing.push(() => started.close());
  return started;
}

async function member(nats: NatsOptions, outputs = false) {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-member-'));
  const host = await MemoryHost.start({
    clock: systemClock,
    record: { folder },
    fleet: fleetMember({ nats, outputs }),
  });
  closing.push(async () => {
    await host.host.close();
    removeFolder(folder);
  });
  const client = await host.connect('ada', { writer: 'user:ada' });
  await client.createTerminal('ahp-terminal:/build', { name: 'build' });
  host.pty.print(marks.prompt);
  return host;
}

function runs(host: MemoryHost, ...lines: readonly string[]): void {
  for (const line of lines)
    host.pty.print(`${marks.start(line)}printed by ${line}\r\n${marks.end(0)}${marks.prompt}`);
}

/** The command lines that ended, as the stream has them; none while there is no stream. */
async function ended(options: NatsOptions): Promise<readonly string[]> {
  const fleet = await FleetClient.open(options);
  try {
    const lines: string[] = [];
    for await (const { text } of fleet.eventsFrom(await fleet.events(), 1)) {
      expect(text).not.toContain('printed by');
      const event = readEvent(text);
      if (event?.kind === 'ended') lines.push(event.record.cmd);
    }
    return lines;
  } catch (error) {
    if (error instanceof Error && error.message.includes('has no stream')) return [];
    throw error;
  } finally {
    await fleet.close();
  }
}

test('what ends while the server is killed and comes back is in the stream, each once', async () => {
  const nats = await server();
  const host = await member(nats.options());
  const lines = Array.from({ length: 300 }, (_, at) => `make ${at}`);
  for (const [at, line] of lines.entries()) {
    runs(host, line);
    if (at === 80) await expect.poll(async () => (await ended(nats.options())).length).toBeGreaterThan(0);
    if (at === 100) await nats.kill();
    if (at === 200) await nats.run();
    if (at % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(async () => new Set(await ended(nats.options())).size).toBe(300);
  const all = await ended(nats.options());
  expect(all.toSorted()).toEqual(lines.toSorted());
});

test('a host answers which terminals it has, and sends an output only where it may', async () => {
  const nats = await server();
  const [open, shut] = [await member(nats.options(), true), await member(nats.options())];
  for (const host of [open, shut]) runs(host, 'make all');
  await expect.poll(async () => (await ended(nats.options())).length).toBe(2);
  const fleet = await FleetClient.open(nats.options());
  closing.push(() => fleet.close());
  await expect
    .poll(async () => (await fleet.hosts(Date.now())).filter(({ isAway }) => !isAway).length)
    .toBe(2);
  const answers = await fleet.lists(2, 20_000);
  expect(answers.map(({ terminals }) => terminals[0]?.name)).toEqual(['build', 'build']);
  const said: string[] = [];
  for (const { host, terminals } of answers)
    try {
      for await (const { text } of fleet.output(host, terminals[0]?.id ?? '', 1, 20_000)) said.push(text);
    } catch (error) {
      said.push(String(error));
    }
  expect(said.toSorted()).toEqual([
    expect.stringContaining('this host sends no outputs'),
    'printed by make all\r\n',
  ]);
});

test('a watcher gets what ended while it was away, and again what it has not confirmed', async () => {
  const nats = await server();
  const host = await member(nats.options());
  runs(host, 'one');
  await expect.poll(async () => (await ended(nats.options())).length).toBe(1);
  const watched = async (count: number, confirms: number, meanwhile: () => void = () => {}) => {
    const fleet = await FleetClient.open(nats.options());
    const stop = new AbortController();
    const lines: string[] = [];
    try {
      const watching = fleet.watch('ada', stop.signal);
      for (let next = watching.next(), began = false; lines.length < count; next = watching.next()) {
        if (!began) await new Promise((resolve) => setTimeout(resolve, 300));
        if (!began) meanwhile();
        began = true;
        const { value } = await next;
        lines.push(value?.event?.record.cmd ?? '');
        if (lines.length <= confirms) value?.done();
      }
      await fleet.flush();
      return lines;
    } finally {
      stop.abort();
      await fleet.close();
    }
  };
  expect(await watched(1, 1, () => runs(host, 'two'))).toEqual(['two']);
  runs(host, 'three', 'four');
  expect(await watched(2, 1)).toEqual(['three', 'four']);
  expect(await watched(1, 1)).toEqual(['four']);
});

test('teams with accounts of their own do not see each other, by nkeys, and a wrong key sees nothing', async () => {
  const keys = [nkeys.createUser(), nkeys.createUser(), nkeys.createUser()];
  const [red, blue, other] = keys;
  const nats = await server(`accounts {
    RED { jetstream: enabled, users: [{ nkey: ${red?.getPublicKey()} }] }
    BLUE { jetstream: enabled, users: [{ nkey: ${blue?.getPublicKey()} }] }
  }`);
  const optionsOf = (name: string, key: typeof red) =>
    nats.options({
      nkey: nats.write(`${name}.nk`, `# ${name}\n${new TextDecoder().decode(key?.getSeed())}\n`),
    });
  const [asRed, asBlue, asOther] = [
    optionsOf('red', red),
    optionsOf('blue', blue),
    optionsOf('other', other),
  ];
  runs(await member(asRed), 'red secret');
  runs(await member(asBlue), 'blue secret');
  await expect.poll(() => ended(asRed)).toEqual(['red secret']);
  await expect.poll(() => ended(asBlue)).toEqual(['blue secret']);
  await expect(FleetClient.open(asOther)).rejects.toThrow(/NATS at .*: .*[Aa]uthorization/);
  await expect(FleetClient.open(nats.options())).rejects.toThrow(/NATS at/);
  // A server that cannot speak TLS gets no credentials from who asks for TLS.
  const tls = { ...asRed, servers: [nats.url.replace('nats:', 'tls:')] };
  await expect(FleetClient.open(tls)).rejects.toThrow(/tls/i);
});
