import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT_URI } from '../../../src/protocol/common/uri.ts';
import type { FindResult, FoundCommand } from '../../../src/protocol/cotty/find.ts';
import { MemoryHost, marks, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const [OLD, BUILD, DEV] = ['ahp-terminal:/old', 'ahp-terminal:/build', 'ahp-terminal:/dev'];

let state = '';
let host: MemoryHost;
let client: RawClient;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-find-'));
  host = await MemoryHost.start({ record: { folder: state } });
  client = await host.connect('m', { writer: 'user:mara' });
});
afterEach(async () => {
  await host.host.close();
  await removeFolder(state);
});

async function open(uri: string, name: string): Promise<void> {
  await client.createTerminal(uri, { name, cwd: 'file:///tmp', cols: 100, rows: 30 });
}

function run(line: string, output: string, code?: number): void {
  host.pty.print(`${marks.prompt}$ ${marks.start(line)}${output}`);
  host.clock.pass(3_000);
  if (code !== undefined) host.pty.print(`${marks.end(code)}${marks.prompt}$ `);
}

/** All answers of one search, as a window asks for them. */
async function found(query: Seen): Promise<readonly FoundCommand[]> {
  const commands: FoundCommand[] = [];
  let from: FindResult['next'];
  do {
    const asked = { channel: ROOT_URI, ...query, ...(from && { from }) };
    const result = (await client.request('x-cotty/find', asked)) as FindResult;
    commands.push(...result.commands);
    from = result.next;
  } while (from !== undefined);
  return commands;
}

const lines = (commands: readonly FoundCommand[]) =>
  commands.map(({ name, open: isOpen, commandLine, lines: at }) =>
    [name, isOpen ? 'open' : 'closed', commandLine, ...at.map(({ line }) => line)].join(' '),
  );

describe('x-cotty/find', () => {
  it('finds commands of the terminal, of the others and of closed ones, running output included', async () => {
    await open(OLD, 'old');
    run('make old', 'one\r\nneedle here\r\nthree\r\n', 0);
    await client.request('disposeTerminal', { channel: OLD });
    await open(BUILD, 'build');
    run('grep needle', '', 1);
    await open(DEV, 'dev');
    run('tail -f log', 'a\r\nb NEEDLE\r\nc\r\n');
    expect(lines(await found({ text: 'needle', ignoreCase: true, first: DEV }))).toEqual([
      'dev open tail -f log 2',
      'build open grep needle',
      'old closed make old 2',
    ]);
    expect(lines(await found({ text: 'needle', first: DEV }))).toEqual([
      'build open grep needle',
      'old closed make old 2',
    ]);
    expect(lines(await found({ text: 'needle', ignoreCase: true, first: BUILD, alone: true }))).toEqual([
      'build open grep needle',
    ]);
  });

  it('tells the lines around, and combines with filters', async () => {
    await open(BUILD, 'build');
    run('make', 'one\r\nneedle\r\nthree\r\nneedle', 2);
    run('make again', 'needle\r\n', 0);
    const failed = await found({ text: 'needle', failed: true, longerThanMs: 3_000 });
    expect(failed).toMatchObject([
      {
        commandLine: 'make',
        exitCode: 2,
        lines: [
          { line: 2, text: 'needle', before: 'one', after: 'three' },
          { line: 4, text: 'needle', before: 'three' },
        ],
      },
    ]);
    expect(await found({ text: 'needle', failed: true, longerThanMs: 3_001 })).toEqual([]);
    expect(lines(await found({ text: '', failed: true }))).toEqual(['build open make']);
  });

  it('refuses agents', async () => {
    const agent = await host.connect('a', { writer: 'agent:ada' });
    await expect(agent.request('x-cotty/find', { channel: ROOT_URI, text: 'x' })).rejects.toThrow(
      'only a user who may type',
    );
  });
});
