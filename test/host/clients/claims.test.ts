import { describe, expect, it } from 'vitest';
import {
  type Act,
  type Actor,
  type HeldTerminal,
  type Holders,
  may,
  mayCreate,
  mayDispatch,
  mayTypeByRequest,
  RULES,
  type Verdict,
} from '../../../src/host/clients/claims.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalState } from '../../../src/protocol/terminal/state.ts';

const client = (clientId: string): TerminalClaim => ({ kind: 'client', clientId });
const session = (handle: string, more: object = {}): TerminalClaim => ({
  kind: 'session',
  session: `ahp-session:/${handle}`,
  ...more,
});

const mara: Actor = { clientId: 'mara', sessions: new Set() };
const ben: Actor = { clientId: 'ben', sessions: new Set() };
const build: Actor = { clientId: 'c1', agent: 'build', sessions: new Set(['ahp-session:/build']) };
const test: Actor = { clientId: 'c2', agent: 'test', sessions: new Set(['ahp-session:/test']) };

const present: Holders = {
  isConnected: () => true,
  isSamePerson: () => false,
  nameOf: (claim) => (claim.kind === 'client' ? `Ms ${claim.clientId}` : `agent of ${claim.session}`),
};
const absent: Holders = { ...present, isConnected: () => false };

const state = (claim: TerminalClaim, exited = false): TerminalState => ({
  title: 'sh',
  content: [],
  lifecycle: exited ? { status: 'exited' } : { status: 'running' },
  claim,
});

const claimed = (claim: TerminalClaim, takeOverFrom?: string): TerminalAction => ({
  type: 'terminal/claimed',
  claim,
  ...(takeOverFrom === undefined ? {} : { _meta: { 'x-cotty': { takeOverFrom } } }),
});

const input: TerminalAction = { type: 'terminal/input', data: 'ls\r' };
const uses: TerminalAction[] = [
  input,
  { type: 'terminal/resized', cols: 80, rows: 24 },
  { type: 'terminal/cleared' },
  { type: 'terminal/titleChanged', title: 'x' },
];

const says = (verdict: Verdict) => (verdict.ok ? 'yes' : verdict.reason);

describe('another window of the holder', () => {
  const twin: Holders = { ...present, isSamePerson: (id) => id === 'mara-2' };
  const mara2: Actor = { clientId: 'mara-2', sessions: new Set() };

  it('types, clears and renames at once, and leaves the size to the holder', () => {
    const verdicts = uses.map((action) => says(mayDispatch(mara2, state(client('mara')), action, twin)));
    expect(verdicts).toEqual(['yes', 'Ms mara holds this terminal', 'yes', 'yes']);
  });

  it('takes the claim whichever window had it meanwhile', () => {
    const claim = claimed(client('mara-2'), 'mara-3');
    expect(says(mayDispatch(mara2, state(client('mara')), claim, twin))).toBe('yes');
    expect(says(mayDispatch(ben, state(client('mara')), claimed(client('ben'), 'mara-3'), twin))).toBe(
      'Ms mara holds this terminal',
    );
  });

  it('is no agent, not even one that bears the same name', () => {
    const same: Holders = { ...present, isSamePerson: () => true };
    expect(says(mayDispatch(build, state(client('mara')), input, same))).toBe('Ms mara holds this terminal');
    expect(says(mayDispatch(mara2, state(session('build')), input, same))).toBe(
      'agent of ahp-session:/build holds this terminal',
    );
  });
});

describe('may', () => {
  it.each(uses)('lets the holder do $type', (action) => {
    expect(says(mayDispatch(mara, state(client('mara')), action, present))).toBe('yes');
    expect(says(mayDispatch(build, state(session('build')), action, present))).toBe('yes');
  });

  it.each(uses)(
    'refuses $type to everybody else, naming the holder, also while that one is away',
    (action) => {
      expect(says(mayDispatch(ben, state(client('mara')), action, present))).toBe(
        'Ms mara holds this terminal',
      );
      expect(says(mayDispatch(ben, state(client('mara')), action, absent))).toBe(
        'Ms mara holds this terminal',
      );
      expect(says(mayDispatch(test, state(session('build')), action, present))).toBe(
        'agent of ahp-session:/build holds this terminal',
      );
    },
  );

  it('lets nobody write to or resize what has exited, but its holder may name and clear it', () => {
    const verdicts = uses.map((action) =>
      says(mayDispatch(mara, state(client('mara'), true), action, present)),
    );
    expect(verdicts).toEqual(['the terminal has exited', 'the terminal has exited', 'yes', 'yes']);
  });

  it('lets nobody state facts', () => {
    expect(says(mayDispatch(mara, state(client('mara')), { type: 'terminal/exited' }, present))).toBe(
      'terminal/exited is not for clients to dispatch',
    );
  });
});

