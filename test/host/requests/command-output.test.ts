import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  CommandsResult,
  OutputResult,
  OutputSearchResult,
} from '../../../src/protocol/cotty/command-output.ts';
import { MemoryHost, marks, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/1';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-outputs-'));
});
afterEach(() => removeFolder(state));

class Scene {
  readonly host: MemoryHost;
  readonly client: RawClient;

  constructor(host: MemoryHost, client: RawClient) {
    this.host = host;
    this.client = client;
  }

  static async start(recorded = true): Promise<Scene> {
    const host = await MemoryHost.start(recorded ? { record: { folder: state } } : {});
    return new Scene(host, await host.connect('m', { writer: 'user:mara', screens: true }));
  }

  static async fresh(recorded = true): Promise<Scene> {
    const scene = await Scene.start(recorded);
    await scene.client.createTerminal(T, { name: 'build', cwd: 'file:///tmp', cols: 100, rows: 30 });
    return scene;
  }

  run(line: string, output: string, code = 0): void {
    this.begin(line, output);
    this.host.clock.pass(10);
    this.host.pty.print(`${marks.end(code)}${marks.prompt}$ `);
  }

  begin(line: string, output: string): void {
    this.host.pty.print(`${marks.prompt}$ ${marks.start(line)}`);
    for (let from = 0; from < output.length; from += 60_000)
      this.host.pty.print(output.slice(from, from + 60_000));
  }

  commands(params: Seen = {}): Promise<CommandsResult> {
    return this.client.request('x-cotty/commands', { channel: T, ...params }) as Promise<never>;
  }

  output(params: Seen): Promise<OutputResult> {
    return this.client.request('x-cotty/output', { channel: T, ...params }) as Promise<never>;
  }

  search(params: Seen): Promise<OutputSearchResult> {
    return this.client.request('x-cotty/outputSearch', { channel: T, ...params }) as Promise<never>;
  }

