import { describe, expect, it } from 'vitest';
import type { RootState } from '../../src/protocol/root/state.ts';
import type { SessionClaim, TerminalState } from '../../src/protocol/terminal/state.ts';
import { actionFor, claimFor, rootStateFor, stateFor } from '../../src/protocol/to-wire.ts';

const claim: SessionClaim = { kind: 'session', session: 'ahp-session:/ada', turnId: 't' };
const exited: TerminalState = {
  title: 'zsh',
  content: [],
  lifecycle: { status: 'exited', exitCode: 0 },
  claim,
};

describe('stateFor', () => {
  it('writes the code and no lifecycle before 0.9', () => {
    expect(stateFor('0.8.0', exited)).toStrictEqual({ title: 'zsh', content: [], exitCode: 0, claim });
  });

  it('writes neither for a running terminal before 0.9', () => {
    const running = stateFor('0.8.0', { ...exited, lifecycle: { status: 'running' } });
    expect(running).toStrictEqual({ title: 'zsh', content: [], claim });
  });

  it('tells old clients of a death without a code by −1, the nearest they can express', () => {
    expect(stateFor('0.8.0', { ...exited, lifecycle: { status: 'exited' } })).toMatchObject({ exitCode: -1 });
    expect(actionFor('0.8.0', { type: 'terminal/exited' })).toEqual({
      type: 'terminal/exited',
      exitCode: -1,
    });
    expect(actionFor('0.9.0', { type: 'terminal/exited' })).toEqual({ type: 'terminal/exited' });
  });

  it('writes the lifecycle and no code from 0.9 on', () => {
    const wire = stateFor('0.9.0', exited);
    expect(wire).toMatchObject({ lifecycle: { status: 'exited', exitCode: 0 } });
    expect(wire).not.toHaveProperty('exitCode');
  });

  it('says that it is a pty from 0.7 on', () => {
    const pty = { ...exited, isPty: true };
    expect(stateFor('0.6.0', pty)).not.toHaveProperty('isPty');
    expect(stateFor('0.7.0', pty)).toMatchObject({ isPty: true });
    expect(stateFor('1.0.0', pty)).toMatchObject({ isPty: true });
  });
});

describe('claimFor', () => {
  it('adds the required chat from 0.9 on, the same one each time', () => {
    expect(claimFor('1.0.0', claim)).toEqual({ ...claim, chat: 'ahp-chat:/ada' });
    expect(claimFor('1.0.0', { ...claim, chat: 'ahp-chat:/own' })).toEqual({
      ...claim,
      chat: 'ahp-chat:/own',
    });
    expect(claimFor('1.0.0', { kind: 'session', session: 'copilot:/s1' })).toMatchObject({
      chat: 'ahp-chat:/s1',
    });
  });

  it('leaves the chat out before', () => {
    expect(claimFor('0.8.0', { ...claim, chat: 'ahp-chat:/own' })).toStrictEqual(claim);
  });
});

describe('rootStateFor and actionFor', () => {
  const info = { resource: 'ahp-terminal:/1', title: 'zsh', claim, lifecycle: exited.lifecycle };
  const { lifecycle: _lifecycle, ...rest } = info;
  const old = { ...rest, exitCode: 0 };

  it('write the list of terminals in the shape of the version', () => {
    const root: RootState = { agents: [], terminals: [info] };
    expect(rootStateFor('0.8.0', root)).toStrictEqual({ agents: [], terminals: [old] });
    expect(actionFor('0.8.0', { type: 'root/terminalsChanged', terminals: [info] })).toStrictEqual({
      type: 'root/terminalsChanged',
      terminals: [old],
    });
    expect(rootStateFor('1.0.0', root)).toMatchObject({ terminals: [{ lifecycle: exited.lifecycle }] });
  });

  it('leave a root without a list without one', () => {
    expect(rootStateFor('1.0.0', { agents: [] })).toStrictEqual({ agents: [] });
  });

  it('pass terminal data as the same object, in every version', () => {
    const data = { type: 'terminal/data', data: 'x' } as const;
    expect(actionFor('1.0.0', data)).toBe(data);
    expect(actionFor('0.2.0', data)).toBe(data);
  });
});
