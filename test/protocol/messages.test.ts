/** What a client makes of the answers of hosts: ours, older ones, newer ones, broken ones. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Method, parseResult, parseWake, requests } from '../../src/protocol/messages.ts';

const record = {
  seq: 1,
  cmd: 'make',
  writer: null,
  started_at: 'a',
  finished_at: null,
  duration_s: null,
  exit: null,
  stdout: '',
  stderr: '',
  killed_by_restart: false,
  timed_out: false,
  cwd: null,
  command_id: 'c',
  omitted: 0,
  cmd_cut: 0,
  redacted: [],
};
const wake = {
  n: 1,
  channel: 'ahp-terminal:/1',
  terminal: 'a',
  seq: 1,
  command_id: 'c',
  cmd: 'make',
  writer: null,
  finished_at: 'a',
  duration_s: 1,
  exit: null,
  timed_out: false,
  killed_by_restart: false,
  tail: [],
  error_line: null,
};

describe('parseResult', () => {
  it('needs the numbers of a status, and leaves out agents that are none', () => {
    const status = { pid: 1, version: '0.1.0', startedAt: 2, clients: 3, terminals: 4 };
    const read = (result: object) => parseResult('x-cotty/status', result);
    expect(read({ ...status, socket: null })).toEqual({ ok: true, result: status });
    expect(read({ ...status, pid: 'x' })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^pid: /),
    });
    const ada = { handle: 'ada', since: 5, holds: ['ahp-terminal:/1'] };
    const damaged = [{ handle: 'bob' }, { ...ada, holds: [1] }, 'eve'];
    expect(read({ ...status, rawLog: true, agents: [ada, ...damaged] })).toEqual({
      ok: true,
      result: { ...status, rawLog: true, agents: [ada] },
    });
  });

  it('keeps fields that it does not know, and leaves out known ones that are unusable and optional', () => {
    const result = { record: { ...record, entered: 'sideways', counts: { lines: 1 }, newer: [1] } };
    expect(parseResult('x-cotty/run', result)).toEqual({
      ok: true,
      result: { record: { ...record, newer: [1] } },
    });
  });

  it('refuses a record that lacks a field, and names it', () => {
    const { cmd: _cmd, ...rest } = record;
    expect(parseResult('x-cotty/run', { record: rest })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^record\.cmd: /),
    });
  });

  it('leaves out the records of a list that are unusable', () => {
    expect(parseResult('x-cotty/records', { records: [record, {}, null, { ...record, seq: 'x' }] })).toEqual({
      ok: true,
      result: { records: [record], more: false },
    });
    expect(parseResult('x-cotty/records', {})).toMatchObject({ ok: false });
  });

  it('describes closed terminals as the list does, and says when one is not described', () => {
    const closed = { resource: 'ahp-terminal:/1', title: 'a', parkedUntil: 5 };
    const info = { resource: 'ahp-terminal:/1', title: 'a', lifecycle: { status: 'running' } };
    const claim = { kind: 'client', clientId: 'c' };
    const terminals = [
      closed,
      { ...closed, ended: true, info: { ...info, claim } },
      { ...closed, ended: false, info: { ...info, claim: { kind: 'group' } } },
      { ...closed, ended: false, info: {} },
      { title: 'b' },
    ];
    expect(parseResult('x-cotty/closed', { terminals })).toEqual({
      ok: true,
      result: {
        terminals: [
          closed,
          { ...closed, ended: true, info: { ...info, claim } },
          { ...closed, ended: false, info: { ...info, claim: { kind: 'client', clientId: '' } } },
          { ...closed, ended: false },
        ],
      },
    });
  });

  it('takes whatever a newer host says of why input is waited for', () => {
    const screen = {
      lines: ['$ '],
      cols: 80,
      rows: 24,
      cursor: { x: 2, y: 0, visible: true },
      fullScreen: false,
      title: 'a',
      running: null,
      waitingForInput: 'something newer',
      progress: null,
    };
    expect(parseResult('x-cotty/screen', screen)).toEqual({ ok: true, result: screen });
  });

  it('reads no answer at all where there is nothing to read', () => {
    for (const answer of [null, undefined, {}, 'x'])
      expect(parseResult('x-cotty/stop', answer)).toEqual({ ok: true, result: null });
  });

  it('never throws, whatever a host answers', () => {
    const methods = Object.keys(requests) as Method[];
    const keys = fc.constantFrom(
      'record',
      'records',
      'terminals',
      'lines',
      'wakes',
      'watch',
      'matches',
      'next',
    );
    const result = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
    fc.assert(
      fc.property(fc.constantFrom(...methods), result, (method, wire) => void parseResult(method, wire)),
    );
  });
});

describe('parseWake', () => {
  it('reads a whole wake-up, and nothing else', () => {
    expect(parseWake({ channel: 'ahp-root://', wake })).toEqual(wake);
    expect(parseWake({ wake: { ...wake, tail: [1] } })).toBeUndefined();
    expect(parseWake(null)).toBeUndefined();
  });
});
