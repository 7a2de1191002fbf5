import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchAccess } from '../../../src/host/common/access.ts';
import type { Wake, WakesResult, WatchFilter } from '../../../src/protocol/cotty/wake.ts';
import { wakeText } from '../../../src/protocol/cotty/wake-text.ts';
import { FORGOTTEN } from '../../../src/protocol/terminal/forget-command.ts';
import { MemoryHost, marks, type RawClient, settled } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const OTHER = 'ahp-terminal:/other-1';
const ROOT = 'ahp-root://';

let state = '';
let host: MemoryHost;
let mara: RawClient;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-wakes-'));
  await start();
  await mara.createTerminal(T, { name: 'build' });
  host.pty.print(`${marks.prompt}$ `);
});
afterEach(async () => {
  await host.host.close();
  removeFolder(state);
});

async function start(): Promise<void> {
  host = await MemoryHost.start({ record: { folder: state } });
  mara = await host.connect('m', { writer: 'user:mara' });
}

async function restart(): Promise<void> {
  await host.host.close();
  await start();
}

/** The host of before knows nothing of it: the next one finds what was on the disk at that moment. */
async function killed(): Promise<void> {
  const next = mkdtempSync(join(tmpdir(), 'cotty-wakes-'));
  cpSync(state, next, { recursive: true, filter: (path) => !path.includes('host.lock') });
  await host.host.close();
  removeFolder(state);
  state = next;
  await start();
}

function written(): string {
  const files = ['meta.json', 'ledger.jsonl'].flatMap((name) =>
    readdirSync(join(state, 'terminals')).map((terminal) => join(state, 'terminals', terminal, name)),
  );
  return files.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
}

const folder = () => join(state, 'inboxes');
const file = () => join(folder(), readdirSync(folder())[0] ?? '');

const agent = (handle: string) => host.connect(handle, { writer: `agent:${handle}` });

const watch = (client: RawClient, filter?: WatchFilter, channel = T) =>
  client.request('x-cotty/watch', { channel, ...(filter === undefined ? {} : { filter }) });

async function wakes(client: RawClient, ack?: number): Promise<WakesResult> {
  const params = ack === undefined ? {} : { ack };
  return (await client.request('x-cotty/wakes', params)) as unknown as WakesResult;
}

const commands = async (client: RawClient) => (await wakes(client)).wakes.map(({ cmd }) => cmd);

/** Typed by mara. */
async function run(line: string, output = '', code = 0, ms = 10): Promise<void> {
  await mara.dispatch(T, { type: 'terminal/input', data: `${line}\r` });
  host.pty.print(`${marks.start(line)}${output}`);
  host.clock.pass(ms);
  host.pty.print(`${marks.end(code)}${marks.prompt}$ `);
  await settled();
}

/** Pushed ones; bounded by the time limit of the test. */
async function pushed(client: RawClient, count: number): Promise<Wake[]> {
  const seen = () => client.envelopes.flatMap((params) => ('wake' in params ? [params.wake as Wake] : []));
  while (seen().length < count) await settled();
  return seen();
}

