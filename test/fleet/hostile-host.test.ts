/** A host with exactly the rights that the README gives it, and what it tries against another one, at a real nats-server. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../src/cli/fleet/fleet.ts';
import { eventId, formatEvent, formatHello, readEvent } from '../../src/fleet/event.ts';
import { subjectsOf } from '../../src/fleet/subjects.ts';
import { systemClock } from '../../src/host/common/clock.ts';
import { FleetFile } from '../../src/host/fleet/fleet-file.ts';
import { fleetMember } from '../../src/host/fleet/fleet-member.ts';
import { fakeIo } from '../support/fake-io.ts';
import { MemoryHost, marks } from '../support/memory-host.ts';
import { NatsServer } from '../support/nats-server.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** The id of the host that is attacked is made when it joins; the other one has chosen its own. */
const HOSTILE = 'bad0bad0bad0bad0';
const subjects = subjectsOf('cotty');
const [reader, good, hostile] = [nkeys.createUser(), nkeys.createUser(), nkeys.createUser()];
type Key = typeof reader;

/** The configuration in the README, with a second host. */
function configuration(id: string): string {
  const readme = readFileSync(fileURLToPath(new URL('../../src/fleet/README.md', import.meta.url)), 'utf8');
  const [, conf = ''] = /```conf\n([^`]+)```/.exec(readme) ?? [];
  const [, host = ''] = /users: \[\s+(\{ nkey: HOST,[^\]]+\][^\]]+\] \} \} \})/.exec(conf) ?? [];
  expect(host).toContain('_INBOX.ID.>');
  const of = (key: Key, name: string) => host.replace('HOST', key.getPublicKey()).replaceAll('ID', name);
  return conf
    .replace(host, `${of(good, id)}\n${of(hostile, HOSTILE)}`)
    .replace('READER', reader.getPublicKey());
}

let nats: NatsServer;
let state = '';
let victim: MemoryHost;
let enemy: NatsConnection;
let admin: NatsConnection;
let id = '';
const seedFile = (name: string, key: Key) =>
  nats.write(`${name}.nk`, new TextDecoder().decode(key.getSeed()));
const dial = (key: Key, inboxPrefix: string) =>
  connect({
    servers: nats.url.replace('nats://', ''),
    authenticator: nkeyAuthenticator(key.getSeed()),
    inboxPrefix,
    noAsyncTraces: true,
  });

beforeAll(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-victim-'));
  const file = new FleetFile(state);
  await file.save();
  ({ id } = file);
  nats = await NatsServer.start(configuration(id));
  admin = await dial(reader, '_INBOX');
  expect((await fleet('ls')).out).toBe('No hosts.\n');
  victim = await MemoryHost.start({
    clock: systemClock,
    record: { folder: state },
    fleet: fleetMember({ nats: nats.options({ nkey: seedFile('good', good) }), outputs: true }),
  });
  const client = await victim.connect('ada', { writer: 'user:ada' });
  await client.createTerminal('ahp-terminal:/build', { name: 'build' });
  victim.pty.print(marks.prompt);
  enemy = await dial(hostile, `_INBOX.${HOSTILE}`);
});

afterAll(async () => {
  await victim?.host.close();
  await enemy?.close();
  await admin?.close();
  await nats?.close();
  removeFolder(state);
});

/** Runs `cotty fleet` as the reader. */
async function fleet(...args: readonly string[]) {
  const fake = fakeIo({ env: { HOME: state }, cwd: state });
  const code = await run([...args, '--nats', nats.url, '--nats-nkey', seedFile('reader', reader)], fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

async function history(): Promise<readonly Record<string, unknown>[]> {
  const { out } = await fleet('history', '--json');
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const cmds = async () => (await history()).filter(({ host_id }) => host_id === id).map(({ cmd }) => cmd);

function runs(...lines: readonly string[]): void {
  for (const line of lines)
    victim.pty.print(`${marks.start(line)}printed by ${line}\r\n${marks.end(0)}${marks.prompt}`);
}

/** The event of the attacked host with that number, as its stream has it. */
async function eventOf(seq: number) {
  const manager = await jetstreamManager(admin, { checkAPI: false });
  for (let position = 1; ; position += 1) {
    const message = await manager.streams.getMessage('cotty-events', { seq: position });
    const subject = subjects.eventOf(message?.subject ?? '');
    const event = subject && readEvent(message?.string() ?? '', subject);
    if (event?.record.seq === seq) return { event, subject: message?.subject ?? '' };
  }
}

const publish = (subject: string, text: string, msgID?: string) =>
  jetstream(enemy).publish(subject, text, { timeout: 2000, ...(msgID === undefined ? {} : { msgID }) });

test('it forges no command: the server refuses the subjects of others, and readers what speaks for others', async () => {
  runs('make all');
  await expect.poll(cmds).toEqual(['make all']);
  const { event, subject } = await eventOf(1);
  await expect(publish(subject, formatEvent(event))).rejects.toThrow(/Permissions Violation/);
  const evil = { ...event, record: { ...event.record, cmd: 'rm -rf /var/lib/postgres' } };
  const own = (kind: 'ended' | 'forgot') =>
    subjects.event({ host: HOSTILE, terminal: event.terminal.id, kind });
  for (const seq of [1, 7])
    await publish(own('ended'), formatEvent({ ...evil, record: { ...evil.record, seq } }));
  await publish(own('forgot'), formatEvent({ ...event, kind: 'forgot' }));
  expect(await cmds()).toEqual(['make all']);
  const { err, out } = await fleet('history');
  expect(err).toContain(
    `dropped of ${HOSTILE}: 3 messages that cannot be read, or that speak for another host`,
  );
  expect(out).not.toContain('postgres');
});

test('it is not mistaken by its name, or by fields that no record has', async () => {
  const { event } = await eventOf(1);
  const name = event.host.name;
  const record = {
    ...event.record,
    cmd: 'in its own name',
    host: name,
    host_id: id,
    uri: 'x',
    terminal: 'y',
  };
  const made = { ...event, host: { id: HOSTILE, name }, record };
  await publish(
    subjects.event({ host: HOSTILE, terminal: event.terminal.id, kind: 'ended' }),
    formatEvent(made),
  );
  const found = async () => (await history()).find(({ cmd }) => cmd === 'in its own name');
  expect(await found()).toMatchObject({
    host: `${name}~${HOSTILE}`,
    host_id: HOSTILE,
    uri: event.terminal.uri,
    terminal: 'build',
  });
  expect((await history())[0]).toMatchObject({ cmd: 'make all', host: name });
  // When it says hello by that name, the name alone is nobody's.
  const hello = { id: HOSTILE, name, version: '1', user: 'ada', state: 'here', terminals: 1 } as const;
  await publish(subjects.hello(HOSTILE), formatHello(hello));
  expect((await history())[0]).toMatchObject({ cmd: 'make all', host: `${name}~${id}` });
  const asked = await fleet('history', '--host', name);
  expect(asked.err).toMatch(/more than one host is called ".*": name one of .*~/);
  expect(asked.code).toBe(1);
  expect((await fleet('history', '--host', id)).out).not.toContain('in its own name');
  await publish(subjects.hello(HOSTILE), formatHello({ ...hello, name: 'enemy' }));
});

test('it answers for nobody else, and not in the place of others', async () => {
  const { event } = await eventOf(1);
  const hello = {
    id,
    name: event.host.name,
    version: '1',
    user: 'eve',
    state: 'stopped',
    terminals: 0,
  } as const;
  await publish(subjects.hello(HOSTILE), formatHello(hello));
  await expect(publish(subjects.hello(id), formatHello(hello))).rejects.toThrow(/Permissions Violation/);
  const heard: string[] = [];
  enemy.subscribe(subjects.askAll, {
    callback: (_error, message) => {
      const token = JSON.parse(message.string()).answer;
      heard.push(message.reply ?? '');
      const terminals = [
        { id: 'x', name: 'forged', uri: 'x', cwd: null, command: null, since: null, program: null },
      ];
      const answer = JSON.stringify({ host: id, process: 'x', terminals, more: false });
      for (let times = 0; times < 20; times += 1) enemy.publish(subjects.answer(HOSTILE, token), answer);
      enemy.publish(subjects.answer(id, token), answer);
    },
  });
  await enemy.flush();
  const { out, err } = await fleet('ls', '--json', '--timeout', '20');
  const [host, ...more] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(more).toEqual([]);
  expect(host).toMatchObject({ id, state: 'here', version: '1.2.3', copied: false });
  expect(host.terminals).toMatchObject([{ name: 'build' }]);
  expect(err).toContain(`dropped of ${HOSTILE}: 1 message`);
  // There is no address to which it could answer past its own subject.
  expect(heard).toEqual(['']);
});

test('it keeps no event of another out of the stream by using its id first', async () => {
  const { event } = await eventOf(1);
  const own = (seq: number) =>
    subjects.event({ host: HOSTILE, terminal: event.terminal.id, kind: seq > 0 ? 'ended' : 'began' });
  // What the next events will be called, for who knows everything but the secret.
  for (let seq = 2; seq < 6; seq += 1)
    for (const kind of ['began', 'ended'] as const) {
      const next = { ...event, kind, record: { ...event.record, seq } };
      for (const msgID of [`${id}.${event.terminal.id}.${seq}.${kind}`, eventId(next, ''), eventId(next, id)])
        await publish(own(seq), 'x', msgID);
    }
  runs('after the squatter', 'and another');
  await expect.poll(cmds).toEqual(['make all', 'after the squatter', 'and another']);
});

test('it removes nothing: neither by requests, nor by confirmations that it has sent to subjects of others', async () => {
  const before = await cmds();
  const manager = await jetstreamManager(enemy, { checkAPI: false });
  for (const attempt of [
    () => manager.streams.purge('cotty-events'),
    () => manager.streams.deleteMessage('cotty-events', 1),
    () => manager.streams.delete('cotty-hosts'),
    () => manager.streams.add({ name: 'copy', subjects: [`cotty.${HOSTILE}.x`] }),
    () => manager.consumers.add('cotty-events', { durable_name: 'eve' }),
  ])
    await expect(attempt()).rejects.toThrow(/Permissions Violation/);
  const { subject } = await eventOf(1);
  const own = subjects.event({ host: HOSTILE, terminal: 'x', kind: 'ended' });
  for (const reply of [
    '$JS.API.STREAM.PURGE.cotty-events',
    '$JS.API.STREAM.PURGE.cotty-hosts',
    '$JS.API.STREAM.DELETE.cotty-events',
    '$JS.API.STREAM.MSG.DELETE.cotty-events',
    subjects.hello(id),
    subject,
  ])
    for (const from of [own, subjects.hello(HOSTILE)]) enemy.publish(from, '', { reply });
  await enemy.flush();
  runs('the last one');
  await expect.poll(cmds).toEqual([...before, 'the last one']);
  const all = await fleet('history', '--rebuild');
  for (const line of [...before, 'the last one']) expect(all.out).toContain(line);
  expect((await fleet('ls', '--timeout', '20')).out).toMatch(/build/);
});

test('it reads neither the stream nor what others are sent', async () => {
  const read: string[] = [];
  for (const subject of [
    '>',
    '_INBOX.>',
    '_INBOX.*.*',
    `_INBOX.${id}.>`,
    'cotty.>',
    subjects.ask(id),
    '$JS.>',
    '_R_.>',
  ])
    enemy.subscribe(subject, {
      callback: (error, message) => {
        read.push(error === null ? `${subject}: ${message.subject}` : 'refused');
      },
    });
  await enemy.flush();
  const { out } = await fleet('output', id, 'build', '1', '--timeout', '20');
  expect(out).toBe('printed by make all\n');
  await fleet('history', '--rebuild');
  expect(new Set(read)).toEqual(new Set(['refused']));
});