describe('may claim', () => {
  const held = 'Ms mara holds this terminal';
  const away = 'only Ms mara, who holds this terminal, can hand it over';
  it.each<[string, Actor, TerminalClaim, TerminalAction, Holders, string]>([
    ['the holder again', mara, client('mara'), claimed(client('mara')), present, 'yes'],
    ['the holder for a session', mara, client('mara'), claimed(session('build')), present, 'yes'],
    [
      'the holder for somebody else',
      mara,
      client('mara'),
      claimed(client('ben')),
      present,
      'the holder can hand a terminal over to a session only; other clients take it themselves',
    ],
    [
      'an agent within its session',
      build,
      session('build'),
      claimed(session('build', { turnId: 't' })),
      present,
      'yes',
    ],
    ['an agent for its own client', build, session('build'), claimed(client('c1')), present, 'yes'],
    ['another client', ben, client('mara'), claimed(client('ben')), present, held],
    ['another client while the holder is away', ben, client('mara'), claimed(client('ben')), absent, 'yes'],
    ['an agent while the holder is away', build, client('mara'), claimed(session('build')), absent, 'yes'],
    ['an agent for another session', build, client('mara'), claimed(session('test')), absent, away],
    ['a client for another one', ben, client('mara'), claimed(client('eve')), absent, away],
    ['a person who takes over', ben, client('mara'), claimed(client('ben'), 'mara'), present, 'yes'],
    [
      'a person who takes over from a session',
      ben,
      session('build'),
      claimed(client('ben'), 'ahp-session:/build'),
      present,
      'yes',
    ],
    ['a person who is too late', ben, client('mara'), claimed(client('ben'), 'eve'), present, held],
    [
      'a person who is too late, with nobody there',
      ben,
      client('mara'),
      claimed(client('ben'), 'eve'),
      absent,
      held,
    ],
    [
      'a person who takes over for another',
      ben,
      client('mara'),
      claimed(client('eve'), 'mara'),
      present,
      away,
    ],
    ['an agent that takes over', build, client('mara'), claimed(session('build'), 'mara'), present, held],
    [
      'a person who narrows a session',
      ben,
      session('build', { turnId: 't', toolCallId: 'c' }),
      claimed(session('build')),
      present,
      'yes',
    ],
    [
      'an agent that narrows the session of another one',
      test,
      session('build', { turnId: 't', toolCallId: 'c' }),
      claimed(session('build')),
      present,
      'only agent of ahp-session:/build, who holds this terminal, can hand it over',
    ],
    [
      'anybody who widens a session',
      ben,
      session('build'),
      claimed(session('build', { turnId: 't' })),
      present,
      'only agent of ahp-session:/build, who holds this terminal, can hand it over',
    ],
  ])('%s: %#', (_, actor, claim, action, holders, expected) => {
    expect(says(mayDispatch(actor, state(claim), action, holders))).toBe(expected);
  });
});

describe('mayCreate', () => {
  it.each<[Actor, TerminalClaim, string]>([
    [mara, client('mara'), 'yes'],
    [mara, client('ben'), 'a client can claim a terminal only for its own clientId'],
    [mara, session('build'), 'yes'],
    [build, session('build'), 'yes'],
    [build, session('test'), 'agent build does not speak for ahp-session:/test'],
  ])('%j with %j: %s', (actor, claim, expected) => {
    expect(says(mayCreate(actor, claim))).toBe(expected);
  });
});

describe('closing', () => {
  const marasOwn = 'user:mara made this terminal: agents can only close terminals that agents made';
  const held = (claim: TerminalClaim) => `${present.nameOf(claim)} holds this terminal`;
  it.each<[string, Actor, string | undefined, TerminalClaim, Holders, string]>([
    ['a person, of anybody', ben, 'user:mara', client('mara'), present, 'yes'],
    ['an agent, of its own', build, 'agent:build', session('build'), present, 'yes'],
    [
      'an agent, of its own that a person holds',
      build,
      'agent:build',
      client('mara'),
      present,
      held(client('mara')),
    ],
    ['an agent, of a person', build, 'user:mara', client('mara'), present, marasOwn],
    ['an agent, of a person who has gone', build, 'user:mara', client('mara'), absent, marasOwn],
    ['an agent, of a person who handed it over', build, 'user:mara', session('build'), present, marasOwn],
    [
      'an agent, of nobody knows whom',
      build,
      undefined,
      client('mara'),
      absent,
      'a person made this terminal: agents can only close terminals that agents made',
    ],
    [
      'an agent, of another one that uses it',
      test,
      'agent:build',
      session('build', { toolCallId: 'claim-1' }),
      present,
      held(session('build')),
    ],
    [
      'an agent, of its own that another one uses',
      build,
      'agent:build',
      session('test', { toolCallId: 'run-1' }),
      present,
      held(session('test')),
    ],
    [
      'an agent, of another one that does nothing there',
      test,
      'agent:build',
      session('build'),
      present,
      'yes',
    ],
    ['an agent, of another one that has gone', test, 'agent:build', session('build'), absent, 'yes'],
  ])('%s', (_who, actor, createdBy, claim, holders, expected) => {
    expect(says(may('close', actor, { claim, createdBy, busy: false }, holders))).toBe(expected);
  });
});

