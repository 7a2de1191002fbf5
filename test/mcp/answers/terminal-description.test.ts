import { describe, expect, test } from 'vitest';
import { holderOf } from '../../../src/mcp/answers/terminal-description.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalClaim, TerminalInfo } from '../../../src/protocol/terminal/state.ts';

const ADA = { kind: 'session', session: 'ahp-session:/ada' } as const;
const MARA = { kind: 'client', clientId: 'window-1' } as const;

function held(
  claim: TerminalClaim,
  holder?: { readonly name: string; readonly connected: boolean },
): TerminalInfo {
  const meta = holder === undefined ? {} : { _meta: { [META_KEY]: { holder } } };
  return { resource: 'ahp-terminal:/t', title: 'build', lifecycle: { status: 'running' }, claim, ...meta };
}

describe('who holds a terminal', () => {
  test('is an agent by its handle, and a person by name', () => {
    expect(holderOf(held(ADA, { name: 'agent ada', connected: true }))).toBe('agent:ada');
    expect(holderOf(held(MARA, { name: 'mara', connected: true }))).toBe('mara');
  });

  test('is nobody while the holder is disconnected', () => {
    expect(holderOf(held(ADA, { name: 'agent ada', connected: false }))).toBeNull();
    expect(holderOf(held(MARA, { name: 'mara', connected: false }))).toBeNull();
  });

  test('is known only for agents if the host gives no names', () => {
    expect(holderOf(held(ADA))).toBe('agent:ada');
    expect(holderOf(held(MARA))).toBeNull();
  });
});
