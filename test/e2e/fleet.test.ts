/** `cotty fleet` beside a real nats-server: a reader that sleeps, a watcher that is killed, a server that refuses. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatEvent } from '../../src/fleet/event.ts';
import { subjectsOf } from '../../src/fleet/subjects.ts';
import { NatsServer } from '../support/nats-server.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

const subjects = subjectsOf('cotty');
const EVENTS = 1500;

let sandbox: Sandbox;
let nats: NatsServer;
let connection: NatsConnection;

async function server(config = ''): Promise<void> {
  nats = await NatsServer.start(config);
  connection = await connect({ servers: nats.url.replace('nats://', ''), noAsyncTraces: true });
}

beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  await sandbox.close();
  await connection?.close();
  await nats?.close();
});

/** A watcher whose reader has not begun to read. */
function watcher(name: string) {
  const child = spawn(
    programNode,
    [bin, 'fleet', 'watch', '--json', '--name', name, '--limit', String(EVENTS), '--nats', nats.url],
    { cwd: sandbox.home, env: sandbox.env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return { child, read: () => text(child.stdout) };
}

/** Events of one host, each with a line of a kilobyte: far more than a pipe holds. */
async function publishEvents(): Promise<void> {
  const host = { id: '0123456789abcdef', name: 'box' };
  const terminal = { id: 'build-1', name: 'build', uri: 'ahp-terminal:/build' };
  const time = new Date(0).toISOString();
  const publishing = Array.from({ length: EVENTS }, (_, index) => {
    const record = {
      ...{
        seq: index + 1,
        cmd: `make ${'x'.repeat(1000)}`,
        writer: null,
        started_at: time,
        finished_at: time,
      },
      ...{ duration_s: 0, exit: 0, killed_by_restart: false, timed_out: false, cwd: null },
      ...{ command_id: 'cmd', cmd_cut: 0, redacted: [] },
    };
    const subject = subjects.event({ host: host.id, terminal: terminal.id, kind: 'ended' });
    return jetstream(connection).publish(subject, formatEvent({ kind: 'ended', host, terminal, record }));
  });
  await Promise.all(publishing);
}

/** The state of a watcher at the server; undefined before it has come. */
async function stateOf(name: string) {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return manager.consumers.info('cotty-events', name).catch(() => undefined);
}

/** Resolves when the watcher has confirmed nothing more for a second. */
async function stalled(name: string): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const floor = (await stateOf(name))?.ack_floor.stream_seq ?? 0;
        const isSame = floor > 0 && floor === before;
        before = floor;
        return isSame;
      },
      { interval: 1000 },
    )
    .toBe(true);
}

/** The numbers in the whole lines of an output; a line that was cut off by a kill does not count. */
function seqs(output: string): readonly number[] {
  const lines = output.slice(0, output.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => Number(JSON.parse(line).seq));
}

const all = Array.from({ length: EVENTS }, (_, index) => index + 1);

test('a reader that sleeps holds the stream back, and nothing is lost when the watcher is killed', async () => {
  await server();
  const first = watcher('pager');
  await expect.poll(() => stateOf('pager')).toBeDefined();
  await publishEvents();
  await stalled('pager');
  const { num_pending = 0, num_ack_pending = 0 } = (await stateOf('pager')) ?? {};
  expect(num_pending).toBeGreaterThan(EVENTS / 2);
  expect(num_ack_pending).toBeLessThanOrEqual(64);
  first.child.kill('SIGKILL');
  const before = seqs(await first.read());
  const after = seqs(await watcherUntilAll(new Set(before)));
  expect(before.length).toBeGreaterThan(0);
  expect([...new Set([...before, ...after])].toSorted((one, other) => one - other)).toEqual(all);
});

/** What a second watcher prints until it has all that the first one has not. */
async function watcherUntilAll(told: Set<number>): Promise<string> {
  const { child } = watcher('pager');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  await expect.poll(() => new Set([...told, ...seqs(output)]).size).toBe(EVENTS);
  child.kill('SIGINT');
  await once(child, 'exit');
  return output;
}

test('what waits so long for a slow reader that the server sends it again is told once', async () => {
  await server();
  await sandbox.run(['fleet', 'ls', '--nats', nats.url]);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  await manager.consumers.add('cotty-events', {
    durable_name: 'slow',
    ack_policy: AckPolicy.Explicit,
    ack_wait: 1e9,
    max_ack_pending: 64,
    deliver_policy: DeliverPolicy.New,
    filter_subject: subjects.events.ended,
  });
  const { child, read } = watcher('slow');
  await publishEvents();
  await stalled('slow');
  const output = read();
  await once(child, 'exit');
  expect(seqs(await output)).toEqual(all);
});

test('a line that is too large for the server is set aside and told of, and stops neither later ones nor forgetting', async () => {
  await server('max_payload: 4096\n');
  sandbox.env['COTTY_NATS'] = nats.url;
  await sandbox.openTerminals('build');
  const output = async (...args: readonly string[]) => {
    const { stdout, stderr } = await sandbox.run(args);
    return stdout + stderr;
  };
  await sandbox.runIn('build', 'echo first');
  await sandbox.runIn('build', `: ${'x'.repeat(6000)}`);
  await sandbox.runIn('build', 'echo later');
  await expect.poll(() => output('fleet', 'history')).toContain('echo later');
  const history = await output('fleet', 'history');
  expect(history).toContain('echo first');
  expect(history).not.toContain('xxxx');
  const why =
    /1 event refused by the server; the last of build-[\w-]+, command 2: it has \d+ bytes, and the server takes 4096/;
  await expect.poll(() => output('fleet', 'ls')).toMatch(why);
  expect(await output('host', 'status')).toMatch(why);
  const [host] = (await output('fleet', 'ls', '--json')).split('\n');
  expect(JSON.parse(host ?? '')).toMatchObject({ refused: { count: 1, given_up: 0, seq: 2 } });
  expect(await output('forget', 'build', '1')).toBe('');
  await expect.poll(() => output('fleet', 'history')).not.toContain('echo first');
  // It was not published, and now nothing of it is tried again.
  expect(await output('forget', 'build', '2')).toBe('');
  await expect.poll(() => output('host', 'status')).not.toContain('refused');
});
