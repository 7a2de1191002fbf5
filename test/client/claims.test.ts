import { describe, expect, it } from 'vitest';
import { askerOf, canEnd, inBackground } from '../../src/client/claims.ts';
import { handleOfSession } from '../../src/protocol/common/uri.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';

const me = { clientId: 'page', writer: 'user:mara' };
const info: TerminalInfo = {
  resource: 'ahp-terminal:/a',
  title: 'a',
  claim: { kind: 'client', clientId: 'window' },
  lifecycle: { status: 'running' },
};

describe('claims', () => {
  it('tell which agent asks for a terminal', () => {
    expect(askerOf({ _meta: { 'x-cotty': { askedBy: 'agent:ada' } } })).toBe('ada');
    expect(askerOf(info)).toBeUndefined();
  });

  it('are handed to an agent without a running turn', () => {
    const claim = { kind: 'session', session: 'ahp-session:/ada', chat: 'ahp-chat:/ada' } as const;
    expect(inBackground({ ...claim, turnId: 't', toolCallId: 'c' })).toEqual(claim);
    expect(handleOfSession(claim.session)).toBe('ada');
  });

  it('leave the end of a shared terminal that runs to its owner', () => {
    const shared: TerminalInfo = { ...info, executionTarget: 'client' };
    expect(canEnd(info, me)).toBe(true);
    expect(canEnd(shared, me)).toBe(false);
    expect(canEnd({ ...shared, lifecycle: { status: 'exited' } }, me)).toBe(true);
  });
});
