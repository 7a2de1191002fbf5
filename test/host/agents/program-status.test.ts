/** The rules of OSC 7501 that need a terminal and time, by their numbers in `test/protocol/terminal/program-status.test.ts`. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KeptStatus, ProgramStatus } from '../../../src/host/agents/program-status.ts';
import {
  MOST_RECORDS,
  type StatusReport,
  statusSequence,
} from '../../../src/protocol/terminal/program-status.ts';
import { READS_KEYS } from '../../support/fake-pty.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemoryHost, marks, type RawClient, settled } from '../../support/memory-host.ts';

/** For so long (ms) a program must be blocked before anybody is told. */
const SETTLE_MS = 300;

const report = (state: StatusReport['state'], more: Partial<StatusReport> = {}): StatusReport => ({
  state,
  id: '',
  ...more,
});

describe('the status of a program', () => {
  let clock: HandClock;
  /** How often clients were told. */
  let told: number;
  let status: ProgramStatus;

  function begin(earlier?: KeptStatus): void {
    status = new ProgramStatus({ clock, onInfo: () => (told += 1) }, earlier);
  }
  beforeEach(() => {
    clock = new HandClock();
    told = 0;
    begin();
  });

  const blocked = (more: Partial<StatusReport> = {}): void => {
    status.reported(report('blocked', more));
    clock.pass(SETTLE_MS);
  };
  const shown = () => status.meta.program;
  const parts = () => shown()?.parts?.map(({ id, state }) => `${id} ${state}`);

  it('rule 13: gives a part the name of the nearest one around it', () => {
    status.reported(report('working', { app: 'codex' }));
    status.reported(report('working', { id: 'a', app: 'helper' }));
    for (const id of ['a/b/c', 'b']) status.reported(report('idle', { id }));
    expect(shown()).toMatchObject({
      app: 'codex',
      parts: [
        { id: 'a', app: 'helper' },
        { id: 'a/b/c', app: 'helper' },
        { id: 'b', app: 'codex' },
      ],
    });
    // A part in front has no name of its own either.
    blocked({ id: 'a/b/c' });
    expect(shown()).toMatchObject({ state: 'blocked', id: 'a/b/c', app: 'helper' });
  });

  it('rule 16: replaces a record whole', () => {
    status.reported(report('working', { app: 'codex', title: 'Tests', msg: 'half', progress: 50 }));
    status.reported(report('working'));
    expect(shown()).toEqual({ state: 'working', id: '', since: clock.now(), by: 'report' });
  });

  it('rule 16: keeps the time of a state that is reported again, and tells nobody of what was said', () => {
    blocked({ kind: 'question' });
    const { since } = shown() ?? {};
    told = 0;
    blocked({ kind: 'question' });
    expect([shown()?.since, told]).toEqual([since, 0]);
    blocked({ kind: 'permission' });
    expect(shown()?.since).toBe(clock.now() - SETTLE_MS);
  });

  it('rule 17: clears a part with all below it, and without an id everything', () => {
    for (const id of ['a', 'a/b', 'ab']) status.reported(report('working', { id }));
    status.reported(report('clear', { id: 'a' }));
    expect(parts()).toEqual(['ab working']);
    status.reported(report('clear'));
    expect(shown()).toBeUndefined();
  });

  it('rule 18: keeps 64 records, and of those that wait the longest', () => {
    blocked({ id: 'first' });
    for (let n = 0; n < 2 * MOST_RECORDS; n += 1) status.reported(report('done', { id: `part${n}` }));
    expect(parts()).toHaveLength(MOST_RECORDS);
    expect(shown()).toMatchObject({ state: 'blocked', id: 'first' });
    for (let n = 0; n < MOST_RECORDS; n += 1) status.reported(report('blocked', { id: `asks${n}` }));
    clock.pass(SETTLE_MS);
    expect(parts()).not.toContain('first blocked');
    expect(parts()?.every((part) => part.startsWith('asks'))).toBe(true);
  });

  it('rule 19: needs no heartbeat', () => {
    status.reported(report('working'));
    clock.pass(24 * 3_600_000);
    expect(shown()?.state).toBe('working');
  });

  it('rule 20: ends what works and waits with its command; how the work ended stays until the next', () => {
    status.reported(report('done', { msg: 'built' }));
    for (const state of ['working', 'blocked', 'error', 'idle'] as const)
      status.reported(report(state, { id: state }));
    clock.pass(SETTLE_MS);
    expect(shown()?.id).toBe('blocked');
    status.ended();
    expect(shown()).toMatchObject({ state: 'done', msg: 'built', parts: [{ state: 'error' }] });
    status.began();
    expect(shown()).toBeUndefined();
  });

  it('rule 20: marks as seen what is done, until it is done again', () => {
    status.reported(report('done'));
    status.seen();
    expect(shown()?.seen).toBe(true);
    status.reported(report('done'));
    expect(shown()?.seen).toBe(true);
    status.reported(report('working'));
    status.reported(report('done'));
    expect(shown()?.seen).toBeUndefined();
    blocked();
    status.seen();
    expect(shown()?.seen).toBeUndefined();
  });

  it('rule 21: is empty after a reset', () => {
    status.reported(report('done'));
    status.reset();
    expect([shown(), status.isEmpty, status.kept]).toEqual([undefined, true, undefined]);
  });

  it('rule 25: has no secrets, in title and message', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    blocked({ title: `push ${token}`, msg: `Send ${token}?` });
    expect(JSON.stringify([shown(), status.kept])).not.toContain(token);
    expect(shown()?.msg).toBe('Send [redacted]?');
  });

  it('rule 26: counts as blocked when it has been for a moment, and tells that when the moment is over', () => {
    status.reported(report('working'));
    status.reported(report('blocked'));
    expect(shown()).toBeUndefined();
    told = 0;
    clock.pass(SETTLE_MS - 1);
    expect([told, shown()]).toEqual([0, undefined]);
    clock.pass(1);
    expect([told, shown()?.state]).toEqual([1, 'blocked']);
    status.reported(report('working'));
    status.reported(report('blocked'));
    status.reported(report('done'));
    clock.pass(SETTLE_MS);
    expect(shown()?.state).toBe('done');
  });

  it('rule 27: has the same records and times under the next host, and waits no second time', () => {
    status.reported(report('working', { id: 'part' }));
    blocked({ msg: 'Go on?' });
    const before = shown();
    const { kept } = status;
    status.close();
    told = 0;
    clock.pass(60_000);
    begin(structuredClone(kept));
    expect([shown(), told]).toEqual([before, 0]);
  });

  it('believes the program before its hooks, and hooks before what rules find', () => {
    const find = (state: 'working' | 'blocked') => status.found({ cause: 'a rule', report: report(state) });
    find('working');
    expect(shown()).toMatchObject({ state: 'working', by: 'rules' });
    status.hooked(report('idle'), 'Stop');
    expect([shown(), status.decided.cause]).toMatchObject([{ state: 'idle', by: 'hook' }, 'Stop']);
    status.reported(report('done'));
    find('blocked');
    clock.pass(SETTLE_MS);
    expect(shown()).toMatchObject({ state: 'done', by: 'report' });
    status.reported(report('clear'));
    expect(shown()?.by).toBe('hook');
  });
});

