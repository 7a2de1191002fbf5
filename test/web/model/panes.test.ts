import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { branch, type Tree } from '../../../src/client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split } from '../../../src/client/panes/split.ts';
import { writeSplits } from '../../../src/client/panes/split-note.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { Panes, shownPanes } from '../../../src/web/model/panes.ts';

const AREA = { x: 0, y: 0, width: 121, height: 40 };

function info(resource: string): TerminalInfo {
  const claim = { kind: 'client', clientId: 'page' } as const;
  return { resource, title: resource, claim, lifecycle: { status: 'running' } };
}

function splitIn(tree: Tree, extras: Partial<Split> = {}): Split {
  if (typeof tree === 'string') throw new Error('a split is a branch');
  return newSplit(tree, extras);
}

const ROW = splitIn(branch('row', ['a', 'b']));

function panesWith(uris: readonly string[]) {
  const kept: string[] = [];
  const terminals = signal<readonly TerminalInfo[]>(uris.map(info));
  const panes = new Panes({ terminals, keep: (text) => kept.push(text) });
  panes.area.value = AREA;
  const members = () => panes.splits.value.map(membersOf);
  return { panes, terminals, kept, members };
}

describe('what is in view', () => {
  it('is the terminal in front alone while it stands beside no other', () => {
    const { panes, borders, split } = shownPanes([ROW], 'c', AREA);
    expect({ panes, borders, split }).toEqual({
      panes: [{ uri: 'c', rect: AREA }],
      borders: [],
      split: undefined,
    });
    expect(shownPanes([ROW], undefined, AREA).panes).toEqual([]);
  });

  it('is every pane of its split, with the borders between them', () => {
    const { panes, borders, alone } = shownPanes([ROW], 'b', AREA);
    expect(panes.map(({ uri, rect }) => [uri, rect.x, rect.width])).toEqual([
      ['a', 0, 60],
      ['b', 61, 60],
    ]);
    expect(borders).toHaveLength(1);
    expect(alone).toBeUndefined();
  });

  it('is one pane of a split that is zoomed, stacked, or has no room', () => {
    const names = (split: Split, area = AREA) => {
      const { panes, alone } = shownPanes([split], 'b', area);
      return [alone, ...panes.map(({ uri }) => uri)];
    };
    expect(names({ ...ROW, zoomed: true })).toEqual(['zoomed', 'b']);
    expect(names({ ...ROW, stack: true })).toEqual(['stacked', 'b']);
    expect(names(ROW, { ...AREA, width: 60 })).toEqual(['small', 'b']);
    expect(names(splitIn(branch('column', ['a', 'b'])), { ...AREA, height: 12 })).toEqual(['small', 'b']);
  });
});

describe('the note of the panes', () => {
  it('is taken over as another client has written it, without terminals that are gone', () => {
    const { panes, terminals, kept, members } = panesWith(['a', 'b', 'c']);
    panes.noted(writeSplits([splitIn(branch('row', ['a', 'b', 'c', 'gone']))]));
    expect(members()).toEqual([['a', 'b', 'c']]);
    terminals.value = ['a', 'b'].map(info);
    expect(members()).toEqual([['a', 'b']]);
    panes.noted('{"no":"list"}');
    expect(members()).toEqual([]);
    expect(kept).toEqual([]);
  });

  it('shows a split whose terminals are listed later', () => {
    const { panes, terminals, members } = panesWith(['a']);
    panes.noted(writeSplits([ROW]));
    expect(members()).toEqual([]);
    terminals.value = ['a', 'b'].map(info);
    expect(members()).toEqual([['a', 'b']]);
  });

  it('is kept when something changes here, and only then', () => {
    const { panes, kept, members } = panesWith(['a', 'b']);
    panes.noted(writeSplits([ROW]));
    panes.show('a');
    panes.change((splits) => splits);
    expect(kept).toEqual([]);
    panes.change(([split = ROW]) => [{ ...split, zoomed: true }]);
    expect(kept).toEqual([writeSplits([{ ...ROW, zoomed: true }])]);
    panes.change(() => []);
    expect(members()).toEqual([]);
    expect(kept.at(-1)).toBe('');
  });

  it('counts no more when something has changed since it was asked for', async () => {
    const { panes, members } = panesWith(['a', 'b', 'c']);
    let answer = (_text: string) => {};
    const asked = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const reading = panes.read(() => asked);
    panes.noted(writeSplits([splitIn(branch('row', ['b', 'c']))]));
    answer(writeSplits([ROW]));
    await reading;
    expect(members()).toEqual([['b', 'c']]);
  });
});

describe('a border that is dragged', () => {
  const wide = splitIn(branch('row', ['a', 'b'], [80, 42])).tree;

  it('is shown at once, and kept where it is let go', () => {
    const { panes, kept } = panesWith(['a', 'b']);
    panes.noted(writeSplits([ROW]));
    panes.show('a');
    panes.drag(wide);
    expect(panes.shown.value.panes.map(({ rect }) => rect.width)).toEqual([79, 41]);
    expect(kept).toEqual([]);
    panes.drop();
    expect(kept).toEqual([writeSplits([{ ...ROW, tree: wide }])]);
    expect(panes.shown.value.panes.map(({ rect }) => rect.width)).toEqual([79, 41]);
  });

  it('stops where a pane would have no room', () => {
    const { panes, kept } = panesWith(['a', 'b']);
    panes.noted(writeSplits([ROW]));
    panes.show('a');
    panes.drag(splitIn(branch('row', ['a', 'b'], [110, 12])).tree);
    panes.drop();
    expect(kept).toEqual([]);
  });
});

describe('the pane that follows one that is gone', () => {
  it('is the one beside it that was in front last', () => {
    const { panes } = panesWith(['a', 'b', 'c', 'd']);
    panes.noted(writeSplits([splitIn(branch('row', ['a', 'b', 'c']))]));
    for (const uri of ['c', 'd', 'a', 'b']) panes.show(uri);
    panes.noteBeside(panes.shown.value);
    expect(panes.after('b', (uri) => uri !== 'b')).toBe('a');
    expect(panes.after('b', (uri) => uri === 'c')).toBe('c');
    expect(panes.after('d', () => true)).toBeUndefined();
  });
});
