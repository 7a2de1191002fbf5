/** What a client makes of what hosts send: ours, older ones, foreign ones, broken ones. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionEnvelope } from '../../../src/protocol/envelope.ts';
import { parseEnvelope } from '../../../src/protocol/validate/read-envelope.ts';
import {
  parseInitializeResult,
  parseReconnectResult,
  parseSubscribeResult,
} from '../../../src/protocol/validate/read-results.ts';
import { parseRootState } from '../../../src/protocol/validate/read-root.ts';
import { parseTerminalState } from '../../../src/protocol/validate/read-terminal.ts';
import { terminalAction } from '../arbitrary.ts';

const claim = { kind: 'client', clientId: 'c1' };

describe('parseTerminalState', () => {
  it('takes a present exit code for exited, an absent or null one for running', () => {
    const of = (extra: object) => parseTerminalState({ title: 'a', content: [], claim, ...extra })?.lifecycle;
    expect(of({ exitCode: 0 })).toEqual({ status: 'exited', exitCode: 0 });
    expect(of({ exitCode: null })).toEqual({ status: 'running' });
    expect(of({})).toEqual({ status: 'running' });
    expect(of({ lifecycle: { status: 'exited', exitCode: null } })).toStrictEqual({ status: 'exited' });
  });

  it('believes the lifecycle if a host sends both, and keeps only that', () => {
    const state = parseTerminalState({
      title: 'a',
      content: [],
      claim,
      exitCode: 1,
      lifecycle: { status: 'running' },
    });
    expect(state).toStrictEqual({ title: 'a', content: [], claim, lifecycle: { status: 'running' } });
  });

  it('lets a part of an unknown type stand in the way of the open command before it', () => {
    const open = {
      type: 'command',
      commandId: 'a',
      commandLine: '',
      output: '',
      timestamp: 1,
      isComplete: false,
    };
    const state = parseTerminalState({ title: 'a', claim, content: [open, { type: 'image', uri: 'x' }] });
    expect(state?.content).toEqual([open, { type: 'unclassified', value: '' }]);
  });

  it('reads the flat content of the earliest hosts, and a working directory that is a plain path', () => {
    const state = parseTerminalState({ title: 'a', claim, content: 'hello', cwd: '/home' });
    expect(state).toMatchObject({ content: [{ type: 'unclassified', value: 'hello' }], cwd: '/home' });
  });

  it('gives a usable state for any object at all', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('title', 'content', 'claim', 'lifecycle', 'cols', '_meta'),
          fc.jsonValue(),
        ),
        (wire) => {
          const state = parseTerminalState(wire);
          expect(state).toMatchObject({ title: expect.any(String), content: expect.any(Array) });
          expect(['running', 'exited']).toContain(state?.lifecycle.status);
          expect(['client', 'session']).toContain(state?.claim.kind);
          for (const part of state?.content ?? []) expect(['unclassified', 'command']).toContain(part.type);
          expect(state?.cols === undefined || typeof state.cols === 'number').toBe(true);
        },
      ),
    );
    for (const wire of [null, [], 'x', 1]) expect(parseTerminalState(wire)).toBeUndefined();
  });

  it('keeps keys it does not know', () => {
    expect(parseTerminalState({ title: 'a', content: [], claim, somethingNew: 'x' })).toMatchObject({
      somethingNew: 'x',
    });
  });

  it('knows where the pty is, and takes no other word for it', () => {
    const at = (executionTarget: unknown) =>
      parseTerminalState({ title: 'a', content: [], claim, executionTarget })?.executionTarget;
    expect([at('client'), at('server'), at('moon'), at(1)]).toEqual([
      'client',
      'server',
      undefined,
      undefined,
    ]);
  });
});

describe('parseRootState', () => {
  it('leaves out list entries without a URI and keeps the others', () => {
    const terminals = [{ title: 'x' }, null, { resource: 'ahp-terminal:/1', title: 'a', claim, exitCode: 2 }];
    expect(parseRootState({ agents: [], terminals })?.terminals).toEqual([
      { resource: 'ahp-terminal:/1', title: 'a', claim, lifecycle: { status: 'exited', exitCode: 2 } },
    ]);
  });

  it('accepts a host that says nothing of agents', () => {
    expect(parseRootState({})).toEqual({ agents: [] });
  });
});

describe('parseEnvelope', () => {
  const envelope = {
    channel: 'ahp-terminal:/1',
    serverSeq: 2 ** 40,
    action: { type: 'terminal/data', data: 'x' },
  };

  it('passes terminal data on as the very same object', () => {
    const parsed = parseEnvelope(envelope);
    expect(parsed.ok && parsed.envelope).toBe(envelope);
  });

  it('reads any action of any terminal', () => {
    fc.assert(
      fc.property(terminalAction, (action) => {
        expect(parseEnvelope({ ...envelope, action })).toEqual({
          ok: true,
          envelope: { ...envelope, action },
        });
      }),
    );
  });

  it('keeps actions of unknown types whole', () => {
    const action = { type: 'future/newAction', foo: 42 };
    expect(parseEnvelope({ ...envelope, action })).toEqual({ ok: true, envelope: { ...envelope, action } });
  });

  it('takes null for absent in origin and rejection', () => {
    const parsed = parseEnvelope({ ...envelope, origin: null, rejectionReason: null });
    expect(parsed).toStrictEqual({ ok: true, envelope });
  });

  it('reports a known action that its reducer could not use', () => {
    const broken = [
      { type: 'terminal/data' },
      { type: 'terminal/resized', cols: 0, rows: 24 },
      { type: 'terminal/claimed', claim: { kind: 'group' } },
      { type: 'root/terminalsChanged', terminals: {} },
      { type: 'terminal/commandExecuted', commandId: 'a' },
    ];
    for (const action of broken) expect(parseEnvelope({ ...envelope, action })).toMatchObject({ ok: false });
  });

  it('lets a rejected action be as malformed as what was rejected', () => {
    const rejected = {
      ...envelope,
      action: { type: 'terminal/resized', cols: 0 },
      rejectionReason: 'no such size',
    };
    expect(parseEnvelope(rejected)).toMatchObject({ ok: true, envelope: rejected });
  });

  it('never throws, whatever comes', () => {
    const wire = fc.record(
      { channel: fc.jsonValue(), serverSeq: fc.jsonValue(), action: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(fc.oneof(wire, fc.jsonValue()), (value) => void parseEnvelope(value)));
  });
});

describe('results', () => {
  const action = (serverSeq: number): ActionEnvelope => ({
    channel: 'ahp-terminal:/1',
    serverSeq,
    action: { type: 'terminal/data', data: `${serverSeq}` },
  });
  const snapshot = { resource: 'ahp-terminal:/1', state: { title: 'a' }, fromSeq: 5 };

  it('of initialize need a version and a number', () => {
    const result = {
      protocolVersion: '0.5.2',
      serverSeq: 7,
      snapshots: [snapshot, null],
      serverInfo: { version: '1' },
    };
    expect(parseInitializeResult(result)).toEqual({
      ok: true,
      welcome: { protocolVersion: '0.5.2', serverSeq: 7, snapshots: [snapshot] },
    });
    expect(parseInitializeResult({ protocolVersion: '1.0.0' })).toMatchObject({ ok: false });
    expect(parseInitializeResult(null)).toMatchObject({ ok: false });
  });

  it('of subscribe may have no snapshot', () => {
    expect(parseSubscribeResult({ snapshot })).toEqual(snapshot);
    expect(parseSubscribeResult({})).toBeUndefined();
    expect(parseSubscribeResult(null)).toBeUndefined();
  });

  it('of reconnect are put in the order of their numbers', () => {
    const parsed = parseReconnectResult({
      type: 'replay',
      actions: [action(9), action(8), 'x'],
      missing: ['a', 1],
    });
    expect(parsed).toEqual({
      ok: true,
      recovery: { kind: 'replay', actions: [action(8), action(9)], snapshots: [], missing: ['a'] },
    });
  });

  it('of reconnect may be snapshots, with or without a list of the missing', () => {
    const parsed = parseReconnectResult({ type: 'snapshot', snapshots: [snapshot] });
    expect(parsed).toMatchObject({
      ok: true,
      recovery: { kind: 'snapshot', snapshots: [snapshot], missing: [] },
    });
  });

  it('of reconnect may have an outcome for each channel', () => {
    const channels = [
      { kind: 'replay', channel: 'ahp-terminal:/1', actions: [action(8)] },
      { kind: 'snapshot', channel: 'ahp-terminal:/1', snapshot },
      { kind: 'missing', channel: 'ahp-terminal:/2' },
    ];
    expect(parseReconnectResult({ channels })).toEqual({
      ok: true,
      recovery: { kind: 'replay', actions: [action(8)], snapshots: [snapshot], missing: ['ahp-terminal:/2'] },
    });
  });

  it('of anything else are refused', () => {
    expect(parseReconnectResult({ type: 'magic' })).toMatchObject({ ok: false });
    expect(parseReconnectResult([])).toMatchObject({ ok: false });
  });
});
