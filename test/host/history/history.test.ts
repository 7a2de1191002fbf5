/** The history as a host tells it: all terminals, on the disk and in memory. */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryCommand, HistoryResult } from '../../../src/protocol/cotty/history.ts';
import { MemoryHost, marks, NONCE, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const [OLD, BUILD, DEV] = ['ahp-terminal:/old', 'ahp-terminal:/build', 'ahp-terminal:/dev'];

let state = '';
let host: MemoryHost;
let client: RawClient;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-history-'));
  host = await MemoryHost.start({ record: { folder: state } });
  client = await host.connect('m', { writer: 'user:mara' });
});
afterEach(async () => {
  await host.host.close();
  await removeFolder(state);
});

async function open(uri: string, name: string, cwd = '/tmp'): Promise<void> {
  await client.createTerminal(uri, { name, cwd: `file://${cwd}`, cols: 100, rows: 30 });
  host.pty.print(`\x1b]633;P;Cwd=${cwd};${NONCE}\x07`);
}

/** A command that takes so many seconds; without a code it goes on. */
function run(line: string, output: string, code?: number, seconds = 3): void {
  host.pty.print(`${marks.prompt}$ ${marks.start(line)}${output}`);
  host.clock.pass(1000 * seconds);
  if (code !== undefined) host.pty.print(`${marks.end(code)}${marks.prompt}$ `);
  host.clock.pass(1000);
}

async function ask(query: Seen = {}): Promise<HistoryResult> {
  return (await client.request('x-cotty/history', query)) as HistoryResult;
}

const lines = async (query: Seen = {}) => (await ask(query)).commands.map(({ commandLine }) => commandLine);
const shown = ({ name, open: isOpen, commandLine, exitCode }: HistoryCommand) =>
  `${name} ${isOpen ? 'open' : 'closed'} ${commandLine} ${exitCode ?? '…'}`;

