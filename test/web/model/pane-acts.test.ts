import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { branch } from '../../../src/client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split } from '../../../src/client/panes/split.ts';
import { writeSplits } from '../../../src/client/panes/split-note.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import type { Page } from '../../../src/web/model/page.ts';
import { PANE_ACTS, showBeside } from '../../../src/web/model/pane-acts.ts';
import { Panes } from '../../../src/web/model/panes.ts';

function info(resource: string): TerminalInfo {
  const claim = { kind: 'client', clientId: 'page' } as const;
  return { resource, title: resource, claim, lifecycle: { status: 'running' } };
}

/** A page as far as commands on panes need it, with `a` above `b` at the left, and `c` at the right. */
function pageWithPanes(extras: Partial<Split> = {}) {
  const terminals = signal<readonly TerminalInfo[]>(['a', 'b', 'c', 'd'].map(info));
  const panes = new Panes({ terminals, keep: () => {} });
  const tree = branch('row', [branch('column', ['a', 'b']), 'c']);
  if (typeof tree === 'string') throw new Error('a split is a branch');
  panes.noted(writeSplits([newSplit(tree, extras)]));
  panes.area.value = { x: 0, y: 0, width: 121, height: 41 };
  panes.show('a');
  const said: string[] = [];
  const parts = {
    panes,
    terminals,
    messages: { say: (text: string) => said.push(text) },
    dialog: signal(undefined),
    focusPane: (uri: string) => panes.show(uri),
  };
  const page = parts as unknown as Page;
  const run = (...ids: readonly (keyof typeof PANE_ACTS)[]) => {
    for (const id of ids) PANE_ACTS[id](page);
    return panes.front.value;
  };
  const widths = () => panes.shown.value.panes.map(({ uri, rect }) => [uri, rect.width, rect.height]);
  const members = () => panes.split && membersOf(panes.split);
  return { page, panes, run, said, widths, members };
}

describe('going from pane to pane', () => {
  it('follows what one sees, and goes back where one was', () => {
    const { run } = pageWithPanes();
    expect(run('pane.down')).toBe('b');
    expect(run('pane.right')).toBe('c');
    expect(run('pane.left')).toBe('b');
    expect(run('pane.last')).toBe('c');
    expect(run('pane.next')).toBe('a');
    expect(run('pane.previous')).toBe('c');
  });

  it('makes room again where one was alone', () => {
    const { run, panes } = pageWithPanes({ zoomed: true });
    expect(run('pane.right')).toBe('c');
    expect(panes.split?.zoomed).toBe(false);
  });

  it('walks through the rows of a stack', () => {
    const { run, panes } = pageWithPanes({ stack: true });
    expect(run('pane.down', 'pane.down')).toBe('c');
    expect(panes.shown.value.alone).toBe('stacked');
  });
});

describe('changing panes', () => {
  it('moves borders by cells, as far as there is room', () => {
    const { run, widths } = pageWithPanes();
    run('pane.wider', 'pane.taller');
    expect(widths()).toEqual([
      ['a', 64, 22],
      ['b', 64, 18],
      ['c', 56, 41],
    ]);
    for (let times = 0; times < 30; times++) run('pane.wider');
    expect(widths()[2]).toEqual(['c', 24, 41]);
  });

  it('swaps, rotates and arranges them', () => {
    const { run, members, widths } = pageWithPanes();
    run('pane.swapNext');
    expect(members()).toEqual(['b', 'a', 'c']);
    expect(run('pane.rotate')).toBe('c');
    expect(members()).toEqual(['a', 'c', 'b']);
    run('pane.beside');
    expect(widths().map(([, , height]) => height)).toEqual([41, 41, 41]);
  });

  it('takes a terminal out, and shows another one beside', () => {
    const { page, run, members, panes } = pageWithPanes();
    run('pane.breakOut');
    expect(panes.split).toBeUndefined();
    showBeside(page, 'c');
    expect(members()).toEqual(['a', 'c']);
    expect(panes.front.value).toBe('c');
  });

  it('says why it does nothing', () => {
    const { run, said, panes } = pageWithPanes();
    panes.area.value = { x: 0, y: 0, width: 121, height: 17 };
    run('pane.below');
    panes.show('d');
    run('pane.zoom');
    expect(said).toEqual([
      'Panes one below the other: there is no room: a pane needs at least 24 columns and 8 rows.',
      'This terminal is the only pane.',
    ]);
  });

  it('only watches a pane, and ends that', () => {
    const { run, panes } = pageWithPanes();
    run('pane.peek');
    expect(panes.isPeeked('a')).toBe(true);
    run('pane.peek');
    expect(panes.isPeeked('a')).toBe(false);
  });

  it('shows every terminal in a stack', () => {
    const { run, members, panes } = pageWithPanes();
    run('pane.fleet');
    expect(members()).toEqual(['a', 'b', 'c', 'd']);
    expect(panes.split?.stack).toBe(true);
  });
});
