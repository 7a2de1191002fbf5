import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/protocol/envelope.ts';
import { rootReducer } from '../../../src/protocol/root/reducer.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { terminalReducer } from '../../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { stateFor } from '../../../src/protocol/to-wire.ts';
import { parseTerminalState } from '../../../src/protocol/validate/read-terminal.ts';
import { terminalAction } from '../arbitrary.ts';

const empty: TerminalState = {
  title: 'zsh',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c1' },
};

const stateAfter = (actions: readonly TerminalAction[], from = empty) =>
  actions.reduce<TerminalState>(terminalReducer, from);

/** The raw stream a client would replay. */
const stream = ({ content }: TerminalState) =>
  content.map((part) => (part.type === 'command' ? part.output : part.value)).join('');

describe('the reducer of a terminal', () => {
  it.each(['1.0.0', '0.5.0'])(
    'gives the same from a snapshot and the tail as from everything, at %s',
    (version) => {
      fc.assert(
        fc.property(fc.array(terminalAction, { maxLength: 30 }), fc.nat(30), (actions, cut) => {
          const wire = JSON.parse(JSON.stringify(stateFor(version, stateAfter(actions.slice(0, cut)))));
          const snapshot = parseTerminalState(wire);
          expect(snapshot).toBeDefined();
          const rest = actions.slice(cut);
          const viaSnapshot = stateFor(version, stateAfter(rest, snapshot ?? empty));
          expect(viaSnapshot).toEqual(stateFor(version, stateAfter(actions)));
        }),
      );
    },
  );

  it('keeps every character of data in order, whatever comes between', () => {
    fc.assert(
      fc.property(fc.array(terminalAction, { maxLength: 30 }), (actions) => {
        const kept = actions.slice(actions.findLastIndex(({ type }) => type === 'terminal/cleared') + 1);
        const sent = kept.map((action) => (action.type === 'terminal/data' ? action.data : '')).join('');
        expect(stream(stateAfter(actions))).toBe(sent);
      }),
    );
  });

  it('returns the same state for input and for actions it does not know', () => {
    const unknown = [{ type: 'x-other/thing' }, { type: 'root/agentsChanged', agents: [] }] as const;
    for (const type of ['terminal/input', 'terminal/output'] as const)
      expect(terminalReducer(empty, { type, data: 'x' })).toBe(empty);
    for (const action of unknown) expect(terminalReducer(empty, action)).toBe(empty);
    expect(rootReducer({ agents: [] }, { type: 'terminal/cleared' })).toEqual({ agents: [] });
  });

  it('does not take a name of the object prototype for an action it knows', () => {
    const action = { type: 'constructor' } as unknown as Action;
    expect(terminalReducer(empty, action)).toBe(empty);
  });

  it('returns the same state when an unknown command finishes', () => {
    const state = stateAfter([{ type: 'terminal/data', data: 'x' }]);
    expect(terminalReducer(state, { type: 'terminal/commandFinished', commandId: 'gone' })).toBe(state);
  });

  it('removes an exit code and a duration that a second finish does not repeat', () => {
    const state = stateAfter([
      { type: 'terminal/commandExecuted', commandId: 'a', commandLine: 'ls', timestamp: 1 },
      { type: 'terminal/commandFinished', commandId: 'a', exitCode: 1, durationMs: 2 },
      { type: 'terminal/commandFinished', commandId: 'a' },
    ]);
    expect(state.content).toStrictEqual([
      { type: 'command', commandId: 'a', commandLine: 'ls', output: '', timestamp: 1, isComplete: true },
    ]);
  });

  it('puts data after the newest open command only, and completes the older one by its own finish', () => {
    const state = stateAfter([
      { type: 'terminal/commandExecuted', commandId: 'a', commandLine: 'a', timestamp: 1 },
      { type: 'terminal/commandExecuted', commandId: 'b', commandLine: 'b', timestamp: 2 },
      { type: 'terminal/data', data: 'of b' },
      { type: 'terminal/commandFinished', commandId: 'a', exitCode: 0 },
    ]);
    expect(state.content).toMatchObject([
      { commandId: 'a', output: '', isComplete: true },
      { commandId: 'b', output: 'of b', isComplete: false },
    ]);
  });

  it('forgets an exit code when a terminal exits again without one', () => {
    const state = stateAfter([{ type: 'terminal/exited', exitCode: 3 }, { type: 'terminal/exited' }]);
    expect(state.lifecycle).toStrictEqual({ status: 'exited' });
  });

  it('carries the meta of a command from its start to its end, joined key by key', () => {
    const state = stateAfter([
      {
        type: 'terminal/commandExecuted',
        commandId: 'a',
        commandLine: 'ls',
        timestamp: 1,
        _meta: { 'x-cotty': { writer: 'user:ada', cols: 80 }, other: 1 },
      },
      {
        type: 'terminal/commandFinished',
        commandId: 'a',
        _meta: { 'x-cotty': { timedOut: true, cols: 81 } },
      },
    ]);
    expect(state.content[0]).toMatchObject({
      _meta: { 'x-cotty': { writer: 'user:ada', cols: 81, timedOut: true }, other: 1 },
    });
  });

  it('gives a command its note and its bookmark, takes them away, and leaves all else as it is', () => {
    const ran = stateAfter([
      { type: 'terminal/commandExecuted', commandId: 'a', commandLine: 'make', timestamp: 1 },
      { type: 'terminal/data', data: 'x' },
      { type: 'terminal/commandFinished', commandId: 'a', exitCode: 2, _meta: { 'x-cotty': { seq: 1 } } },
    ]);
    const noted = (change: object, from = ran) =>
      stateAfter([{ type: 'x-cotty/annotated', commandId: 'a', ...change }], from);
    const note = { text: 'flaky', by: 'user:ada', at: 5 };
    const both = noted({ note, bookmarked: true });
    expect(both.content[0]).toMatchObject({
      exitCode: 2,
      output: 'x',
      _meta: { 'x-cotty': { seq: 1, note, bookmarked: true } },
    });
    expect(noted({ note: { text: '', at: 6 }, bookmarked: false }, both)).toEqual(ran);
    expect(noted({ commandId: 'gone', note })).toBe(ran);
  });

  it('removes line, output and prompt of a command that is forgotten when it ends, and of no other', () => {
    const both = ['a', 'b'].flatMap((commandId): TerminalAction[] => [
      { type: 'terminal/data', data: '$ ' },
      { type: 'terminal/commandExecuted', commandId, commandLine: commandId, timestamp: 1 },
      { type: 'terminal/data', data: commandId },
      { type: 'terminal/commandFinished', commandId },
    ]);
    const end = (forgotten: boolean): TerminalAction => ({
      type: 'terminal/commandFinished',
      commandId: 'a',
      _meta: { 'x-cotty': { forgotten } },
    });
    expect(stream(stateAfter([...both, end(true)]))).toBe('$ b');
    expect(stream(stateAfter([...both, end(false)]))).toBe('$ a$ b');
  });
});

describe('the reducer of the root', () => {
  it.each([
    [undefined, { a: 1, b: 3, c: 4 }],
    [false, { a: 1, b: 3, c: 4 }],
    [true, { b: 3, c: 4 }],
  ])('joins settings with those that are there, unless it is to replace them: %s', (replace, values) => {
    const state = { agents: [], config: { schema: 's', values: { a: 1, b: 2 } } };
    const action = {
      type: 'root/configChanged',
      config: { b: 3, c: 4 },
      ...(replace === undefined ? {} : { replace }),
    };
    expect(rootReducer(state, action)).toEqual({ agents: [], config: { schema: 's', values } });
  });
});
