import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printOutput } from '../../../src/cli/scripts/read-output.ts';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import type { OutputResult } from '../../../src/protocol/cotty/command-output.ts';
import { memoryPair } from '../../../src/rpc/transport.ts';
import { MemoryHost, marks } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = terminalUri('one');
const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}\r\n`).join('');

/** A page of lines as a host answers that has kept only a part of them. */
const page = (fromLine: number, text: string, more: boolean): OutputResult => {
  const lines = text.split('\n').length - 1;
  return {
    text,
    fromLine,
    lines,
    more,
    running: false,
    total: { lines: 30, bytes: 1, chars: 1 },
    cut: { fromLine: 11, lines: 10, bytes: 1 },
  };
};

function printing() {
  const said = { out: '', err: '' };
  const write = (where: 'out' | 'err') => (text: string) => (said[where] += text);
  return { said, io: { stdout: { write: write('out') }, stderr: { write: write('err') } } };
}

async function pages(answers: readonly OutputResult[], range = { from: 1 }) {
  const { said, io } = printing();
  const left = [...answers];
  const output = () => Promise.resolve(left.shift());
  const code = await printOutput(
    { cotty: { output } } as never,
    T,
    { seq: 1, range },
    { title: 'one', json: false, raw: false },
    io,
  );
  return { ...said, code };
}

describe('lines of an output', () => {
  let memory: MemoryHost;
  let client: Client;
  let state = '';

  beforeEach(async () => {
    state = mkdtempSync(join(tmpdir(), 'cotty-read-output-'));
    memory = await MemoryHost.start({ record: { folder: state } });
    const transportFactory = () => {
      const [near, far] = memoryPair();
      memory.host.attach(far);
      return near;
    };
    client = await HostClient.open({ clientId: 'mara-1', meta: { writer: 'user:mara' }, transportFactory });
    await client.createTerminal({ channel: T, claim: { kind: 'client', clientId: client.clientId } });
  });

  afterEach(async () => {
    client.close();
    await memory.host.close();
    await removeFolder(state);
  });

  it('are without what a full-screen program drew, however many answers it takes', async () => {
    const drawn = `\x1b[?1049h${numbered(30_000, 'drawn')}\x1b[?1049l`;
    memory.pty.print(`${marks.prompt}$ ${marks.start('top')}`);
    const output = `before\r\n${drawn}after\r\n`;
    for (let from = 0; from < output.length; from += 60_000)
      memory.pty.print(output.slice(from, from + 60_000));
    memory.pty.print(`${marks.end(0)}${marks.prompt}$ `);
    const { said, io } = printing();
    const how = { title: 'one', json: false, raw: false };
    expect(await printOutput(client, T, { seq: 1, range: { from: 1 } }, how, io)).toBe(0);
    expect(said).toEqual({ out: 'before\nafter\n', err: '' });
  });

  it('are printed on both sides of a gap, which is said', async () => {
    const both = await pages([page(1, numbered(10), true), page(21, 'x\r\nend', false)]);
    expect(both.err).toBe('cotty: lines 11 to 20 were not kept\n');
    expect(both.out.endsWith('line 10\nx\nend')).toBe(true);
    expect(both.code).toBe(0);
  });

  it('end with the number of those that were not kept, and fail only when none was', async () => {
    const half = await pages([page(1, numbered(10), true), page(11, '', false)]);
    expect([half.err, half.code]).toEqual(['cotty: lines 11 to 30 were not kept\n', 0]);
    const none = await pages([page(11, '', false)], { from: 11 });
    expect([none.err, none.code]).toEqual(['cotty: lines 11 to 30 were not kept\n', 1]);
    const past = await pages([page(31, '', false)], { from: 31 });
    expect([past.err, past.code]).toEqual(['cotty: the output has 30 lines\n', 1]);
  });

  it('are whole when the last answer is empty', async () => {
    const whole = await pages([page(1, numbered(30), true), page(31, '', false)]);
    expect([whole.err, whole.code]).toEqual(['', 0]);
  });
});
