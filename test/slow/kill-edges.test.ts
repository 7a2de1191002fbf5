/** Kills where `kill.test.ts` has none: beside a fleet, another machine, notes, comparisons and the index of the history. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterEach, expect, test } from 'vitest';
import { FleetClient } from '../../src/cli/fleet/fleet-client.ts';
import type { Client } from '../../src/client/client.ts';
import { type CommandEvent, readEvent } from '../../src/fleet/event.ts';
import { HISTORY } from '../../src/ledger/files/ledger-files.ts';
import { formatRow } from '../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../src/ledger/files/meta-file.ts';
import type { LedgerRecord } from '../../src/ledger/records/record.ts';
import { killWhileStarting, startBackgroundHost } from '../support/background-host.ts';
import { connectTo, terminalOf } from '../support/host-client.ts';
import { isRunning } from '../support/is-running.ts';
import { expectWhole, halfWritten, keptRecords, onlyRecords } from '../support/kept-records.ts';
import { keeperOf, killHost } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { NatsServer } from '../support/nats-server.ts';
import { programNode } from '../support/node.ts';
import { needs } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

/** Kills of hosts in all three tests; `COTTY_KILLS=12` for a short run. */
const KILLS = Number(process.env['COTTY_KILLS'] ?? 200);
/** Of each of the two hosts of a test: both are killed side by side, so that the kills come while the machine is busy. */
const OF_FLEET = Math.ceil(KILLS * 0.2);
const OF_MACHINES = Math.ceil(KILLS * 0.1);
const OF_NOTES = Math.ceil(KILLS / 2) - OF_FLEET - OF_MACHINES;
/** Of so many lives one ends before it is ready. */
const UNREADY = 5;
/** With so many kills of a host one ends its programs, too. */
const WITH_PROGRAMS = 5;

const T = 'ahp-terminal:/build-1';
/** Takes so long that the host saves what it prints, and removes what a killed one has left of that. */
const LAST = 'echo last; sleep 1';

let sandboxes: readonly Sandbox[] = [];
let nats: NatsServer | undefined;
afterEach(async () => {
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
  await nats?.close();
  nats = undefined;
});

function twoSandboxes(): readonly [Sandbox, Sandbox] {
  const two = [new Sandbox(), new Sandbox()] as const;
  sandboxes = two;
  return two;
}

const aWhile = (mostMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs));

/** All of them have ended when it resolves, whatever went wrong with one. */
async function sideBySide(...all: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
}

/** Kills the host again and again. Each time another one serves: its keeper starts it, or who comes first. */
async function killAgainAndAgain(sandbox: Sandbox, kills: number): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    await aWhile(800);
    const keeper = kill % WITH_PROGRAMS === 0 ? keeperOf(sandbox) : undefined;
    const killed = killHost(sandbox);
    if (keeper !== undefined) process.kill(keeper, 'SIGKILL');
    await expect.poll(() => isRunning(killed)).toBe(false);
    if (keeper !== undefined) await sandbox.run(['host', '--stdio']);
    expect(await sandbox.run(['ls'])).toMatchObject({ code: 0 });
  }
}

/** Calls again and again until something else has ended. */
async function meanwhile(other: Promise<unknown>, act: (number: number) => Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  other.then(over, over);
  for (let number = 1; !isOver; number += 1) await act(number);
}

const linesOf = (text: string) =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Each of these as often as the other has it. */
function expectSame(one: readonly string[], other: readonly string[]): void {
  expect(one.toSorted()).toEqual(other.toSorted());
}

function expectNothingHalf(): void {
  expect(sandboxes.flatMap(({ root }) => halfWritten(root))).toEqual([]);
}

// ── A fleet ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One command after the other, until the host is gone; resolves when the first has ended. */
async function typeOn(client: Client): Promise<void> {
  const mirror = await client.subscribe(T);
  let count = 0;
  const next = () => {
    count += 1;
    // Some are cut off by a kill, others have just ended.
    const pause = count % 3 === 0 ? 'sleep 0.3; ' : '';
    client.dispatch(T, { type: 'terminal/input', data: `${pause}echo line ${count}; (exit ${count % 4})\r` });
  };
  await new Promise<void>((resolve) => {
    mirror.onChange((_state, cause) => {
      if (cause.kind !== 'action' || cause.envelope.action.type !== 'terminal/commandFinished') return;
      next();
      resolve();
    });
    next();
  });
}

