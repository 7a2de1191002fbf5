import { describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/mcp/agent/agent.ts';
import { holderOf, shownTerminal } from '../../../src/mcp/answers/terminal-description.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { Annotation } from '../../../src/protocol/terminal/annotation.ts';
import type {
  CommandPart,
  TerminalClaim,
  TerminalInfo,
  TerminalState,
} from '../../../src/protocol/terminal/state.ts';

const ADA = { kind: 'session', session: 'ahp-session:/ada' } as const;
const MARA = { kind: 'client', clientId: 'window-1' } as const;

function held(
  claim: TerminalClaim,
  holder?: { readonly name: string; readonly connected: boolean },
): TerminalInfo {
  const meta = holder === undefined ? {} : { _meta: { [META_KEY]: { holder } } };
  return { resource: 'ahp-terminal:/t', title: 'build', lifecycle: { status: 'running' }, claim, ...meta };
}

describe('the notes of a terminal', () => {
  const none = { terminals: [], holds: () => false, inbox: { watches: [] } } as unknown as Agent;
  const command = (seq: number, annotation: Annotation): CommandPart => ({
    type: 'command',
    commandId: `c${seq}`,
    commandLine: 'make',
    output: '',
    timestamp: seq,
    isComplete: true,
    _meta: { [META_KEY]: { seq, ...annotation } },
  });
  const shown = (content: TerminalState['content']) =>
    shownTerminal(held(MARA), none, {
      now: 9,
      state: { title: 'build', lifecycle: { status: 'running' }, claim: MARA, content },
    });

  test('are counted with the bookmarks, and the newest is the one written last', () => {
    const text = `${'x'.repeat(499)}\u{1f4d3}y`;
    const terminal = shown([
      command(1, { note: { text, by: 'user:mara', at: 7 }, bookmarked: true }),
      command(2, { note: { text: 'before', at: 5 } }),
      command(3, {}),
    ]);
    expect(terminal).toMatchObject({
      notes: 2,
      bookmarks: 1,
      newest_note: { seq: 1, note: 'x'.repeat(499), by: 'user:mara', at: '1970-01-01T00:00:00.007Z' },
    });
  });

  test('are none where nobody has written any, or what the terminal shows is not known', () => {
    const nothing = { notes: 0, bookmarks: 0, newest_note: null };
    expect(shown([command(1, {})])).toMatchObject(nothing);
    expect(shownTerminal(held(MARA), none, { now: 9, state: undefined })).toMatchObject(nothing);
  });
});

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
