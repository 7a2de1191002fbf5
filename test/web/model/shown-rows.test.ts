import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { ShownRows } from '../../../src/web/model/shown-rows.ts';
import { rowOf, type TerminalRow } from '../../../src/web/model/terminal-rows.ts';

function row(title: string): TerminalRow {
  const info: TerminalInfo = {
    resource: `ahp-terminal:/${title}`,
    title,
    claim: { kind: 'client', clientId: 'web-1' },
    lifecycle: { status: 'running' },
  };
  const me = { clientId: 'web-1', writer: 'user:mara' };
  return rowOf(info, { me, home: undefined, seen: () => undefined });
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(row) as [TerminalRow, TerminalRow, TerminalRow, TerminalRow];

function list(rows: readonly TerminalRow[]) {
  const all = signal(rows);
  const filter = signal('');
  const shown = new ShownRows(all, filter);
  return { all, filter, shown, titles: () => shown.shown.value.map(({ title }) => title).join('') };
}

describe('the rows that are shown', () => {
  it('keep their order while somebody points at them, and take the new one then', () => {
    const { all, shown, titles } = list([a, b, c]);
    shown.keep();
    all.value = [c, a, b];
    expect(titles()).toBe('abc');
    // A second pointer does not begin anew.
    shown.keep();
    expect(titles()).toBe('abc');
    shown.release();
    expect(titles()).toBe('cab');
  });

  it('have new rows at the end and lose those that are gone, also while they keep still', () => {
    const { all, shown, titles } = list([a, b, c]);
    shown.keep();
    all.value = [d, c, a];
    expect(titles()).toBe('acd');
  });

  it('are those that the filter leaves', () => {
    const { filter, titles } = list([a, b]);
    filter.value = 'b';
    expect(titles()).toBe('b');
  });
});
