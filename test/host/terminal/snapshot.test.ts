import { describe, expect, it } from 'vitest';
import { omittedOf } from '../../../src/protocol/terminal/shorten.ts';
import type { CommandPart } from '../../../src/protocol/terminal/state.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { screenText } from '../../../src/screen/text/screen-text.ts';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

async function scene(): Promise<{ host: MemoryHost; client: RawClient }> {
  const host = await MemoryHost.start();
  const client = await host.connect('m', { writer: 'user:mara', screens: true });
  await client.createTerminal(T, { cols: 40, rows: 10 });
  await client.subscribe(T);
  return { host, client };
}

function shown(cols: number, rows: number, texts: readonly string[]): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback: 2000 });
  for (const text of texts) emulator.write(text);
  return emulator;
}

/** What a client of ours draws. */
function screenOf(state: Seen): Emulator {
  const meta = state['_meta'] as { 'x-cotty': { screen: string } };
  return shown(Number(state['cols']), Number(state['rows']), [meta['x-cotty'].screen]);
}

/** What a client draws that replays the content part by part. */
function replayOf(state: Seen): Emulator {
  const parts = state['content'] as { value?: string; output?: string }[];
  return shown(
    Number(state['cols']),
    Number(state['rows']),
    parts.map(({ value, output }) => value ?? output ?? ''),
  );
}

function liveFromEnd(state: Seen): unknown {
  return (state['_meta'] as { 'x-cotty': Seen })['x-cotty']['liveFromEnd'];
}

const VIM = '\x1b[?1049h\x1b[2J\x1b[H\x1b[7mnotes.txt\x1b[0m\r\n~\r\n~\x1b[1;4H';