describe('watching', () => {
  it('wakes every subscriber but the writer once for a command, with its end and its tail', async () => {
    const [ada, tom] = [await agent('ada'), await agent('tom')];
    for (const client of [ada, tom, mara]) await watch(client);
    await watch(ada, { failed: true });
    await watch(ada, undefined, ROOT);
    host.clock.pass(1000);
    await run('make', 'a\r\n\x1b[31mx.c:1:2: error: no\x1b[0m\r\nstop\r\n', 2, 4200);
    const wake = {
      n: 1,
      channel: T,
      terminal: 'build',
      seq: 1,
      command_id: 'cmd-1',
      cmd: 'make',
      writer: 'user:mara',
      finished_at: new Date(host.clock.now()).toISOString(),
      duration_s: 4.2,
      exit: 2,
      timed_out: false,
      killed_by_restart: false,
      tail: ['a', 'x.c:1:2: error: no', 'stop'],
      error_line: 'x.c:1:2: error: no',
    };
    expect(await pushed(ada, 1)).toEqual([wake]);
    expect(await pushed(tom, 1)).toEqual([wake]);
    expect(await wakes(ada)).toMatchObject({ wakes: [wake], dropped: 0 });
    expect((await wakes(mara)).wakes).toEqual([]);
  });

  it('answers the same wish with the same watch, and names who watches', async () => {
    const [ada, tom] = [await agent('ada'), await agent('tom')];
    const first = await watch(ada, { matches: 'x' });
    expect(first).toEqual({
      watch: { id: 'watch-1', subscriber: 'agent:ada', channel: T, filter: { matches: 'x' } },
      subscribers: ['agent:ada'],
    });
    expect(await watch(ada, { matches: 'x', failed: false })).toEqual(first);
    expect(await watch(tom, {}, ROOT)).toMatchObject({
      watch: { id: 'watch-2' },
      subscribers: ['agent:tom'],
    });
    expect(await watch(ada, { matches: 'y' })).toMatchObject({
      watch: { id: 'watch-3' },
      subscribers: ['agent:ada', 'agent:tom'],
    });
  });

  it('is refused to who has no name, on no terminal, and with a pattern that is none', async () => {
    const nobody = await host.connect('nobody');
    await expect(watch(nobody)).rejects.toThrow(/writer/);
    const ada = await agent('ada');
    await expect(watch(ada, {}, OTHER)).rejects.toThrow(`there is no ${OTHER}`);
    await expect(watch(ada, { matches: '(a' })).rejects.toThrow(
      /pattern "\(a" is not usable: .*missing closing/,
    );
    await expect(watch(ada, { commandId: 'cmd-9' })).rejects.toThrow('no command cmd-9');
    await expect(watch(ada, { commandId: 'cmd-9' }, ROOT)).rejects.toThrow('on its own terminal');
    expect((await wakes(ada)).watches).toEqual([]);
  });

  it('is for those who only look, too; their acknowledgement is not that of somebody who may type', async () => {
    const looker = await host.connect('w', { writer: 'agent:ada', access: watchAccess });
    await watch(looker);
    await run('one');
    const [wake] = await pushed(looker, 1);
    looker.connection.close();
    const ada = await agent('ada');
    expect(await wakes(ada, wake?.n)).toEqual({ wakes: [], dropped: 0, watches: [] });
    await watch(ada);
    await run('two');
    expect(await commands(ada)).toEqual(['two']);
  });

  it('of those who only look takes nothing from others: neither their patterns nor their inboxes', async () => {
    const ada = await agent('ada');
    await watch(ada);
    const check = (name: string) => host.connect(name, { writer: `agent:${name}`, access: watchAccess });
    const first = await check('w0');
    for (let index = 0; index < 32; index += 1) await watch(first, { matches: `x${index}` });
    await watch(ada, { matches: 'mine' });
    for (let index = 1; index <= 260; index += 1) {
      const other = await check(`w${index}`);
      await watch(other);
      other.connection.close();
    }
    await run('one');
    expect(await commands(ada)).toEqual(['one']);
  });

  it('ends by unwatch: one, or all of a channel', async () => {
    const ada = await agent('ada');
    await watch(ada);
    await watch(ada, { failed: true });
    await watch(ada, {}, ROOT);
    expect(await ada.request('x-cotty/unwatch', { channel: T, id: 'watch-1' })).toEqual({
      subscribers: ['agent:ada'],
    });
    await ada.request('x-cotty/unwatch', { channel: ROOT });
    await run('fine');
    await run('bad', '', 1);
    expect(await commands(ada)).toEqual(['bad']);
    expect(await ada.request('x-cotty/unwatch', { channel: T })).toEqual({ subscribers: [] });
    await run('worse', '', 1);
    expect(await commands(ada)).toEqual(['bad']);
  });

  it('ends with the terminal; one that comes under its name is another one', async () => {
    const ada = await agent('ada');
    await watch(ada);
    await watch(ada, {}, ROOT);
    await run('one');
    await pushed(ada, 1);
    await mara.request('disposeTerminal', { channel: T });
    expect((await wakes(ada, 1)).watches).toMatchObject([{ channel: ROOT }]);
    await mara.createTerminal(T);
    host.pty.print(`${marks.prompt}$ `);
    await run('again');
    expect((await wakes(ada)).wakes).toMatchObject([{ n: 2, seq: 1, cmd: 'again' }]);
  });
});

