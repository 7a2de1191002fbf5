import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { COMMANDS, isCommandId } from '../../../../src/client/commands/commands.ts';
import type { TerminalInfo } from '../../../../src/protocol/terminal/state.ts';
import type { Page } from '../../../../src/web/model/page.ts';
import { BLOCK_ENTRIES, itemsFor, TERMINAL_ENTRIES } from '../../../../src/web/views/menu/entries.ts';

const me = { clientId: 'web-1', writer: 'user:mara', via: 'local' };

function pageOf(mayType: boolean, hadAgent = false): Page {
  const claim = { kind: 'session', session: 'ahp-session:/ada' } as const;
  const takenFrom = new Map(hadAgent ? [['ahp-terminal:/a', claim]] : []);
  return { me, mayType, takenFrom, rows: signal([]) } as unknown as Page;
}

function heldBy(claim: TerminalInfo['claim'], meta: object = {}): TerminalInfo {
  const resource = 'ahp-terminal:/a';
  return { resource, title: 'a', claim, lifecycle: { status: 'running' }, _meta: { 'x-cotty': meta } };
}

const mine = { kind: 'client', clientId: 'web-1' } as const;
const ofAda = { kind: 'session', session: 'ahp-session:/ada' } as const;

function titles(page: Page, info: TerminalInfo): readonly string[] {
  return itemsFor(TERMINAL_ENTRIES, { page, info }).flatMap((group) => group.map(({ title }) => title));
}

describe('the entries of menus', () => {
  it('have the titles that commands of the window have', () => {
    const entries = [...TERMINAL_ENTRIES, ...BLOCK_ENTRIES].flat();
    for (const { id, title } of entries) if (isCommandId(id)) expect(title).toBe(COMMANDS[id].title);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('offer what the holder of a terminal can do, and what others can', () => {
    const all = ['Rename tab', 'Copy link', 'Replay terminal', 'Close tab', 'Kill'];
    expect(titles(pageOf(true), heldBy(mine))).toEqual(all);
    const asked = heldBy(mine, { askedBy: 'agent:ada' });
    expect(titles(pageOf(true), asked)).toEqual([
      'Rename tab',
      'Copy link',
      'Replay terminal',
      'Hand over',
      'Not now',
      'Close tab',
      'Kill',
    ]);
    expect(titles(pageOf(true, true), heldBy(mine))).toContain('Hand over');
    expect(titles(pageOf(true), heldBy(ofAda))).toContain('Take over');
  });

  it('change nothing from a link that only looks', () => {
    expect(titles(pageOf(false), heldBy(ofAda))).toEqual(['Copy link', 'Replay terminal']);
  });

  it('cannot kill what runs at another client', () => {
    const shared = { ...heldBy({ kind: 'client', clientId: 'tom' }), executionTarget: 'client' } as const;
    expect(titles(pageOf(true), shared)).not.toContain('Kill');
  });
});
