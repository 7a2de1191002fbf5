/** The official reducer cases, in the shape they are written in and in the newer one derived from it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootReducer } from '../../src/protocol/root/reducer.ts';
import { terminalReducer } from '../../src/protocol/terminal/reducer.ts';
import { rootStateFor, stateFor } from '../../src/protocol/to-wire.ts';
import { readAction } from '../../src/protocol/validate/read-action.ts';
import { parseRootState } from '../../src/protocol/validate/read-root.ts';
import { parseTerminalState } from '../../src/protocol/validate/read-terminal.ts';

type Json = { [key: string]: unknown };
type Case = {
  description: string;
  reducer: 'root' | 'terminal';
  initial: Json;
  actions: (Json & { type: string })[];
  expected: Json;
};

const FOLDER = 'fixtures/ahp/reducers';
const cases = readdirSync(FOLDER).map((file): [string, Case] => [
  file,
  JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
]);

/** What a host and a client of ours do to a state between two wires. */
function run({ reducer, initial, actions }: Case, version: string): unknown {
  const known = actions.map((action) => {
    const read = readAction(action);
    if (read === undefined) throw new Error(`unreadable ${action.type}`);
    return read;
  });
  if (reducer === 'root') {
    const state = parseRootState(initial);
    return state && rootStateFor(version, known.reduce(rootReducer, state));
  }
  const state = parseTerminalState(initial);
  return state && stateFor(version, known.reduce(terminalReducer, state));
}

/** The same case as a peer of 0.9 or later would write it (AHP §1). */
function newer({ reducer, initial, actions, expected, ...rest }: Case): Case {
  const state = reducer === 'root' ? newerRoot : newerTerminal;
  return {
    ...rest,
    reducer,
    initial: state(initial),
    actions: actions.map(newerAction),
    expected: state(expected),
  };
}

function newerRoot(root: Json): Json {
  return Array.isArray(root['terminals'])
    ? { ...root, terminals: root['terminals'].map(newerTerminal) }
    : root;
}

function newerTerminal({ exitCode, ...state }: Json): Json {
  const lifecycle = exitCode === undefined ? { status: 'running' } : { status: 'exited', exitCode };
  return { ...state, lifecycle, claim: newerClaim(state['claim'] as Json) };
}

function newerAction<A extends Json>(action: A): A {
  if (action['type'] === 'root/terminalsChanged') return newerRoot(action) as A;
  return 'claim' in action ? { ...action, claim: newerClaim(action['claim'] as Json) } : action;
}

function newerClaim(claim: Json): Json {
  return claim['kind'] === 'session' ? { ...claim, chat: 'ahp-chat:/the-chat' } : claim;
}

describe('the official reducer fixtures', () => {
  it('are all there', () => {
    expect(cases.length).toBe(26);
  });

  it.each(cases)('%s holds in the shape before 0.9', (_file, one) => {
    expect(run(one, '0.8.0')).toEqual(one.expected);
  });

  it.each(cases)('%s holds in the shape from 0.9 on', (_file, one) => {
    const derived = newer(one);
    expect(run(derived, '1.0.0')).toEqual(derived.expected);
  });

  it.each(cases)('%s, read in one shape, is written in the other', (_file, one) => {
    expect(run(newer(one), '0.8.0')).toEqual(one.expected);
  });
});
