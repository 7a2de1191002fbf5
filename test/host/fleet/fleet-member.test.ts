import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, nkeys } from '@nats-io/transport-node';
import { afterEach, expect, test } from 'vitest';
import { FleetClient } from '../../../src/cli/fleet/fleet-client.ts';
import { FleetIndex } from '../../../src/cli/fleet/fleet-index.ts';
import { readEvent } from '../../../src/fleet/event.ts';
import type { NatsOptions } from '../../../src/fleet/nats-options.ts';
import { systemClock } from '../../../src/host/common/clock.ts';
import { fleetMember } from '../../../src/host/fleet/fleet-member.ts';
import { MemoryHost, marks } from '../../support/memory-host.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { programPath } from '../../support/programs.ts';
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

/** The command lines that ended, as the stream has them. */
async function ended(options: NatsOptions): Promise<readonly string[]> {
  const fleet = await FleetClient.open(options);
  try {
    const lines: string[] = [];
    for await (const { subject, text } of fleet.eventsFrom(await fleet.events(), 1)) {
      expect(text).not.toContain('printed by');
      const of = fleet.subjects.eventOf(subject);
      const event = of && readEvent(text, of);
      if (event?.kind === 'ended') lines.push(event.record.cmd);
    }
    return lines;
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
  await expect.poll(async () => (await fleet.hosts()).filter(({ isAway }) => !isAway).length).toBe(2);
  const ids = (await fleet.hosts()).map(({ id }) => id);
  const answers = [...(await fleet.lists(ids, 20_000))].map(([host, answer]) => ({ host, ...answer }));
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

test('a host answers in messages that the server takes, and floods of requests with few', async () => {
  const nats = await server('max_payload: 4096\n');
  const host = await member(nats.options(), true);
  const client = await host.connect('eve', { writer: 'user:eve' });
  for (let number = 0; number < 20; number += 1)
    await client.createTerminal(`ahp-terminal:/long-${number}`, {
      name: `${number} ${'\u00e4'.repeat(300)}`,
    });
  const line = 'cat long';
  const printed = Array.from({ length: 3000 }, (_, index) => `line ${index} \u00e4\u20ac`);
  host.pty.print(marks.prompt);
  host.pty.print(`${marks.start(line)}${printed.join('\r\n')}\r\n${marks.end(0)}${marks.prompt}`);
  await expect.poll(() => ended(nats.options())).toEqual([line]);
  const fleet = await FleetClient.open(nats.options());
  closing.push(() => fleet.close());
  const [hello] = await fleet.hosts();
  const id = hello?.id ?? '';
  const answer = async (limitMs: number) => (await fleet.lists([id], limitMs)).get(id);
  const { terminals = [], more } = (await answer(20_000)) ?? {};
  expect(terminals.length).toBeGreaterThan(1);
  expect(terminals.length).toBeLessThan(21);
  expect(more).toBe(true);
  let output = '';
  const terminal = `long-19-${createHash('sha256').update('ahp-terminal:/long-19').digest('hex').slice(0, 8)}`;
  for await (const { text } of fleet.output(id, terminal, 1, 20_000)) output += text;
  expect(output).toBe(`${printed.join('\r\n')}\r\n`);
  // Each of them is asked with the same token, so that one watcher sees all answers.
  const flood = await connect({ servers: nats.url.replace('nats://', ''), noAsyncTraces: true });
  closing.push(() => flood.close());
  const token = 'f'.repeat(32);
  let answers = 0;
  flood.subscribe(fleet.subjects.answer('*', token), {
    callback: () => {
      answers += 1;
    },
  });
  const question = JSON.stringify({ answer: token, output: null });
  for (let times = 0; times < 5000; times += 1) flood.publish(fleet.subjects.askAll, question);
  await flood.flush();
  // What comes while too many wait is dropped: the host answers again when it has got through.
  await expect.poll(() => answer(1_000)).toMatchObject({ more: true });
  expect(answers).toBeGreaterThan(0);
  expect(answers).toBeLessThan(2500);
});

test('a copy of a state folder is told of, and hides no command of either host', async () => {
  const nats = await server();
  const first = mkdtempSync(join(tmpdir(), 'cotty-first-'));
  const second = mkdtempSync(join(tmpdir(), 'cotty-second-'));
  const joined = async (folder: string, line: string) => {
    const host = await MemoryHost.start({
      clock: systemClock,
      record: { folder },
      fleet: fleetMember({ nats: nats.options(), outputs: false }),
    });
    closing.push(async () => {
      await host.host.close();
      removeFolder(folder);
    });
    const client = await host.connect('ada', { writer: 'user:ada' });
    await client.createTerminal('ahp-terminal:/build', { name: 'build' });
    host.pty.print(marks.prompt);
    runs(host, line);
  };
  await joined(first, 'on the first');
  await expect.poll(() => ended(nats.options())).toEqual(['on the first']);
  copyFileSync(join(first, 'fleet.json'), join(second, 'fleet.json'));
  await joined(second, 'on the copy');
  await expect.poll(() => ended(nats.options())).toEqual(['on the first', 'on the copy']);
  const fleet = await FleetClient.open(nats.options());
  closing.push(() => fleet.close());
  const [hello, ...more] = await fleet.hosts();
  expect(more).toEqual([]);
  const id = hello?.id ?? '';
  const isTwice = async () => (await fleet.lists([id, 'nobody'], 1000)).get(id)?.isTwice;
  await expect.poll(isTwice).toBe(true);
  const index = await FleetIndex.open(join(first, 'index'), fleet.subjects, true);
  const ends = await fleet.events();
  index.begin(ends);
  await index.take(fleet.eventsFrom(ends, 1));
  const { found } = index.find({ words: [], failed: false, limit: 10 });
  expect(found.map(({ record }) => `${record.seq} ${record.cmd}`).toSorted()).toEqual([
    '1 on the copy',
    '1 on the first',
  ]);
  index.close();
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

type Key = ReturnType<typeof nkeys.createUser>;
const publicKey = (key: Key): string => key.getPublicKey();

/** A token as nsc makes it: claims, signed by an nkey. */
function token(claims: Readonly<Record<string, unknown>>, signer: Key): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const all = { jti: String(claims['sub']), iat: 1_700_000_000, iss: publicKey(signer), ...claims };
  const body = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(all)}`;
  return `${body}.${Buffer.from(signer.sign(Buffer.from(body))).toString('base64url')}`;
}

/** `most`: -1 for no limit. The account of the system may store nothing. */
function accountToken(name: string, account: Key, operator: Key, most: number): string {
  const unlimited = ['subs', 'data', 'payload', 'imports', 'exports', 'conn', 'leaf'];
  const stored = ['consumer', 'streams', 'mem_storage', 'disk_storage'];
  const limits = {
    ...Object.fromEntries(unlimited.map((each) => [each, -1])),
    ...Object.fromEntries(stored.map((each) => [each, most])),
    wildcards: true,
  };
  const nats = { limits, type: 'account', version: 2 };
  return token({ sub: publicKey(account), name, nats }, operator);
}

function credsOf(user: Key, account: Key): string {
  const nats = { pub: {}, sub: {}, subs: -1, data: -1, payload: -1, type: 'user', version: 2 };
  const section = (name: string, text: string) =>
    `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n\n`;
  return (
    section('NATS USER JWT', token({ sub: publicKey(user), name: 'user', nats }, account)) +
    section('USER NKEY SEED', new TextDecoder().decode(user.getSeed()))
  );
}

test('teams have accounts of an operator, by files of credentials as nsc writes them, which may be exchanged', async () => {
  const operator = nkeys.createOperator();
  const [system, red, blue] = [nkeys.createAccount(), nkeys.createAccount(), nkeys.createAccount()];
  const accounts = { SYS: system, RED: red, BLUE: blue };
  const preload = Object.entries(accounts).map(
    ([name, key]) => `${publicKey(key)}: "${accountToken(name, key, operator, key === system ? 0 : -1)}"`,
  );
  const nats = await server(`operator: "${token(
    { sub: publicKey(operator), name: 'OP', nats: { type: 'operator', version: 2 } },
    operator,
  )}"
system_account: ${publicKey(system)}
resolver: MEMORY
resolver_preload { ${preload.join('\n')} }
`);
  const optionsOf = (name: string, account: Key) =>
    nats.options({ creds: nats.write(`${name}.creds`, credsOf(nkeys.createUser(), account)) });
  const [asRed, asBlue] = [optionsOf('red', red), optionsOf('blue', blue)];
  const host = await member(asRed);
  runs(host, 'red secret');
  runs(await member(asBlue), 'blue secret');
  await expect.poll(() => ended(asRed)).toEqual(['red secret']);
  await expect.poll(() => ended(asBlue)).toEqual(['blue secret']);
  // A host reads its file again when it connects again.
  optionsOf('red', red);
  await nats.kill();
  await nats.run();
  runs(host, 'with other credentials');
  await expect.poll(() => ended(asRed)).toEqual(['red secret', 'with other credentials']);
  const wrong = optionsOf('wrong', nkeys.createAccount());
  await expect(FleetClient.open(wrong)).rejects.toThrow(/NATS at .*: .*[Aa]uthorization/);
});

/** A certificate for 127.0.0.1, signed by `ca`, or by itself. Returns its path without an ending. */
function certificate(folder: string, name: string, ca?: string): string {
  const path = join(folder, name);
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    `${path}.key`,
  ];
  const signer = ca === undefined ? [] : ['-CA', `${ca}.pem`, '-CAkey', `${ca}.key`];
  execFileSync(
    programPath('openssl'),
    ['req', '-x509', ...key, ...subject, ...signer, '-days', '2', '-out', `${path}.pem`],
    {
      stdio: 'ignore',
    },
  );
  return path;
}

test('a server with TLS is checked by the certificate of its signer, and asks for one of the host', async () => {
  programPath('openssl');
  const folder = mkdtempSync(join(tmpdir(), 'cotty-tls-'));
  closing.push(() => removeFolder(folder));
  const ca = certificate(folder, 'ca');
  const [own, mine] = [certificate(folder, 'server', ca), certificate(folder, 'client', ca)];
  const nats = await server(
    `tls { cert_file: "${own}.pem", key_file: "${own}.key", ca_file: "${ca}.pem", verify: true }`,
  );
  const options = nats.options({ ca: `${ca}.pem`, cert: `${mine}.pem`, key: `${mine}.key` });
  runs(await member(options), 'over tls');
  await expect.poll(() => ended(options)).toEqual(['over tls']);
  const { ca: _ca, ...unknownSigner } = options;
  await expect(FleetClient.open(unknownSigner)).rejects.toThrow(/NATS at .*certificate/);
  const { cert: _cert, key: _key, ...nobody } = options;
  await expect(FleetClient.open(nobody)).rejects.toThrow(/NATS at /);
});
