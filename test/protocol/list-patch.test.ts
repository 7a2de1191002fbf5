import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patched, patchOf } from '../../src/protocol/root/list-patch.ts';
import { rootReducer } from '../../src/protocol/root/reducer.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';
import { readAction } from '../../src/protocol/validate/read-action.ts';

const meta = fc.dictionary(
  fc.constantFrom('running', 'last', 'pid', 'bells', 'holder', '__proto__'),
  fc.oneof(
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.record({ name: fc.string(), connected: fc.boolean() }),
  ),
);
const info: fc.Arbitrary<TerminalInfo> = fc.record(
  {
    resource: fc.constantFrom('a', 'b', 'c', 'd', 'e').map((name) => `ahp-terminal:/${name}`),
    title: fc.string(),
    claim: fc.oneof(
      fc.record({ kind: fc.constant('client' as const), clientId: fc.string() }),
      fc.record({ kind: fc.constant('session' as const), session: fc.string(), chat: fc.string() }),
    ),
    lifecycle: fc.oneof(
      fc.constant({ status: 'running' as const }),
      fc.record({ status: fc.constant('exited' as const), exitCode: fc.integer() }),
    ),
    _meta: meta.map((keys) => ({ 'x-cotty': { shell: 'bash', ...keys } })),
  },
  { requiredKeys: ['resource', 'title', 'claim', 'lifecycle', '_meta'] },
);
const list = fc.uniqueArray(info, { selector: ({ resource }) => resource });

/** As a client gets it. */
const sent = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a patch of the list of terminals', () => {
  it('makes one list of the other, sent as text and read as a client does', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const patch = patchOf(before, after);
        if (patch === undefined) {
          expect(sent(before)).toEqual(sent(after));
          return;
        }
        const read = readAction(sent(patch));
        expect(rootReducer({ agents: [], terminals: sent(before) }, read ?? patch).terminals).toEqual(
          sent(after),
        );
      }),
    );
  });

  it('has only what is different', () => {
    const one: TerminalInfo = {
      resource: 'ahp-terminal:/a',
      title: 'a',
      claim: { kind: 'client', clientId: 'c' },
      lifecycle: { status: 'running' },
      _meta: { 'x-cotty': { pid: 1, running: { commandLine: 'make', timestamp: 5 } } },
    };
    const other = { ...one, resource: 'ahp-terminal:/b' };
    const after = { ...one, title: 'new', _meta: { 'x-cotty': { pid: 1, last: { commandLine: 'make' } } } };
    expect(patchOf([one, other], [after, other])).toEqual({
      type: 'x-cotty/terminalsPatched',
      changed: [
        { resource: one.resource, title: 'new', meta: { last: { commandLine: 'make' }, running: null } },
      ],
    });
    expect(patchOf([one, other], [other])).toEqual({
      type: 'x-cotty/terminalsPatched',
      changed: [],
      order: [other.resource],
    });
    expect(patchOf([one], [sent(one)])).toBeUndefined();
  });

  it.each([
    [[{ resource: 5, title: 'x' }]],
    [[{ resource: 'ahp-terminal:/new', title: 'not whole' }]],
    [[{ resource: 'ahp-terminal:/a', title: 7, claim: 'me', lifecycle: { status: 'odd' }, meta: [] }]],
    [['x', null, 3]],
  ])('that is malformed, as %j, changes nothing that cannot be shown', (changed) => {
    const [before] = fc.sample(info, { numRuns: 1, seed: 1 });
    if (before === undefined) throw new Error('no sample');
    const state = [{ ...before, resource: 'ahp-terminal:/a' }];
    const read = readAction({
      type: 'x-cotty/terminalsPatched',
      changed,
      order: ['ahp-terminal:/a', 'gone'],
    });
    expect(rootReducer({ agents: [], terminals: state }, read ?? { type: 'none' }).terminals).toEqual(state);
    expect(readAction({ type: 'x-cotty/terminalsPatched', changed: 'all' })).toBeUndefined();
  });

  it('keeps the objects of the terminals that have not changed', () => {
    fc.assert(
      fc.property(list, (before) => {
        const [first, ...rest] = before;
        if (first === undefined) return;
        const patch = patchOf(before, [{ ...first, title: `${first.title}!` }, ...rest]);
        const after = patch === undefined ? [] : patched(before, patch);
        expect(after.slice(1).every((one, index) => one === rest[index])).toBe(true);
      }),
    );
  });
});