describe('what was told', () => {
  it('goes with a terminal that is purged', async () => {
    const ada = await agent('ada');
    await watch(ada, {}, ROOT);
    await run('one');
    await pushed(ada, 1);
    await mara.request('disposeTerminal', { channel: T, _meta: { 'x-cotty': { purge: true } } });
    expect((await wakes(ada)).wakes).toEqual([]);
    await restart();
    expect((await wakes(await agent('ada'))).wakes).toEqual([]);
  });

  it('is forgotten with the record: that something ran stays', async () => {
    const ada = await agent('ada');
    await watch(ada);
    await run('echo hush', 'hush\r\n', 1);
    await run('two', 'two\r\n');
    await pushed(ada, 2);
    await mara.request('x-cotty/forget', { channel: T, seq: 1 });
    const left = [
      { seq: 1, cmd: FORGOTTEN, tail: [], exit: 1 },
      { seq: 2, cmd: 'two', tail: ['two'] },
    ];
    expect((await wakes(ada)).wakes).toMatchObject(left);
    expect(readFileSync(file(), 'utf8')).not.toContain('hush');
    await restart();
    expect((await wakes(await agent('ada'))).wakes).toMatchObject(left);
  });

  it('is put aside, wishes and all, by a host that starts clean', async () => {
    const ada = await agent('ada');
    await watch(ada, {}, ROOT);
    await run('one');
    await pushed(ada, 1);
    await host.host.close();
    host = await MemoryHost.start({ record: { folder: state, clean: true } });
    expect(await wakes(await agent('ada'))).toEqual({ wakes: [], dropped: 0, watches: [] });
    expect(readdirSync(join(state, 'archive')).filter((name) => name.endsWith('.inboxes'))).toHaveLength(1);
  });
});

describe('filters', () => {
  const ended: [WatchFilter, string[]][] = [
    [{}, ['ok', 'bad', 'slow', 'both']],
    [{ failed: true }, ['bad', 'both']],
    [{ longerThanMs: 5000 }, ['slow', 'both']],
    [{ longerThanMs: 5000, failed: true }, ['both']],
    [{ matches: '^(?:ok|slow)$' }, ['ok', 'slow']],
    [{ matches: '3 failed' }, ['bad']],
    [{ matches: '(?i)NOTHING|both$' }, ['both']],
  ];
  it.each(ended)('of %j let through %j', async (filter, expected) => {
    const ada = await agent('ada');
    await watch(ada, filter);
    await run('ok', 'all\r\nfine\r\n');
    await run('bad', '\x1b[1m3 \x1b[31mfailed\x1b[0m\r\n', 1);
    await run('slow', '', 0, 5000);
    await run('both', '', 1, 6000);
    expect(await commands(ada)).toEqual(expected);
  });

  it('of one command end with it, whoever ran it, and hear of one that has just ended', async () => {
    const ada = await agent('ada');
    host.pty.print(marks.start('make'));
    expect(await watch(ada, { commandId: 'cmd-1' })).toMatchObject({ watch: { id: 'watch-1' } });
    await mara.request('x-cotty/watch', { channel: T, filter: { commandId: 'cmd-1' } });
    host.pty.print(`${marks.end(0)}${marks.prompt}`);
    await run('next');
    for (const client of [ada, mara]) {
      expect(await wakes(client)).toMatchObject({ wakes: [{ cmd: 'make' }], watches: [] });
    }
    await watch(ada, { commandId: 'cmd-2' });
    expect(await wakes(ada, 1)).toMatchObject({ wakes: [{ cmd: 'next' }], watches: [] });
  });

  it('have bounds: watches of one, patterns of all, and the size of a pattern', async () => {
    const [ada, tom] = [await agent('ada'), await agent('tom')];
    for (let index = 0; index < 32; index += 1) await watch(ada, { matches: `x${index}` });
    await expect(watch(tom, { matches: 'y' })).rejects.toThrow('32 different patterns');
    await watch(tom, { matches: 'x3' });
    await expect(watch(tom, { matches: '(?:a{500}){2}' })).rejects.toThrow(/steps|repeat/);
    for (let index = 1; index <= 32; index += 1) await watch(ada, { longerThanMs: index });
    await expect(watch(ada)).rejects.toThrow('you have 64 watches, which is the limit');
  });
});