async function livesInFleet(sandbox: Sandbox): Promise<void> {
  for (let life = 1; life <= OF_FLEET; life += 1) {
    if (life % UNREADY === 0) {
      await killWhileStarting(sandbox, Math.random() * 900);
      continue;
    }
    const host = await startBackgroundHost(sandbox);
    const claim = { kind: 'client', clientId: host.client.clientId } as const;
    if (life === 1)
      await host.client.createTerminal({ channel: T, name: 'build', claim, cols: 90, rows: 20 });
    await typeOn(host.client);
    await aWhile(800);
    await host.kill();
  }
}

type Told = { readonly host: string; readonly terminal: string; readonly record: CommandEvent['record'] };

function idOf({ host, terminal, record }: Told): string {
  const { seq, started_at, cmd, exit, killed_by_restart } = record;
  return [host, terminal, seq, started_at, cmd, exit, killed_by_restart].join(' ');
}

/** As the lines of `cotty fleet` have it. */
function toldIn(text: string): readonly string[] {
  return linesOf(text).map(({ host_id, terminal_id, ...record }) =>
    idOf({ host: host_id, terminal: terminal_id, record }),
  );
}

/** What is in the stream, in its order. */
async function streamed(client: FleetClient): Promise<readonly { position: number; event: CommandEvent }[]> {
  const found: { position: number; event: CommandEvent }[] = [];
  for await (const { position, subject, text } of client.eventsFrom(await client.events(), 1)) {
    const of = client.subjects.eventOf(subject);
    const event = of && readEvent(text, of);
    if (event === undefined) throw new Error(`no event: ${subject} ${text}`);
    found.push({ position, event });
  }
  return found;
}

/** A watcher and a reader of the history of the fleet, which are killed in turn. */
class FleetReaders {
  readonly #sandbox: Sandbox;
  /** The lines of each watcher. */
  readonly lives: (readonly string[])[] = [];

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get told(): ReadonlySet<string> {
    return new Set(this.lives.flat());
  }

  /** Resolves when the server keeps for the watcher what it has not read. */
  async begin(connection: NatsConnection): Promise<void> {
    const script = this.watcher();
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const known = () => manager.consumers.info('cotty-events', 'pager').catch(() => undefined);
    await expect.poll(known).toBeDefined();
    await this.end(script, 'SIGKILL');
  }