describe('a snapshot', () => {
  it('shows a full-screen program as it is, to clients of ours and to others', async () => {
    const { host, client } = await scene();
    host.pty.print(`${marks.prompt}$ vim\r\n${marks.start('vim')}${VIM}`);
    const ours = screenOf((await client.subscribe(T)).state);
    expect(ours.alternate).toBe(true);
    expect(screenText(ours)).toBe('notes.txt\n~\n~');
    expect(ours.cursor).toMatchObject({ x: 3, y: 0 });
    const foreign = await host.connect('f');
    const theirs = replayOf((await foreign.subscribe(T)).state);
    expect(theirs.alternate).toBe(true);
    expect(screenText(theirs)).toBe('notes.txt\n~\n~');
    theirs.write('\x1b[?1049l');
    expect(screenText(theirs)).toBe('$ vim');
  });

  it('has only the newest commands for clients of ours, which ask for the others, and all for the rest', async () => {
    const { host, client } = await scene();
    for (let n = 1; n <= 700; n += 1)
      host.pty.print(`${marks.prompt}$ ${marks.start(`echo ${n}`)}${n}\r\n${marks.end(0)}`);
    const content = async (of: RawClient) => (await of.subscribe(T)).state['content'] as Seen[];
    await expect.poll(async () => (await content(client)).at(-1)).toMatchObject({ commandLine: 'echo 700' });
    const ours = await content(client);
    expect(ours.length).toBeLessThanOrEqual(400);
    expect(ours[0]).toMatchObject({ type: 'command' });
    const [first] = ours as { commandLine: string }[];
    const seq = Number(first?.commandLine.slice('echo '.length));
    const listed = (await client.request('x-cotty/commands', {
      channel: T,
      beforeSeq: seq,
      limit: 1000,
    })) as {
      commands: { commandLine: string }[];
    };
    expect(listed.commands.map(({ commandLine }) => commandLine)).toEqual(
      Array.from({ length: seq - 1 }, (_, index) => `echo ${index + 1}`),
    );
    const foreign = await host.connect('f');
    const theirs = await content(foreign);
    expect(theirs.filter(({ type }) => type === 'command')).toHaveLength(700);
  });

  it('of a full-screen program after a clearing still shows it', async () => {
    const { host, client } = await scene();
    host.pty.print(VIM);
    await client.dispatch(T, { type: 'terminal/cleared' });
    const foreign = await host.connect('f');
    expect(screenText(replayOf((await foreign.subscribe(T)).state))).toBe('notes.txt\n~\n~');
    expect(screenText(screenOf((await client.subscribe(T)).state))).toBe('notes.txt\n~\n~');
  });

  it('shows nothing of before after a clearing', async () => {
    const { host, client } = await scene();
    host.pty.print('one\r\ntwo\r\n'.repeat(20));
    await client.dispatch(T, { type: 'terminal/cleared' });
    host.pty.print('$ ');
    const { state } = await client.subscribe(T);
    expect(state['content']).toEqual([{ type: 'unclassified', value: '$ ' }]);
    const emulator = screenOf(state);
    expect(screenText(emulator)).toBe('$');
    expect(emulator.length).toBe(10);
  });

  it('gives others the content as it is while that shows the screen', async () => {
    const { host } = await scene();
    host.pty.print(`${marks.prompt}$ ls\r\n${marks.start('ls')}a b c\r\n${marks.end(0)}${marks.prompt}$ `);
    const foreign = await host.connect('f');
    const { state } = await foreign.subscribe(T);
    expect(state['content']).toMatchObject([{ value: '$ ls\r\n' }, { output: 'a b c\r\n' }, { value: '$ ' }]);
    expect(state['_meta']).not.toHaveProperty('x-cotty.screen');
  });

  it('gives others the screen behind a part that lost its beginning', async () => {
    const { host, client } = await scene();
    host.pty.print('\x1b[31m');
    for (let line = 0; line < 10_000; line += 1) host.pty.print(`line ${line} ${'.'.repeat(25)}\r\n`);
    const foreign = await host.connect('f');
    const theirs = replayOf((await foreign.subscribe(T)).state);
    const ours = screenOf((await client.subscribe(T)).state);
    expect(screenText(theirs)).toBe(screenText(ours));
    expect(screenText(theirs)).toContain('line 9999');
    expect(theirs.row(theirs.base).styles[0]).toBe(ours.row(ours.base).styles[0]);
    expect(theirs.row(theirs.base).styles[0]).not.toBe(0);
  });

  it('gives others the screen behind a part in which the size changed', async () => {
    const { host, client } = await scene();
    host.pty.print('\x1b[10;1Hbottom');
    await client.dispatch(T, { type: 'terminal/resized', cols: 40, rows: 20 });
    host.pty.print('\x1b[20;1Hbottom again');
    const foreign = await host.connect('f');
    const { state } = await foreign.subscribe(T);
    expect(state).toMatchObject({ rows: 20 });
    expect(screenText(replayOf(state))).toBe(screenText(screenOf((await client.subscribe(T)).state)));
    host.pty.print(`${marks.prompt}${marks.start('ls')}x`);
    const { state: next } = await foreign.subscribe(T);
    expect(next['content']).toMatchObject([{}, { output: 'x' }]);
  });

  it('has all that an open command printed, after a resize and after a cut, and so has who joins then', async () => {
    for (const lines of [6000, 60_000]) {
      const { host, client } = await scene();
      host.pty.print(`${marks.prompt}$ ${marks.start('seq; read x')}`);
      const numbers = Array.from({ length: lines }, (_, at) => `${at + 1}\r\n`);
      for (let at = 0; at < lines; at += 1000) host.pty.print(numbers.slice(at, at + 1000).join(''));
      await client.dispatch(T, { type: 'terminal/resized', cols: 60, rows: 20 });
      const foreign = await host.connect('f');
      const { state } = await foreign.subscribe(T);
      const part = (state['content'] as CommandPart[]).at(-1);
      if (part?.type !== 'command') throw new Error('the open command is not the last part');
      const gap = omittedOf(part)?.chars ?? 0;
      expect(part.output === numbers.join('').slice(gap)).toBe(true);
      expect(gap > 0).toBe(lines > 6000);
      // What comes next goes to the command, so the mirror of a late client stays true.
      host.pty.print(`over${marks.end(0)}`);
      host.clock.pass(10);
      await settled();
      expect(foreign.text(T)).toBe('over');
    }
  });

  it('marks the part that draws the screen, which is never the command', async () => {
    const { host } = await scene();
    host.pty.print(`${marks.prompt}$ vim\r\n${marks.start('vim')}${VIM}`);
    const foreign = await host.connect('f');
    const content = (await foreign.subscribe(T)).state['content'] as Seen[];
    expect(content.at(-2)).toMatchObject({ type: 'command', output: VIM });
    expect(content.at(-1)).toMatchObject({ type: 'unclassified', _meta: { 'x-cotty': { redrawn: true } } });
  });

  it('tells a client of ours where the live part begins', async () => {
    const { host, client } = await scene();
    expect(liveFromEnd((await client.subscribe(T)).state)).toBeUndefined();
    host.pty.print(`${marks.prompt}$ ls\r\n${marks.start('ls')}a\r\nb\r\n${marks.end(0)}${marks.prompt}$ `);
    const { state } = await client.subscribe(T);
    const emulator = screenOf(state);
    const liveRow = () => emulator.length - 1 - Number(liveFromEnd(state));
    expect(emulator.row(liveRow()).chars.join('').trim()).toBe('$');
    expect(liveRow()).toBe(3);
    host.pty.print(`vim\r\n${marks.start('vim')}${VIM}`);
    const within = await client.subscribe(T);
    // What vim prints begins below its line.
    expect(liveFromEnd(within.state)).toBe(5);
    host.pty.print(`\x1b[?1049l${marks.end(0)}${marks.prompt}$ ${'x\r\n'.repeat(3000)}`);
    expect(liveFromEnd((await client.subscribe(T)).state)).toBeUndefined();
  });

  it('has the shape of the negotiated version', async () => {
    const { host } = await scene();
    host.pty.exit({ code: 3 });
    const old = await host.connect('o', { version: '0.5.0', subscribe: ['ahp-root://'] });
    const { state } = await old.subscribe(T);
    expect(state).toMatchObject({ exitCode: 3, claim: { kind: 'client', clientId: 'm' } });
    expect(state).not.toHaveProperty('lifecycle');
    const young = await host.connect('y');
    expect((await young.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'exited', exitCode: 3 } });
  });

  it('joins the stream without a gap and without an overlap', async () => {
    const { host } = await scene();
    host.pty.print('1');
    host.pty.print('2');
    const late = await host.connect('l', { writer: 'user:late', screens: true });
    const { state, fromSeq } = await late.subscribe(T);
    host.pty.print('3');
    host.clock.pass(10);
    await settled();
    expect(state['content']).toEqual([{ type: 'unclassified', value: '12' }]);
    expect(late.envelopes.every(({ serverSeq }) => serverSeq > fromSeq)).toBe(true);
    expect(late.text(T)).toBe('3');
  });

  it('comes before any action that follows it, also those that taking it brings out', async () => {
    const { host } = await scene();
    host.pty.print('\x1b]2;new title\x07waiting');
    host.pty.print('more');
    const late = host.dial();
    const order: string[] = [];
    late.connection.onNotification(() => order.push('action'));
    await late.connection
      .request(
        'initialize',
        {
          channel: 'ahp-root://',
          protocolVersions: ['1.0.0'],
          clientId: 'l',
          initialSubscriptions: ['ahp-root://', T],
        },
        { read: (result) => order.push('answer') && result },
      )
      .then((result) => {
        const { snapshots } = result as { snapshots: { state: Seen; fromSeq: number }[] };
        expect(snapshots[0]?.state).toMatchObject({
          terminals: [{ title: 'home', _meta: { 'x-cotty': { programTitle: 'new title' } } }],
        });
        expect(snapshots[1]?.state).toMatchObject({
          title: 'home',
          _meta: { 'x-cotty': { programTitle: 'new title' } },
        });
        expect(snapshots[0]?.fromSeq).toBe(snapshots[1]?.fromSeq);
      });
    expect(order).toEqual(['answer']);
  });
});