describe('every act, by whoever, whoever holds the terminal', () => {
  /** The terminal was made by `build`; `test` is another agent, `mara-2` the other window of mara. */
  const mara2: Actor = { clientId: 'mara-2', sessions: new Set() };
  const ada: Actor = { clientId: 'c3', agent: 'ada', sessions: new Set(['ahp-session:/ada']) };
  const ASKERS: readonly (readonly [letter: string, actor: Actor])[] = [
    ['M', mara],
    ['2', mara2],
    ['B', ben],
    ['a', ada],
    ['m', build],
    ['o', test],
  ];
  const twin: Holders = { ...present, isSamePerson: (id, { kind }) => id === 'mara-2' && kind === 'client' };
  const STATES: Readonly<Record<string, HeldTerminal & { readonly holders: Holders }>> = {
    person: { claim: client('mara'), busy: true, holders: twin },
    'agent, running': { claim: session('ada', { toolCallId: 'run-1' }), busy: true, holders: twin },
    'agent, claimed': { claim: session('ada', { toolCallId: 'claim-1' }), busy: false, holders: twin },
    'agent, idle': { claim: session('ada'), busy: false, holders: twin },
    'agent, gone': { claim: session('ada', { toolCallId: 'run-1' }), busy: true, holders: absent },
    'person, gone': { claim: client('mara'), busy: false, holders: absent },
    'person, gone, running': { claim: client('mara'), busy: true, holders: absent },
  };
  const allowed = (act: Act, { holders, ...terminal }: (typeof STATES)[string] & object) =>
    ASKERS.filter(([, actor]) => may(act, actor, { ...terminal, createdBy: 'agent:build' }, holders).ok)
      .map(([letter]) => letter)
      .join('');
  // M: mara, who holds what a person holds; 2: her other window; B: ben; a: ada, who holds what an agent holds; m: the agent that made
  // the terminal; o: another agent.
  const EXPECTED: Readonly<Record<Act, Readonly<Record<keyof typeof STATES, string>>>> = {
    input: row('M2', 'a', 'a', 'a', 'a', 'M', 'M'),
    resize: row('M', 'a', 'a', 'a', 'a', 'M', 'M'),
    clear: row('M2', 'a', 'a', 'a', 'a', 'M', 'M'),
    rename: row('M2', 'a', 'a', 'a', 'a', 'M', 'M'),
    use: row('M2', 'a', 'a', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2B'),
    close: row('M2B', 'M2Ba', 'M2Ba', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2B'),
    purge: row('M2B', 'M2B', 'M2B', 'M2Bm', 'M2Bm', 'M2Bm', 'M2B'),
    forget: row('M2B', 'M2Ba', 'M2Ba', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2B'),
    note: row('M2Bamo', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2Bamo', 'M2Bamo'),
    bookmark: row('M2B', 'M2B', 'M2B', 'M2B', 'M2B', 'M2B', 'M2B'),
    move: row('M2B', 'M2B', 'M2B', 'M2B', 'M2B', 'M2B', 'M2B'),
    blocks: row('M', '', '', '', '', 'M', 'M'),
  };
  function row(...cells: readonly string[]) {
    return Object.fromEntries(Object.keys(STATES).map((state, at) => [state, cells[at] ?? '']));
  }
  const acts = Object.keys(RULES) as Act[];

  it.each(acts)('%s', (act) => {
    const found = Object.entries(STATES).map(([state, held]) => [state, allowed(act, held)] as const);
    expect(Object.fromEntries(found)).toEqual(EXPECTED[act]);
  });

  it('is refused with the name of the holder, unless it is no agent’s to do at all', () => {
    const { holders, ...held } = STATES['agent, running'] ?? {
      claim: client('x'),
      busy: false,
      holders: present,
    };
    for (const act of acts.filter((each) => RULES[each].agent === 'free' || RULES[each].agent === 'holder'))
      expect(says(may(act, build, { ...held, createdBy: 'agent:build' }, holders))).toBe(
        'agent of ahp-session:/ada holds this terminal',
      );
  });

  it('lets a person who was asked rename what exactly that holder has, and no agent', () => {
    const over = (holder: string): TerminalAction => ({
      type: 'terminal/titleChanged',
      title: 'x',
      _meta: { 'x-cotty': { takeOverFrom: holder } },
    });
    const held = state(session('ada', { toolCallId: 'run-1' }));
    expect(says(mayDispatch(ben, held, over('ahp-session:/ada'), present))).toBe('yes');
    expect(says(mayDispatch(ben, held, over('ahp-session:/bob'), present))).toMatch('holds this terminal');
    expect(says(mayDispatch(build, held, over('ahp-session:/ada'), present))).toMatch('holds this terminal');
  });
});

describe('may use beside the window', () => {
  const inUse = session('test', { toolCallId: 'run-1' });
  const same: Holders = { ...present, isSamePerson: () => true };
  const held = (claim: TerminalClaim) => `${present.nameOf(claim)} holds this terminal`;
  it.each<[string, Actor, TerminalClaim, boolean, Holders, string]>([
    ['a person as holder', mara, client('mara'), false, present, 'yes'],
    [
      'an agent as holder, which then stands as the one that runs',
      build,
      session('build'),
      false,
      present,
      'takes',
    ],
    ['the same person under another id', ben, client('mara'), true, same, 'yes'],
    ['another person', ben, client('mara'), false, present, held(client('mara'))],
    ['an agent of the same name as the holder', build, client('mara'), false, same, held(client('mara'))],
    ['an agent, from a person who is there', build, client('mara'), false, present, held(client('mara'))],
    ['an agent, from a person who has gone', build, client('mara'), false, absent, 'takes'],
    [
      'an agent, from a person who has gone and left something running',
      build,
      client('mara'),
      true,
      absent,
      held(client('mara')),
    ],
    ['a person, from one who has gone', ben, client('mara'), false, absent, 'yes'],
    ['a person, from one who has left something running', ben, client('mara'), true, absent, 'yes'],
    ['an agent, from another one that does nothing there', build, session('test'), false, present, 'takes'],
    [
      'an agent, from another one whose command still runs',
      build,
      session('test'),
      true,
      present,
      held(inUse),
    ],
    ['an agent, from another one that uses it', build, inUse, false, present, held(inUse)],
    ['an agent, from another one that used it and has gone', build, inUse, true, absent, 'takes'],
    ['a person, from an agent that does nothing there', ben, session('test'), false, present, 'yes'],
    ['a person, from an agent that uses it', ben, inUse, false, present, held(inUse)],
  ])('%s', (_who, actor, claim, busy, holders, expected) => {
    const verdict = mayTypeByRequest(actor, claim, busy, holders);
    expect(verdict.ok ? (verdict.takesClaim ? 'takes' : 'yes') : verdict.reason).toBe(expected);
  });
});

describe('an agent may claim what another one has', () => {
  const take = claimed(session('build', { toolCallId: 'claim-1' }));
  it.each<[string, TerminalClaim, boolean, string]>([
    ['in the background, while nothing runs', session('test'), false, 'yes'],
    ['in the background, but not while something runs', session('test'), true, 'no'],
    ['not in use', session('test', { toolCallId: 'claim-9' }), false, 'no'],
  ])('%s', (_when, claim, busy, expected) => {
    expect(mayDispatch(build, state(claim), take, present, () => busy).ok).toBe(expected === 'yes');
  });

  it('and what a person who has gone has, but not while something runs there', () => {
    expect(mayDispatch(build, state(client('mara')), take, absent, () => false).ok).toBe(true);
    expect(mayDispatch(build, state(client('mara')), take, absent, () => true).ok).toBe(false);
  });

  it('which a person has to take over by name', () => {
    expect(mayDispatch(ben, state(session('test')), claimed(client('ben')), present, () => false).ok).toBe(
      false,
    );
    const takeOver = claimed(client('ben'), 'ahp-session:/test');
    expect(mayDispatch(ben, state(session('test')), takeOver, present, () => true).ok).toBe(true);
  });
});

describe('a person who ends the run of an agent', () => {
  const held = session('build', { turnId: 'turn', toolCallId: 'run' });
  const verdict = (next: TerminalClaim, actor = mara) =>
    says(mayDispatch(actor, state(held), claimed(next), present));
  const refused = 'only agent of ahp-session:/build, who holds this terminal, can hand it over';

  it('leaves the terminal to the session', () => {
    expect(verdict(session('build'))).toBe('yes');
  });

  it.each([
    ['another session', session('test')],
    ['another run of the session', session('build', { toolCallId: 'next' })],
    ['a turn of the session', session('build', { turnId: 'turn' })],
    ['another client', client('ben')],
  ])('does not hand it over to %s', (_, next) => {
    expect(verdict(next)).toBe(refused);
  });

  it('is no other agent', () => {
    expect(verdict(session('build'), test)).toBe(refused);
  });
});