describe('a command that is still searched for patterns', () => {
  const patterns = ['a', 'b', 'c', 'make'];

  async function ended(): Promise<void> {
    await mara.dispatch(T, { type: 'terminal/input', data: 'make\r' });
    host.pty.print(`${marks.start('make')}${marks.end(0)}${marks.prompt}$ `);
  }

  it('wakes nobody for a watch that has ended meanwhile', async () => {
    const [ada, tom] = [await agent('ada'), await agent('tom')];
    for (const matches of patterns) await watch(ada, { matches });
    await watch(tom, { matches: 'ake' });
    await ended();
    expect(await wakes(ada)).toMatchObject({ wakes: [] });
    await tom.request('x-cotty/unwatch', { channel: T });
    host.clock.pass(0);
    expect(await pushed(ada, 1)).toMatchObject([{ cmd: 'make' }]);
    expect(await wakes(tom)).toMatchObject({ wakes: [] });
  });

  it('is told before its number counts as heard, with a further watch', async () => {
    const ada = await agent('ada');
    for (const matches of patterns) await watch(ada, { matches });
    await ended();
    await watch(ada, { matches: 'more' });
    await killed();
    expect(await commands(await agent('ada'))).toEqual(['make']);
  });

  it('is told to who watches its terminal when that is closed, and when the host ends', async () => {
    const ada = await agent('ada');
    for (const matches of patterns) await watch(ada, { matches });
    await ended();
    await restart();
    const again = await agent('ada');
    expect(await commands(again)).toEqual(['make']);
    await ended();
    await mara.request('disposeTerminal', { channel: T });
    expect(await commands(again)).toEqual(['make', 'make']);
  });
});

