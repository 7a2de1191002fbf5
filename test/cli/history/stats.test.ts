/** `cotty stats` as it is run, on the records of a host that has ended. */

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/history/stats.ts';
import { MemoryHost, marks, NONCE } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-stats-'));
});
afterEach(() => removeFolder(folder));

/** Exit codes of `make`, and then one `ls`; the host is closed behind them. */
async function recorded(exits: readonly number[]): Promise<void> {
  const host = await MemoryHost.start({ record: { folder } });
  const client = await host.connect('m', { writer: 'user:mara' });
  await client.createTerminal('ahp-terminal:/build', {
    name: 'build',
    cwd: 'file:///tmp',
    cols: 100,
    rows: 30,
  });
  host.pty.print(`\x1b]633;P;Cwd=/tmp;${NONCE}\x07`);
  for (const [line, exit] of [...exits.map((code) => ['make', code] as const), ['ls', 0] as const]) {
    host.pty.print(`${marks.prompt}$ ${marks.start(line)}text\r\n`);
    host.clock.pass(2000);
    host.pty.print(`${marks.end(exit)}${marks.prompt}$ `);
    host.clock.pass(1000);
  }
  await host.host.close();
}

async function stats(...args: readonly string[]) {
  const told = { out: '', err: '' };
  const io = {
    env: { COTTY_STATE_DIR: folder, COTTY_RUNTIME_DIR: join(folder, 'runtime') },
    cwd: folder,
    stdin: process.stdin,
    stdout: { write: (text: string | Uint8Array) => (told.out += String(text)) },
    stderr: { write: (text: string | Uint8Array) => (told.err += String(text)) },
  };
  return { code: await run(args, io), ...told };
}

describe('cotty stats without a host', () => {
  it('reads the records', async () => {
    await recorded([0, 1, 0]);
    const { code, out } = await stats('--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      commands: 4,
      failed: 1,
      different: 2,
      total_s: 8,
      most_run: [{ cmd: 'make', cwd: '/tmp', runs: 3, failed: 1, median_s: 2 }, { cmd: 'ls' }],
      slowest: [{ cmd: 'make' }],
      flakiest: [{ cmd: 'make', changes: 2, compared: 3 }],
    });
  });

  it('takes the filters of the history', async () => {
    await recorded([0, 1, 0]);
    const commands = async (...args: readonly string[]) =>
      JSON.parse((await stats('--json', ...args)).out).commands;
    expect(await commands('make')).toBe(3);
    expect(await commands('--failed')).toBe(1);
    expect(await commands('--exit', '0')).toBe(3);
    expect(await commands('--terminal', 'build')).toBe(4);
    expect(await commands('--cwd', '/elsewhere')).toBe(0);
    expect(await commands('--longer', '1m')).toBe(0);
  });

  it('writes a picture, and keeps a file that exists', async () => {
    await recorded([0]);
    expect(await stats('--svg', '-o', 'a.svg')).toEqual({
      code: 0,
      out: '',
      err: 'cotty: wrote a.svg: statistics\n',
    });
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toContain('prefers-color-scheme:dark');
    expect(await stats('--svg', '-o', 'a.svg')).toMatchObject({ code: 1 });
    expect(await stats('--svg', '-o', 'a.svg', '--force')).toMatchObject({ code: 0 });
  });

  it('says that there are no commands', async () => {
    expect(await stats()).toEqual({ code: 0, out: 'No commands.\n', err: '' });
  });

  it.each([
    [['--limit', '0'], '--limit "0" is not a number of commands, from 1 to 100'],
    [['--limit', '101'], '--limit "101" is not a number of commands, from 1 to 100'],
    [['--json', '--svg'], 'use only one of --json and --svg'],
    [['-o', 'a.svg'], '-o FILE is for --svg alone'],
    [['--svg', '--force'], '--force is for -o FILE alone'],
    [['--since', 'x'], '--since "x" must be'],
    [['--terminal', 'gone'], 'no terminal "gone" has a record'],
  ])('refuses %j', async (args, error) => {
    const { code, out, err } = await stats(...args);
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(err).toContain(error);
  });
});