describe('x-cotty/history', () => {
  it('tells the commands of open and closed terminals, running and unrecorded ones included, newest first', async () => {
    await open(OLD, 'old');
    run('make old', 'one\r\n', 0);
    await client.request('disposeTerminal', { channel: OLD });
    await open(BUILD, 'build');
    run('make', 'two\r\n', 2);
    run(' secret', 'three\r\n', 0);
    await open(DEV, 'dev');
    run('tail -f log', 'a\r\n');
    const { commands, more, total } = await ask();
    expect(commands.map(shown)).toEqual([
      'dev open tail -f log …',
      'build open  secret 0',
      'build open make 2',
      'old closed make old 0',
    ]);
    expect({ more, total }).toEqual({ more: false, total: 4 });
    expect(commands[2]).toMatchObject({ terminal: BUILD, seq: 1, lines: 1 });
  });

  it('answers two clients that ask at the same time', async () => {
    await open(BUILD, 'build');
    run('make', 'two\r\n', 0);
    const other = await host.connect('n', { writer: 'user:mara' });
    const both = [client, other].map((each) => each.request('x-cotty/history', {}));
    expect(await Promise.all(both)).toMatchObject([{ total: 1 }, { total: 1 }]);
  });

  it('follows what ends and what is forgotten', async () => {
    await open(BUILD, 'build');
    run('make', 'two\r\n');
    expect((await ask()).commands.map(shown)).toEqual(['build open make …']);
    host.pty.print(`${marks.end(1)}${marks.prompt}$ `);
    run('ls', '', 0);
    expect((await ask()).commands.map(shown)).toEqual(['build open ls 0', 'build open make 1']);
    await client.request('x-cotty/forget', { channel: BUILD, seq: 1 });
    expect(await lines()).toEqual(['ls']);
  });

  it('pages, and counts what matches', async () => {
    await open(BUILD, 'build');
    for (let number = 1; number <= 5; number += 1) run(`make ${number}`, '', number % 2);
    expect(await ask({ limit: 2, skip: 1 })).toMatchObject({
      commands: [{ commandLine: 'make 4' }, { commandLine: 'make 3' }],
      more: true,
      total: 5,
    });
    expect(await ask({ failed: true, limit: 2, skip: 2 })).toMatchObject({
      commands: [{ commandLine: 'make 1' }],
      more: false,
      total: 3,
    });
  });

  it('sorts by duration, failure and command line, those that are equal newest first', async () => {
    await open(BUILD, 'build');
    run('b', '', 0, 5);
    run('c', '', 1, 1);
    run('a', '', 0, 9);
    run('b', '', 1, 5);
    expect(await lines({ order: 'oldest' })).toEqual(['b', 'c', 'a', 'b']);
    expect(await lines({ order: 'longest' })).toEqual(['a', 'b', 'b', 'c']);
    expect(await lines({ order: 'shortest' })).toEqual(['c', 'b', 'b', 'a']);
    expect(await lines({ order: 'failed' })).toEqual(['b', 'c', 'a', 'b']);
    expect(await lines({ order: 'command' })).toEqual(['a', 'b', 'b', 'c']);
  });

  it('finds a repository by the path or the name of the nearest folder with a .git', async () => {
    const repository = join(state, 'app');
    mkdirSync(join(repository, '.git'), { recursive: true });
    mkdirSync(join(repository, 'src'));
    await open(BUILD, 'build', join(repository, 'src'));
    run('make', '', 0);
    await open(DEV, 'dev', state);
    run('ls', '', 0);
    expect(await lines({ repository: 'app' })).toEqual(['make']);
    expect(await lines({ repository })).toEqual(['make']);
    expect(await lines({ repository: join(repository, 'src') })).toEqual([]);
  });

  it('tells earlier runs of the same line in the same folder, oldest first', async () => {
    await open(BUILD, 'build');
    for (let number = 0; number < 25; number += 1) run('make', '', number === 20 ? 1 : 0, number);
    const [command] = (await ask({ trends: true, limit: 1 })).commands;
    expect(command?.trend?.map(({ durationMs }) => durationMs)).toEqual(
      Array.from({ length: 20 }, (_, at) => 1000 * (at + 5)),
    );
    expect(command?.trend?.findIndex(({ exitCode }) => exitCode === 1)).toBe(15);
  });

  it('searches outputs, also of running and unrecorded commands, and tells the line that matches', async () => {
    await open(OLD, 'old');
    run('make old', 'one\r\nan \x1b[31merr\x1b[0mor here\r\n', 0);
    run('ls', 'nothing\r\n', 0);
    await client.request('disposeTerminal', { channel: OLD });
    await open(BUILD, 'build');
    run(' hidden', 'Error 7\r\n', 1);
    run('tail -f log', 'x\r\nan error, too\r\n');
    const { commands, more, total } = await ask({ output: 'error' });
    expect(commands.map(({ commandLine, found }) => `${commandLine}: ${found}`)).toEqual([
      'tail -f log: an error, too',
      ' hidden: Error 7',
      'make old: an error here',
    ]);
    expect({ more, total }).toEqual({ more: false, total: 3 });
    expect(await lines({ output: 'Error' })).toEqual([' hidden']);
    expect(await lines({ output: 'error', order: 'oldest', limit: 1 })).toEqual(['make old']);
    expect(await lines({ output: 'error', order: 'oldest', limit: 1, skip: 1 })).toEqual([' hidden']);
  });

  it('finds a command by its note and its bookmark, also after the next host has started, until they are removed', async () => {
    await open(BUILD, 'build');
    run('make', 'two\r\n', 2);
    run('make test', 'three\r\n', 0);
    const annotate = (params: Seen) =>
      client.request('x-cotty/annotate', { channel: BUILD, seq: 1, ...params });
    const note = 'this is the failure I mean';
    await annotate({ note, bookmarked: true });
    const check = async (): Promise<void> => {
      expect(await lines({ text: 'failure make' })).toEqual(['make']);
      expect(await lines({ noted: true })).toEqual(['make']);
      expect((await ask({ bookmarked: true })).commands).toMatchObject([{ note, bookmarked: true }]);
    };
    await check();
    await host.host.close();
    host = await MemoryHost.start({ record: { folder: state } });
    client = await host.connect('m', { writer: 'user:mara' });
    await check();
    await annotate({ note: '', bookmarked: false });
    expect(await lines({ text: 'failure' })).toEqual([]);
    expect(await lines({ noted: true })).toEqual([]);
    expect(await lines({ bookmarked: true })).toEqual([]);
    expect(await lines()).toEqual(['make test', 'make']);
  });
});