  async parts(): Promise<Seen[]> {
    return (await this.client.subscribe(T)).state['content'] as Seen[];
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1}\r\n`).join('');
const seqs = ({ commands, more }: CommandsResult) => ({ seqs: commands.map(({ seq }) => seq), more });

describe('commands', () => {
  it('are listed with all that a header shows, however much was printed', async () => {
    const scene = await Scene.fresh();
    for (let turn = 1; turn <= 10; turn += 1) scene.run(`echo ${turn}`, `${turn}\r\n`);
    scene.run('seq 1 300000', numbered(300_000), 1);
    scene.begin('make', 'one\r\ntwo');
    const { commands, more } = await scene.commands();
    expect(more).toBe(false);
    expect(commands.map(({ commandLine }) => commandLine)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `echo ${at + 1}`),
      'seq 1 300000',
      'make',
    ]);
    expect(commands[10]).toMatchObject({
      seq: 11,
      commandId: 'cmd-11',
      exitCode: 1,
      durationMs: 10,
      isComplete: true,
      cols: 100,
      counts: { lines: 300_000, bytes: numbered(300_000).length },
    });
    expect(commands[11]).toMatchObject({
      seq: 12,
      isComplete: false,
      counts: { lines: 2, bytes: 8, chars: 8 },
    });
    // A client that joins now has all blocks, with true counts.
    const parts = (await scene.parts()).filter(({ type }) => type === 'command');
    expect(parts).toHaveLength(12);
    const big = parts[10]?.['_meta'] as { 'x-cotty': { counts: object; omitted: { chars: number } } };
    expect(big['x-cotty'].counts).toMatchObject({ lines: 300_000 });
    expect(big['x-cotty'].omitted.chars).toBe(
      numbered(300_000).length - String(parts[10]?.['output']).length,
    );
    await scene.host.host.close();
  });

  it('come in pages from new to old, under this host and the next', async () => {
    const scene = await Scene.fresh();
    for (let turn = 1; turn <= 25; turn += 1) scene.run(`echo ${turn}`, `${turn}\r\n`);
    expect(seqs(await scene.commands({ limit: 3 }))).toEqual({ seqs: [23, 24, 25], more: true });
    expect(seqs(await scene.commands({ beforeSeq: 23, limit: 3 }))).toEqual({
      seqs: [20, 21, 22],
      more: true,
    });
    expect(seqs(await scene.commands({ beforeSeq: 3 }))).toEqual({ seqs: [1, 2], more: false });
    await scene.host.host.close();
    const next = await Scene.start();
    next.run('echo 26', '26\r\n');
    expect(seqs(await next.commands({ limit: 3 }))).toEqual({ seqs: [24, 25, 26], more: true });
    expect(seqs(await next.commands({ beforeSeq: 24, limit: 30 })).seqs).toEqual(
      Array.from({ length: 23 }, (_, at) => at + 1),
    );
    expect((await next.commands()).commands[3]).toMatchObject({
      commandLine: 'echo 4',
      counts: { lines: 1 },
    });
    await next.host.host.close();
  });

  it('that were cleared are not listed, nor found', async () => {
    const scene = await Scene.fresh();
    scene.run('echo needle', 'needle\r\n');
    await scene.client.dispatch(T, { type: 'terminal/cleared' });
    scene.run('echo 2', 'needle 2\r\n');
    expect(seqs(await scene.commands())).toEqual({ seqs: [2], more: false });
    expect((await scene.search({ text: 'needle' })).matches.map(({ seq }) => seq)).toEqual([2]);
    await scene.host.host.close();
    const next = await Scene.start();
    expect(seqs(await next.commands())).toEqual({ seqs: [2], more: false });
    expect((await next.search({ text: 'needle' })).matches.map(({ seq }) => seq)).toEqual([2]);
    await next.host.host.close();
  });

  it('and run while the screen is cleared are listed, and found', async () => {
    const scene = await Scene.fresh();
    scene.run('echo needle', 'needle\r\n');
    scene.begin('make', 'before\r\n');
    await scene.client.dispatch(T, { type: 'terminal/cleared' });
    scene.host.pty.print('needle 2\r\n');
    const found = async () => (await scene.search({ text: 'needle' })).matches.map(({ seq }) => seq);
    expect(seqs(await scene.commands())).toEqual({ seqs: [2], more: false });
    expect(await found()).toEqual([2]);
    scene.host.pty.print(marks.end(0));
    expect(await found()).toEqual([2]);
    await scene.host.host.close();
  });
});

describe('an output', () => {
  it('is whole and at true lines, under this host and the next', async () => {
    const scene = await Scene.fresh();
    scene.run('seq 1 300000', numbered(300_000));
    scene.run('echo 2', '\x1b[31mtwo\x1b[m\r\n');
    const asked = { seq: 1, fromLine: 150_000, lines: 3 };
    const three = { text: '150000\r\n150001\r\n150002\r\n', fromLine: 150_000, lines: 3, running: false };
    expect(await scene.output(asked)).toMatchObject(three);
    expect(await scene.output({ seq: 2 })).toMatchObject({
      text: '\x1b[31mtwo\x1b[m\r\n',
      total: { lines: 1 },
    });
    await expect(scene.output({ seq: 9 })).rejects.toThrow(/no record 9/);
    await scene.host.host.close();
    const next = await Scene.start();
    expect(await next.output(asked)).toMatchObject(three);
    expect((await next.output({ seq: 2 })).text).toBe('\x1b[31mtwo\x1b[m\r\n');
    await next.host.host.close();
  });

  it('is head and tail where nothing is recorded, with the gap between them', async () => {
    const scene = await Scene.fresh(false);
    scene.run('seq 1 300000', numbered(300_000));
    expect((await scene.output({ seq: 1, lines: 1 })).text).toBe('1\r\n');
    expect((await scene.output({ seq: 1, fromEnd: 1 })).text).toBe('300000\r\n');
    const { cut } = await scene.output({ seq: 1, fromLine: 150_000, lines: 1 });
    expect(cut?.fromLine).toBeGreaterThan(1000);
    expect((cut?.fromLine ?? 0) + (cut?.lines ?? 0)).toBeLessThan(300_000);
  });

  it('is gone from memory and disk when it is forgotten, and so are its counts', async () => {
    const scene = await Scene.fresh();
    scene.run('seq 1 300000', numbered(300_000));
    await scene.output({ seq: 1 });
    await scene.client.request('x-cotty/forget', { channel: T, seq: 1 });
    expect(await scene.output({ seq: 1 })).toMatchObject({ text: '', total: { lines: 0, bytes: 0 } });
    const [summary] = (await scene.commands()).commands;
    expect(summary).toMatchObject({ forgotten: true, commandLine: '[forgotten]' });
    expect(summary).not.toHaveProperty('counts');
    expect((await scene.search({ text: '150000' })).matches).toEqual([]);
    await scene.host.host.close();
  });
});

describe('a search', () => {
  it('finds lines in all outputs, newest command first, on the disk and in memory', async () => {
    const scene = await Scene.fresh();
    scene.run('echo', 'nothing\r\nline 150000 too\r\n');
    scene.run('seq 1 300000', numbered(300_000));
    await scene.host.host.close();
    const next = await Scene.start();
    next.run('echo 3', '150000 in memory\r\n');
    next.begin('make', 'running 150000');
    const { matches, more } = await next.search({ text: '150000' });
    expect(matches).toEqual([
      { seq: 4, line: 1, text: 'running 150000' },
      { seq: 3, line: 1, text: '150000 in memory' },
      { seq: 2, line: 150_000, text: '150000' },
      { seq: 1, line: 2, text: 'line 150000 too' },
    ]);
    expect(more).toBe(false);
    expect((await next.search({ text: 'LINE 15', ignoreCase: true })).matches).toHaveLength(1);
    expect((await next.search({ text: '150000', beforeSeq: 3, afterSeq: 1 })).matches).toHaveLength(1);
    await next.host.host.close();
  });

  it('says in which commands there are further matches, and goes on there', async () => {
    const scene = await Scene.fresh();
    scene.run('seq', numbered(250).replaceAll('\r', ' x\r'));
    scene.run('echo', 'x\r\n');
    const first = await scene.search({ text: 'x', limit: 500 });
    expect(first.matches).toHaveLength(101);
    expect(first.rest).toEqual([{ seq: 1, fromLine: 101 }]);
    const second = await scene.search({ text: 'x', limit: 500, ...first.rest?.[0] });
    expect(second.matches.map(({ line }) => line)).toEqual(Array.from({ length: 150 }, (_, at) => at + 101));
    expect(second.more).toBe(false);
    await scene.host.host.close();
  });

  it('ends at its limit, and goes on where it says', async () => {
    const scene = await Scene.fresh();
    for (let turn = 1; turn <= 6; turn += 1) scene.run('x', 'x 1\r\nx 2\r\n');
    const first = await scene.search({ text: 'x', limit: 4 });
    expect(first.matches.map(({ seq }) => seq)).toEqual([6, 6, 5, 5]);
    expect(first).toMatchObject({ more: true, next: { beforeSeq: 5 } });
    const rest = await scene.search({ text: 'x', ...first.next });
    expect(rest.matches.map(({ seq }) => seq)).toEqual([4, 4, 3, 3, 2, 2, 1, 1]);
    const one = await scene.search({ text: 'x', seq: 3, limit: 1 });
    expect(one).toMatchObject({ matches: [{ line: 1 }], more: true, next: { seq: 3, fromLine: 2 } });
    expect(await scene.search({ text: 'x', ...one.next })).toMatchObject({
      matches: [{ line: 2 }],
      more: false,
    });
    await scene.host.host.close();
  });
});

describe('readings of several clients', () => {
  it('take turns: one of a client is not behind all of another', async () => {
    const scene = await Scene.fresh();
    scene.run('seq 1 300000', numbered(300_000));
    const other = await scene.host.connect('o', { writer: 'user:omar' });
    const answered: string[] = [];
    const noted = (name: string, answer: Promise<unknown>) => answer.then(() => answered.push(name));
    const asked = [
      ...Array.from({ length: 10 }, () => noted('many', scene.search({ text: '299999' }))),
      ...Array.from({ length: 10 }, () => noted('many', scene.output({ seq: 1, fromEnd: 1 }))),
      noted('one', other.request('x-cotty/outputSearch', { channel: T, text: '299999' })),
    ];
    await Promise.all(asked);
    expect(answered.indexOf('one')).toBeLessThan(3);
    await scene.host.host.close();
  });

  it('end with their client, and others go on', async () => {
    const scene = await Scene.fresh();
    scene.run('seq 1 300000', numbered(300_000));
    const gone = await scene.host.connect('g', { writer: 'user:gerd' });
    for (let turn = 0; turn < 20; turn += 1)
      gone.request('x-cotty/outputSearch', { channel: T, text: 'none' }).catch(() => {});
    gone.connection.close();
    expect((await scene.search({ text: '299999' })).matches).toHaveLength(1);
    await scene.host.host.close();
  });
});

describe('a terminal that only the record knows', () => {
  it('is read by people, and by nobody else', async () => {
    const scene = await Scene.fresh();
    scene.run('seq 1 300000', numbered(300_000), 1);
    scene.run('echo two', 'two\r\n');
    await scene.client.request('disposeTerminal', { channel: T });
    await scene.host.host.close();
    const next = await Scene.start();
    const { commands } = await next.commands();
    expect(commands).toMatchObject([
      { commandLine: 'seq 1 300000', exitCode: 1, counts: { lines: 300_000 } },
      { commandLine: 'echo two', exitCode: 0 },
    ]);
    expect(seqs(await next.commands({ beforeSeq: 2 }))).toEqual({ seqs: [1], more: false });
    expect(await next.output({ seq: 1, fromLine: 150_000, lines: 1 })).toMatchObject({ text: '150000\r\n' });
    expect((await next.search({ text: 'two' })).matches).toEqual([{ seq: 2, line: 1, text: 'two' }]);
    const agent = await next.host.connect('a', { writer: 'agent:ada' });
    await expect(agent.request('x-cotty/commands', { channel: T })).rejects.toThrow(`there is no ${T}`);
    await next.host.host.close();
  });
});