  watcher(): Script {
    return new Script(this.#sandbox, ['fleet', 'watch', '--json', '--name', 'pager']);
  }

  history(): Script {
    return new Script(this.#sandbox, ['fleet', 'history', '--json', '--all']);
  }

  async live(number: number): Promise<void> {
    const isWatcher = number % 2 === 1;
    const script = isWatcher ? this.watcher() : this.history();
    await aWhile(isWatcher ? 2500 : 1000);
    await this.end(script, 'SIGKILL', isWatcher);
  }

  async end(script: Script, signal: NodeJS.Signals, isWatcher = true): Promise<void> {
    script.child.kill(signal);
    await script.ended;
    if (isWatcher) this.lives.push(toldIn(script.stdout));
  }
}

test('a fleet has each command once and in order for every reader, at whatever moments its hosts and its readers are killed', async () => {
  needs('nats-server');
  const hosts = twoSandboxes();
  nats = await NatsServer.start();
  for (const { env } of hosts) env['COTTY_NATS'] = nats.url;
  const client = await FleetClient.open(nats.options());
  const connection = await connect({ servers: nats.url.replace('nats://', ''), noAsyncTraces: true });
  try {
    const readers = new FleetReaders(hosts[0]);
    await readers.begin(connection);
    const lives = sideBySide(...hosts.map(livesInFleet));
    await sideBySide(
      lives,
      meanwhile(lives, (number) => readers.live(number)),
    );

    const ids = new Map<string, readonly LedgerRecord[]>();
    for (const sandbox of hosts) {
      const host = await startBackgroundHost(sandbox);
      await host.client.cotty.run(T, { commandLine: LAST, patient: true });
      const { fleet } = await host.client.cotty.status();
      await host.end('SIGTERM');
      const records = await onlyRecords(sandbox);
      expectWhole(records);
      ids.set(fleet?.id ?? '', records);
    }
    const kept = [...ids].flatMap(([host, records]) =>
      records.filter(({ noCommand }) => noCommand !== true).map((record) => ({ host, record })),
    );
    expect(kept.filter(({ record }) => record.killedByRestart).length).toBeGreaterThan(0);
    const numbered = (events: readonly CommandEvent[]) =>
      events.map(({ host, record }) => `${host.id} ${record.seq} ${record.cmd} ${record.exit}`);
    const ended = async () =>
      (await streamed(client)).flatMap(({ event }) => (event.kind === 'ended' ? [event] : []));
    await expect.poll(async () => (await ended()).length).toBeGreaterThanOrEqual(kept.length);

    const stream = await streamed(client);
    expect(stream.map(({ position }) => position)).toEqual(stream.map((_, index) => index + 1));
    expectSame(
      numbered(await ended()),
      kept.map(
        ({ host, record }) => `${host} ${record.seq} ${record.commandLine} ${record.exitCode ?? null}`,
      ),
    );
    for (const host of ids.keys())
      for (const kind of ['began', 'ended']) {
        const own = stream.filter(({ event }) => event.host.id === host && event.kind === kind);
        const seqs = own.map(({ event }) => event.record.seq);
        expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
      }

    const all = (await ended()).map(({ host, terminal, record }) =>
      idOf({ host: host.id, terminal: terminal.id, record }),
    );
    const last = readers.watcher();
    await expect.poll(() => new Set([...readers.told, ...toldIn(last.stdout)]).size).toBe(all.length);
    await readers.end(last, 'SIGINT');
    expectSame([...readers.told], all);
    // Twice at most what a watcher could not confirm before it was killed.
    for (const lines of readers.lives) expectSame(lines, [...new Set(lines)]);
    const history = readers.history();
    expect(await history.ended).toBe(0);
    expectSame(toldIn(history.stdout), all);
    expectNothingHalf();
    process.stdout.write(
      `fleet: ${2 * OF_FLEET} kills, ${readers.lives.length} watchers, ${all.length} commands\n`,
    );
  } finally {
    await connection.close();
    await client.close();
  }
}, 1_200_000);

// ── Another machine ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A `run` that has told its script how the command ended, or has lost it. */
type Ran = { readonly line: string; readonly code: number; readonly stdout: string };

async function runNumbered(sandbox: Sandbox, name: string, number: number): Promise<Ran> {
  const line = `echo ${name.replace(':', '-')}-${number}; (exit ${40 + (number % 4)})`;
  const { code, stdout } = await sandbox.run(['run', name, '--', line]);
  return { line, code, stdout };
}

/** No command of a script is recorded twice, and what the script was told is on the disk. */
function expectRan(records: readonly LedgerRecord[], runs: readonly Ran[]): void {
  const done = runs.filter(({ code }) => code >= 40 && code < 44);
  expect(done.length).toBeGreaterThan(0);
  for (const { line } of runs)
    expect(records.filter(({ commandLine }) => commandLine === line).length, line).toBeLessThanOrEqual(1);
  for (const { line, code, stdout } of done) {
    const record = records.find(({ commandLine }) => commandLine === line);
    expect(record).toMatchObject({ exitCode: code, output: { head: stdout.replace('\n', '\r\n') } });
  }
}

const tellsOf = (records: readonly LedgerRecord[], name: string) =>
  records.flatMap(({ seq, commandLine, noCommand }) =>
    noCommand === true ? [] : [`${name} ${seq} ${commandLine}`],
  );

test('a machine tells each command once and keeps it, at whatever moments the host there and the host here are killed', async () => {
  const [here, there] = twoSandboxes();
  const variables = Object.entries(there.env).map(([name, value]) => `${name}=${value}`);
  here.write(
    '.config/cotty/machines',
    `box = exec:env -i ${variables.join(' ')} ${programNode} ${bin} host --stdio\n`,
  );
  await sideBySide(here.openTerminals('work'), there.openTerminals('work'));
  const names = ['work', 'box:work'] as const;
  const ada = await McpAgent.open(here, 'ada');
  await expect.poll(async () => (await ada.ok('term_list')).text).toContain('box:work');
  for (const name of names) await ada.ok('term_subscribe', { name });
  const watch = new Script(here, ['watch', '--on', '.,box', '--json']);
  here.closesToo({
    close: async () => {
      watch.interrupt();
      await watch.ended;
    },
  });
  const heard = () => linesOf(watch.stdout).map(({ terminal, seq, cmd }) => `${terminal} ${seq} ${cmd}`);
  // It may take a moment until it watches.
  for (const name of names)
    await expect
      .poll(async () => {
        await here.runIn(name, 'true');
        return heard().filter((line) => line.startsWith(`${name} `)).length;
      })
      .toBeGreaterThan(0);
  const window = here.open(['attach', 'work']);
  await window.waitForText('box:work');

  const wakes: string[] = [];
  const take = async () => {
    const { data, isError } = await ada.call('term_wait', { timeout: 1 });
    if (isError) return [];
    const taken: readonly string[] = data.wakes.map(
      (wake: Record<string, string>) => `${wake['terminal']} ${wake['seq']} ${wake['cmd']}`,
    );
    wakes.push(...taken);
    return taken;
  };
  const runs = new Map<string, Ran[]>(names.map((name) => [name, []]));
  const kills = sideBySide(killAgainAndAgain(here, OF_MACHINES), killAgainAndAgain(there, OF_MACHINES));
  await sideBySide(
    kills,
    meanwhile(kills, take),
    ...names.map((name) =>
      meanwhile(kills, async (number) => runs.get(name)?.push(await runNumbered(here, name, number))),
    ),
  );

  for (const name of names)
    await expect.poll(async () => (await here.run(['run', name, '--', LAST])).stdout).toBe('last\n');
  await window.waitFor(
    'both terminals',
    (screen) => !/not reachable/.test(screen.text()) && screen.text().includes('box:work'),
  );
  window.type('echo "typed $((6 * 7))"\r');
  await window.waitForText('typed 42');
  await window.close();
  const kept = async (sandbox: Sandbox, name: string) => {
    const records = await onlyRecords(sandbox);
    return { name, records, tells: tellsOf(records, name) };
  };
  const both = async () => [await kept(here, 'work'), await kept(there, 'box:work')];
  const tells = (await both()).flatMap((one) => one.tells);
  const from = new Map(names.map((name) => [name, heard().find((line) => line.startsWith(`${name} `))]));
  const since = tells.filter((line) => {
    const [name = '', seq] = line.split(' ');
    const [, first] = from.get(name as 'work')?.split(' ') ?? [];
    return Number(seq) >= Number(first);
  });
  await expect.poll(() => new Set(heard()).size).toBe(since.length);
  expectSame(heard(), since);
  // The agent may still wait to connect to the other machine.
  const taken = async () => {
    await take();
    return new Set(wakes).size;
  };
  await expect.poll(taken).toBe(tells.length);
  expect(await take()).toEqual([]);
  expectSame(wakes, tells);
  await ada.close();
  await sideBySide(here.run(['host', 'stop', '--yes']), there.run(['host', 'stop', '--yes']));
  for (const { name, records } of await both()) {
    expectWhole(records);
    expectRan(records, runs.get(name) ?? []);
  }
  expectNothingHalf();
  process.stdout.write(`machine: ${2 * OF_MACHINES} kills, ${tells.length} commands\n`);
}, 1_200_000);

// ── Notes, comparisons and the index of the history ─────────────────────────────────────────────────────────────────────────

/** What may be kept of each thing that is written: the last that was acknowledged, or one that was lost on its way after it. */
class Written<K> {
  readonly #possible = new Map<K, Set<string>>();

  async write(key: K, text: string, writing: Promise<unknown>): Promise<void> {
    const before = this.#possible.get(key) ?? new Set(['']);
    this.#possible.set(key, new Set([...before, text]));
    await writing;
    this.#possible.set(key, new Set([text]));
  }

  get keys(): readonly K[] {
    return [...this.#possible.keys()];
  }

  may(key: K): readonly string[] {
    return [...(this.#possible.get(key) ?? [''])];
  }
}

/** More commands than the file of the index is written for. */
const OLD = 700;

/** The record of a terminal that is closed. */
function leaveClosed({ home }: Sandbox): void {
  const path = join(home, '.local/state/cotty/terminals/old');
  mkdirSync(path, { recursive: true });
  const facts = { named: false, shell: 'bash', claim: { kind: 'client', clientId: 'nobody' } as const };
  const [name, uri, created] = ['old', 'ahp-terminal:/old', Date.now() - OLD * 1000];
  writeFileSync(join(path, 'meta.json'), formatMeta({ ...facts, uri, name, created, state: 'closed' }));
  const rows = Array.from({ length: OLD }, (_, index) => {
    const startedAt = created + index * 1000;
    const line = { seq: index + 1, commandId: `old-${index + 1}`, commandLine: `echo old-${index + 1}` };
    const output = { head: 'old\r\n', omitted: 0, tail: '' };
    return formatRow({
      kind: 'end',
      record: { ...line, startedAt, finishedAt: startedAt + 500, exitCode: 0, output },
    });
  });
  writeFileSync(join(path, 'ledger.jsonl'), rows.join(''));
}

/** Each of these prints something else each time, and so there is something to compare. */
const REPEATED = ['echo "took $RANDOM ms"', 'seq $((RANDOM % 9 + 1)); (exit $((RANDOM % 2)))', 'date +%N'];
/** Of so many commands one is forgotten when it has ended. */
const FORGOTTEN = 4;

/** A person and an agent who write and read all the time. What is lost with a host they do not try again. */
class Writers {
  readonly #sandbox: Sandbox;
  readonly #client: Client;
  readonly #agent: McpAgent;
  readonly #uri: string;
  /** By the number of the command. */
  readonly #notes = new Written<number>();
  readonly #places = new Written<string>();
  readonly #finished: number[] = [];
  /** The answers to each comparison. */
  readonly #compared = new Map<number, Set<string>>();
  /** Numbers of the old commands that were found. */
  readonly #found = new Set<number>();

  private constructor(sandbox: Sandbox, client: Client, agent: McpAgent) {
    this.#sandbox = sandbox;
    this.#client = client;
    this.#agent = agent;
    this.#uri = terminalOf(client, 'work').resource;
  }

  static async open(sandbox: Sandbox): Promise<Writers> {
    leaveClosed(sandbox);
    await sandbox.openTerminals('work');
    return new Writers(sandbox, await connectTo(sandbox), await McpAgent.open(sandbox, 'ada'));
  }

  async live(kills: number): Promise<void> {
    const killed = killAgainAndAgain(this.#sandbox, kills);
    const acts = [this.#run, this.#note, this.#keepPlace, this.#compare, this.#read];
    await sideBySide(killed, ...acts.map((act) => meanwhile(killed, (number) => this.#try(act, number))));
  }

  /** What fails because its host is killed is over; the next act waits for the next host. */
  async #try(act: (number: number) => Promise<void>, number: number): Promise<void> {
    await act(number).catch(() => {});
    await aWhile(50);
    await expect.poll(() => this.#client.connectionState, { interval: 10 }).toBe('ready');
  }

  readonly #run = async (number: number) => {
    const isForgotten = number % FORGOTTEN === 1;
    // Some are cut off when their output is saved already.
    const commandLine = isForgotten
      ? `echo secret-${number}-; sleep 0.4`
      : (REPEATED[number % REPEATED.length] ?? '');
    const asked = { commandLine, ticket: `run-${number}`, patient: true };
    const { record } = await this.#client.cotty.run(this.#uri, asked);
    if (!isForgotten) this.#finished.push(record.seq);
    else await this.#client.cotty.forget(this.#uri, record.seq);
  };

  /** The person notes something on odd commands, the agent on even ones. */
  readonly #note = async (number: number) => {
    const seq = this.#anyFinished();
    const note = `note ${number}`;
    const noting =
      seq % 2 === 1
        ? this.#client.cotty.annotate(this.#uri, seq, { note, bookmarked: true })
        : this.#agent.ok('term_note', { name: 'work', seq, note });
    await this.#notes.write(seq, note, noting);
  };

  readonly #keepPlace = async (number: number) => {
    const text = `place ${number} ${'x'.repeat(10_000)}`;
    await this.#places.write('places', text, this.#client.cotty.note('places', text));
  };

  readonly #compare = async () => this.#compareRun(this.#anyFinished());

  async #compareRun(seq: number): Promise<void> {
    const { data, isError } = await this.#agent.call('term_diff', { name: 'work', seq });
    if (isError) return;
    this.#compared.set(seq, (this.#compared.get(seq) ?? new Set()).add(JSON.stringify(data)));
  }

  readonly #read = async (number: number) => {
    const skip = (number * 50) % OLD;
    const { commands } = await this.#client.cotty.history({ text: 'echo old', skip, limit: 50 });
    for (const { seq } of commands) this.#found.add(seq);
  };

  #anyFinished(): number {
    const seq = this.#finished[Math.floor(Math.random() * this.#finished.length)];
    if (seq === undefined) throw new Error('nothing has ended yet');
    return seq;
  }

  /** Everything that was acknowledged is there, by the host and on its disk; returns how much that is. */
  async check(): Promise<string> {
    const { cotty } = this.#client;
    await cotty.run(this.#uri, { commandLine: 'echo secret-0-; sleep 1', ticket: 'last', patient: true });
    expect(this.#places.may('places')).toContain(await cotty.note('places'));
    await cotty.note('places', 'the last');
    for (const seq of this.#compared.keys()) await this.#compareRun(seq);
    const compared = [...this.#compared].map(([seq, told]) => [seq, told.size]);
    expect(compared.filter(([, different]) => different !== 1)).toEqual([]);
    // The last one, and those that were cut off before they could be forgotten.
    const secrets = await cotty.history({ text: 'echo secret', limit: 500 });
    for (const { terminal, seq } of secrets.commands) await cotty.forget(terminal, seq);
    const before = await this.#history();
    expect(before.length).toBeGreaterThan(OLD);
    const { commands } = await cotty.history({ noted: true, limit: 500 });
    this.#expectNotes(new Map(commands.map(({ seq, note }) => [seq, note])));
    this.#client.close();
    await this.#agent.close();
    expect(await this.#sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });

    const kept = await keptRecords(this.#sandbox);
    for (const records of kept.values()) expectWhole(records);
    const records = [...kept].flatMap(([folder, all]) => (folder === 'old' ? [] : all));
    this.#expectNotes(new Map(records.map(({ seq, note }) => [seq, note?.text])));
    const forgotten = records.filter(({ forgotten: isForgotten }) => isForgotten === true);
    expect(forgotten.length).toBeGreaterThan(0);
    expect(filesWith(this.#state, /secret-\d/)).toEqual([]);
    expect(halfWritten(this.#sandbox.root)).toEqual([]);
    // The index in its file tells the same as one that is made of the records.
    expect(await this.#history()).toEqual(before);
    rmSync(join(this.#state, HISTORY), { recursive: true, force: true });
    await this.#sandbox.openTerminals('other');
    expect(await this.#history()).toEqual(before);
    return `${records.length} commands, ${this.#notes.keys.length} notes, ${compared.length} comparisons, ${forgotten.length} forgotten, ${this.#found.size} found`;
  }

  get #state(): string {
    return join(this.#sandbox.home, '.local/state/cotty');
  }

  async #history(): Promise<readonly string[]> {
    return (await this.#sandbox.run(['history', '--json', '--all'])).stdout.split('\n').toSorted();
  }

  #expectNotes(kept: ReadonlyMap<number, string | undefined>): void {
    for (const seq of this.#notes.keys)
      expect(this.#notes.may(seq), `the note on ${seq}`).toContain(kept.get(seq) ?? '');
  }
}

function filesWith(folder: string, text: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => text.test(readFileSync(path, 'latin1')));
}

test('notes, comparisons and the history are as they were acknowledged, at whatever moments their host is killed', async () => {
  const writers = await Promise.all(twoSandboxes().map((sandbox) => Writers.open(sandbox)));
  await sideBySide(...writers.map((each) => each.live(OF_NOTES)));
  const told = await Promise.all(writers.map((each) => each.check()));
  process.stdout.write(`notes: ${2 * OF_NOTES} kills, ${told.join('; ')}\n`);
}, 1_200_000);
