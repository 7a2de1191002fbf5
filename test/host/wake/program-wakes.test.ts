import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Wake, WakesResult, WatchFilter } from '../../../src/protocol/cotty/wake.ts';
import { type StatusReport, statusSequence } from '../../../src/protocol/terminal/program-status.ts';
import { READS_KEYS } from '../../support/fake-pty.ts';
import { MemoryHost, marks, NONCE, type RawClient, settled } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const OTHER = 'ahp-terminal:/other-1';
const ROOT = 'ahp-root://';
/** For so long (ms) a program has to wait before anybody is told. */
const SETTLED = 300;

let state = '';
let host: MemoryHost;
/** Began the program. */
let bob: RawClient;
let ada: RawClient;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-wakes-'));
  host = await MemoryHost.start({ record: { folder: state } });
  bob = await agent('bob');
  ada = await agent('ada');
  await bob.createTerminal(T, { name: 'build' });
  host.pty.modes = READS_KEYS;
  host.pty.print(`${marks.prompt}$ `);
  await bob.dispatch(T, { type: 'terminal/input', data: 'codex\r' });
  host.pty.print(marks.start('codex'));
});
afterEach(async () => {
  await host.host.close();
  removeFolder(state);
});

const agent = (handle: string) => host.connect(handle, { writer: `agent:${handle}` });

const watch = (client: RawClient, filter: WatchFilter, channel = T) =>
  client.request('x-cotty/watch', { channel, filter });

async function wakes(client: RawClient): Promise<readonly Wake[]> {
  return ((await client.request('x-cotty/wakes', {})) as unknown as WakesResult).wakes;
}

const tells = (report: Partial<StatusReport> & Pick<StatusReport, 'state'>) =>
  print(statusSequence({ id: '', app: 'codex', ...report }));

async function print(text: string, pty = host.pty): Promise<void> {
  pty.print(text);
  host.clock.pass(SETTLED);
  await settled();
}

const asks = (msg: string) => tells({ state: 'blocked', kind: 'permission', msg });
const end = (code = 0) => print(`${marks.end(code)}${marks.prompt}$ `);

/** What it was woken for, in short. */
const told = async (client: RawClient) =>
  (await wakes(client)).map(({ program, exit }) => program?.msg ?? program?.state ?? `exit ${exit}`);

describe('a watch of a program', () => {
  it('wakes once when it waits, with its question, whoever began it', async () => {
    for (const client of [ada, bob]) await watch(client, { program: 'blocked' });
    await watch(ada, { program: 'blocked' }, ROOT);
    await tells({ state: 'working' });
    const asked = host.clock.now();
    await asks('Run rm -r build?');
    await asks('Run rm -r build?');
    const wake = {
      n: 1,
      channel: T,
      terminal: 'build',
      seq: 1,
      command_id: 'cmd-1',
      cmd: 'codex',
      writer: 'agent:bob',
      finished_at: new Date(asked).toISOString(),
      duration_s: SETTLED / 1000,
      exit: null,
      timed_out: false,
      killed_by_restart: false,
      tail: [],
      error_line: null,
      program: {
        state: 'blocked',
        kind: 'permission',
        app: 'codex',
        msg: 'Run rm -r build?',
        by: 'report',
        since: new Date(asked).toISOString(),
      },
    };
    expect(await wakes(ada)).toEqual([wake]);
    expect(await wakes(bob)).toEqual([wake]);
    const pushed = ada.envelopes.flatMap((params) => ('wake' in params ? [params.wake] : []));
    expect(pushed).toEqual([wake]);
  });

  it('wakes again when it waits again, and not for what it works or what flashes up', async () => {
    await watch(ada, { program: 'blocked' });
    await asks('one');
    await tells({ state: 'working' });
    await asks('two');
    host.pty.print(statusSequence({ state: 'blocked', id: '', msg: 'flash' }));
    await tells({ state: 'done' });
    expect(await told(ada)).toEqual(['one', 'two']);
  });

  it('for done wakes when it says so, when it has failed, and when its command has ended', async () => {
    await watch(ada, { program: 'done' });
    await asks('one');
    await tells({ state: 'done' });
    await tells({ state: 'working' });
    await tells({ state: 'error' });
    await tells({ state: 'working' });
    await end(3);
    expect(await told(ada)).toEqual(['done', 'error', 'exit 3']);
    // What its work ended with stands on, and wakes no more.
    host.clock.pass(10_000);
    await watch(ada, { program: 'done', failed: true });
    expect(await told(ada)).toEqual(['done', 'error', 'exit 3']);
  });

  it('wakes once for a program that says that it is done and ends', async () => {
    await watch(ada, { program: 'done' });
    await print(`${statusSequence({ state: 'done', id: '' })}${marks.end(0)}${marks.prompt}$ `);
    expect(await told(ada)).toEqual(['exit 0']);
  });

  it('tells at once of one that waits already, and not of one that was done before', async () => {
    await asks('now?');
    await watch(ada, { program: 'blocked' });
    await watch(bob, { program: 'blocked' }, ROOT);
    expect([await told(ada), await told(bob)]).toEqual([['now?'], ['now?']]);
    await watch(ada, { program: 'blocked', matches: 'now' });
    expect(await told(ada)).toEqual(['now?']);
    await tells({ state: 'done' });
    await watch(ada, { program: 'done' });
    await watch(ada, { program: 'done' }, ROOT);
    expect(await told(ada)).toEqual(['now?']);
  });

  it('does not wake for ends, and a watch of ends not for programs', async () => {
    await watch(ada, { program: 'blocked' });
    await watch(bob, { commandId: 'cmd-1' });
    await asks('one');
    await end();
    expect([await told(ada), await told(bob)]).toEqual([['one'], ['exit 0']]);
  });

  it('has the other conditions as well: pattern in its words, failure, how long it ran, which command', async () => {
    await watch(ada, { program: 'blocked', matches: 'rm' });
    await watch(bob, { program: 'done', failed: true, commandId: 'cmd-1' });
    const cid = await agent('cid');
    await watch(cid, { program: 'blocked', longerThanMs: 3 * SETTLED });
    await asks('ls?');
    await tells({ state: 'done' });
    await tells({ state: 'working' });
    await asks('rm?');
    await tells({ state: 'error' });
    expect([await told(ada), await told(bob), await told(cid)]).toEqual([['rm?'], ['error'], ['rm?']]);
    await expect(watch(ada, { program: 'blocked', failed: true })).rejects.toThrow('has not failed');
    await expect(watch(ada, { program: 'asleep' } as never)).rejects.toThrow('program');
  });

  it('is of a terminal, or of all of them', async () => {
    await watch(ada, { program: 'blocked' }, ROOT);
    await bob.createTerminal(OTHER, { name: 'other' });
    host.pty.modes = READS_KEYS;
    await watch(bob, { program: 'blocked' });
    await print(`${marks.prompt}$ ${marks.start('pi')}`);
    await tells({ state: 'blocked', msg: 'other?' });
    expect([await told(ada), await told(bob)]).toEqual([['other?'], []]);
  });

  it('is not told of a command that is not recorded', async () => {
    await watch(ada, { program: 'blocked' });
    await end();
    await print(`\x1b]633;P;Unrecorded=1;${NONCE}\x07${marks.start(' codex')}`);
    await asks('secret?');
    expect(await told(ada)).toEqual([]);
  });
});