describe('a terminal', () => {
  const T = 'ahp-terminal:/t';
  let host: MemoryHost;
  let client: RawClient;

  async function open(): Promise<void> {
    host = await MemoryHost.start();
    client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal(T);
    host.pty.modes = READS_KEYS;
    host.pty.print(`${marks.prompt}$ `);
  }
  beforeEach(() => open());
  afterEach(() => host.host.close());

  const tell = (state: StatusReport['state']) => host.pty.print(statusSequence(report(state)));

  async function stateOf(): Promise<string | undefined> {
    host.clock.pass(SETTLE_MS);
    await settled();
    const { state } = await client.subscribe(T);
    type Meta = { readonly 'x-cotty'?: { readonly program?: { readonly state: string } } };
    return (state['_meta'] as Meta | undefined)?.['x-cotty']?.program?.state;
  }

  it('rules 20 and 22: a new prompt ends what works, one that is only drawn again does not', async () => {
    host.pty.print(marks.start('codex'));
    tell('working');
    // The prompts of a program in it, of a line that goes on, and at the right.
    host.pty.print('\x1b]133;P;k=s\x07> \x1b]133;P;k=c\x07> \x1b]133;P;k=r\x07');
    expect(await stateOf()).toBe('working');
    host.pty.print(marks.end(0));
    expect(await stateOf()).toBeUndefined();
    host.pty.print(marks.prompt);
    tell('blocked');
    expect(await stateOf()).toBeUndefined();
  });

  it('rule 21: RIS ends all, DECSTR and the other screen nothing', async () => {
    host.pty.print(marks.start('codex'));
    tell('done');
    host.pty.print('\x1b[!p\x1b[?1049h\x1b[?1049l');
    expect(await stateOf()).toBe('done');
    host.pty.print('\x1bc');
    expect(await stateOf()).toBeUndefined();
  });

  it('rule 23: answers its query once, with the same bytes and before DA1, and no report with an answer', async () => {
    host.pty.print(marks.start('codex'));
    for (const end of ['\x07', '\x1b\\']) {
      const before = host.pty.input.length;
      host.pty.print(`\x1b]7501;state=idle${end}\x1b]7501;?:state=idle${end}\x1b]7501;?${end}\x1b[c`);
      host.clock.pass(1000);
      await settled();
      const answer = host.pty.input.slice(before);
      expect(answer).toMatch(/^\x1b\]7501;\?(\x07|\x1b\\)\x1b\[\?[\d;]+c$/);
      expect(answer.startsWith(`\x1b]7501;?${end}`)).toBe(true);
    }
  });
});