describe('an inbox', () => {
  it('keeps what was not acknowledged over restarts, and tells nothing twice after it', async () => {
    await watch(await agent('ada'));
    await run('one');
    await run('two', '', 3);
    await restart();
    const ada = await agent('ada');
    expect(await wakes(ada, 1)).toMatchObject({
      wakes: [{ n: 2, cmd: 'two', exit: 3 }],
      watches: [{ id: 'watch-1', subscriber: 'agent:ada' }],
    });
    await restart();
    const again = await agent('ada');
    expect(await commands(again)).toEqual(['two']);
    await run('three');
    expect(await pushed(again, 1)).toMatchObject([{ n: 3, seq: 3, cmd: 'three' }]);
    expect((await wakes(again, 3)).wakes).toEqual([]);
    await restart();
    expect((await wakes(await agent('ada'))).wakes).toEqual([]);
  });

  it('hears of the command that the end of the host cut off', async () => {
    const ada = await agent('ada');
    await watch(ada);
    host.pty.print(`${marks.start('sleep 99')}so far\r\n`);
    await restart();
    await restart();
    expect((await wakes(await agent('ada'))).wakes).toMatchObject([
      { cmd: 'sleep 99', exit: null, killed_by_restart: true, tail: ['so far'] },
    ]);
  });

  it('keeps the wishes for each of several terminals that come back', async () => {
    await mara.createTerminal(OTHER, { name: 'other' });
    const ada = await agent('ada');
    for (const channel of [T, OTHER]) await watch(ada, undefined, channel);
    await restart();
    const { watches } = await wakes(await agent('ada'));
    expect(watches.map(({ channel }) => channel)).toEqual([T, OTHER]);
  });

  it('hears of commands that were cut off in all terminals, the parked ones too, and once', async () => {
    await mara.createTerminal(OTHER, { name: 'other' });
    const ada = await agent('ada');
    for (const channel of [ROOT, OTHER, T]) await watch(ada, undefined, channel);
    host.pty.print(`${marks.prompt}$ ${marks.start('make other')}`);
    host.ptys[0]?.print(marks.start('make build'));
    await mara.request('x-cotty/parkTerminal', { channel: T });
    await expect.poll(written).toMatch(/"state": "parked".*make build.*make other/s);
    await killed();
    const cutOff = { exit: null, killed_by_restart: true };
    const sorted = (told: WakesResult) =>
      told.wakes.toSorted((one, other) => one.cmd.localeCompare(other.cmd));
    const again = await agent('ada');
    const told = await wakes(again);
    expect(sorted(told)).toMatchObject([
      { cmd: 'make build', terminal: 'build', channel: T, ...cutOff },
      { cmd: 'make other', terminal: 'other', channel: OTHER, ...cutOff },
    ]);
    expect(told.watches.map(({ channel }) => channel)).toEqual([ROOT, OTHER]);
    await wakes(again, 2);
    await killed();
    expect((await wakes(await agent('ada'))).wakes).toEqual([]);
  });

  it('of what was missed is searched for patterns turn by turn', async () => {
    const ada = await agent('ada');
    for (let n = 1; n <= 8; n += 1) await watch(ada, { matches: `line${n}` });
    for (let n = 1; n <= 4; n += 1) await run(`echo ${n}`, `line${n}\r\n`);
    await expect.poll(written).toMatch(/echo 1.*echo 2.*echo 3.*echo 4/s);
    const rows = readFileSync(file(), 'utf8').split('\n');
    const watches = rows.filter((row) => /"row":"(?:inbox|watch)"/.test(row));
    await host.host.close();
    // As if the host had ended before it had searched any of them.
    writeFileSync(file(), `${watches.join('\n')}\n`);
    await start();
    const again = await agent('ada');
    expect(await commands(again)).toEqual([]);
    await expect
      .poll(() => {
        host.clock.turn();
        return commands(again);
      })
      .toEqual(['echo 1', 'echo 2', 'echo 3', 'echo 4']);
  });

  it('is for nobody else to read, and has no secrets in it', async () => {
    const ada = await agent('ada');
    await watch(ada);
    await run('login --token s3cr3t-value-0', 'password=hunter2hunter2\r\n', 1);
    expect((await wakes(ada)).wakes).toMatchObject([{ cmd: 'login --token s3cr3t-value-0' }]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await restart();
    expect(await commands(await agent('ada'))).toEqual(['login --token [redacted]']);
    expect(readFileSync(file(), 'utf8')).not.toMatch(/s3cr3t|hunter2/);
  });

  it('loses to a damaged line that line alone', async () => {
    await watch(await agent('ada'));
    for (const line of ['one', 'two', 'three']) await run(line);
    await host.host.close();
    const text = readFileSync(file(), 'utf8');
    writeFileSync(
      file(),
      text.replace('"cmd":"two"', '"cmd":"tw').concat('{"v":1,"row":"wake","for":"agent:ada","wa'),
    );
    await start();
    const ada = await agent('ada');
    expect(await commands(ada)).toEqual(['one', 'three']);
    expect(host.logged.filter((line) => line.startsWith('inbox set aside'))).toHaveLength(2);
    await run('four');
    expect((await wakes(ada, 3)).wakes).toMatchObject([{ n: 4, cmd: 'four' }]);
  });

  it('is told of at once although it cannot be written, and is written when it can', async () => {
    writeFileSync(folder(), 'in the way');
    const ada = await agent('ada');
    await watch(ada);
    await run('one');
    expect(await pushed(ada, 1)).toMatchObject([{ cmd: 'one' }]);
    expect(host.logged.join()).toContain('inbox of agent:ada: cannot be written');
    rmSync(folder());
    await restart();
    expect(await commands(await agent('ada'))).toEqual(['one']);
  });

  it('gives up the oldest beyond its limit and counts them until an acknowledgement', async () => {
    const ada = await agent('ada');
    await watch(ada);
    for (let index = 0; index < 1003; index += 1) {
      host.pty.print(`${marks.start(`echo ${index}`)}${marks.end(0)}`);
    }
    const first = await wakes(ada);
    expect(first).toMatchObject({ dropped: 3 });
    expect(first.wakes).toHaveLength(100);
    expect(first.wakes[0]).toMatchObject({ n: 4, cmd: 'echo 3' });
    const next = await wakes(ada, 103);
    expect(next.dropped).toBe(0);
    expect(next.wakes[0]).toMatchObject({ n: 104 });
    await restart();
    const later = await agent('ada');
    expect((await wakes(later)).wakes[0]).toMatchObject({ n: 104 });
    expect(statSync(file()).size).toBeLessThan(600_000);
  });

  it('takes no acknowledgement of what it never told', async () => {
    const ada = await agent('ada');
    await watch(ada);
    ada.connection.close();
    await settled();
    await run('one');
    const again = await agent('ada');
    expect((await wakes(again, 57)).wakes).toMatchObject([{ n: 1 }]);
    expect((await wakes(again, 57)).wakes).toEqual([]);
  });

  it('is in memory only where nothing is recorded', async () => {
    const free = await MemoryHost.start();
    const tom = await free.connect('t', { writer: 'user:tom' });
    await tom.createTerminal(T);
    const ada = await free.connect('a', { writer: 'agent:ada' });
    await watch(ada);
    free.pty.print(`${marks.prompt}${marks.start('ls')}${marks.end(0)}`);
    expect(await pushed(ada, 1)).toMatchObject([{ seq: 1, cmd: 'ls', writer: null }]);
    await free.host.close();
    expect(readdirSync(state)).not.toContain('inboxes');
  });

  it('of each of three subscribers has all of two hundred commands, in their order', async () => {
    const clients = [await agent('ada'), await agent('bob'), await agent('tom')];
    for (const client of clients) await watch(client);
    const lines = Array.from({ length: 200 }, (_, index) => `echo ${index}`);
    for (const line of lines) host.pty.print(`${marks.start(line)}${line}\r\n${marks.end(0)}`);
    for (const client of clients) {
      const told = await pushed(client, 200);
      expect(told.map(({ n }) => n)).toEqual(lines.map((_, index) => index + 1));
      expect(told.map(({ cmd }) => cmd)).toEqual(lines);
      expect(told.every(({ cmd, tail }) => `echo ${tail[0]?.slice(5)}` === cmd)).toBe(true);
    }
  });
});

describe('a note of a person', () => {
  const annotate = (client: RawClient, params: object, seq = 1) =>
    client.request('x-cotty/annotate', { channel: T, seq, ...params });
  const notes = async (client: RawClient) =>
    (await wakes(client)).wakes.map(({ cmd, noted }) => [cmd, noted?.by, noted?.text]);

  it('wakes agents that watch, also for their own command, with the command that it is about', async () => {
    const ci = await agent('ci');
    await watch(ci);
    host.pty.print(`${marks.start('make test')}error: 1 of 2 fails\r\n${marks.end(1)}${marks.prompt}$ `);
    await annotate(mara, { note: 'this is the failure I mean' });
    await expect
      .poll(() => notes(ci))
      .toEqual([
        ['make test', undefined, undefined],
        ['make test', 'user:mara', 'this is the failure I mean'],
      ]);
    const [, wake] = (await wakes(ci)).wakes;
    expect(wake).toMatchObject({
      exit: 1,
      error_line: 'error: 1 of 2 fails',
      noted: { at: expect.any(String) },
    });
    expect(wake && wakeText(wake).split('\n')).toEqual([
      expect.stringMatching(/^from term:build · /),
      '$ make test',
      'noted by user:mara: this is the failure I mean',
      expect.stringMatching(/^exit 1 · /),
      '──',
      'error: 1 of 2 fails',
    ]);
  });

  it('wakes nobody for what an agent writes, what is removed or bookmarked, and by a filter that does not fit', async () => {
    const [ci, failed, blocked, tom] = await Promise.all([
      agent('ci'),
      agent('failed'),
      agent('blocked'),
      host.connect('t', { writer: 'user:tom' }),
    ]);
    host.pty.print(`${marks.start('make')}${marks.end(0)}${marks.prompt}$ `);
    await watch(ci);
    await watch(failed, { failed: true });
    await watch(blocked, { program: 'done' });
    await watch(tom);
    await annotate(ci, { note: 'of an agent' });
    await annotate(mara, { bookmarked: true });
    await annotate(mara, { note: '' });
    await annotate(mara, { note: 'the last' });
    await expect.poll(() => notes(ci)).toEqual([['make', 'user:mara', 'the last']]);
    for (const other of [failed, blocked, tom]) expect(await notes(other)).toEqual([]);
  });

  it('is kept over a restart, changes nothing about which ends are told, and is forgotten with its command', async () => {
    const ci = await agent('ci');
    await watch(ci);
    host.pty.print(`${marks.start('make')}${marks.end(0)}${marks.prompt}$ `);
    await annotate(mara, { note: 'x'.repeat(3000) });
    await expect.poll(() => notes(ci)).toHaveLength(2);
    await restart();
    const again = await agent('ci');
    const [, kept] = await notes(again);
    expect(kept).toEqual(['make', 'user:mara', `${'x'.repeat(999)}…`]);
    await mara.request('x-cotty/forget', { channel: T, seq: 1 });
    expect(await notes(again)).toEqual([
      [FORGOTTEN, undefined, undefined],
      [FORGOTTEN, undefined, undefined],
    ]);
  });
});
