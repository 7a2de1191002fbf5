import { describe, expect, test } from 'vitest';
import { olderLines } from '../../../src/tui/update/blocks/scroll-acts.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const line = (block: string | undefined) => ({ kind: 'line', block, line: 40, at: 0, newest: 0 }) as const;

describe('older lines that come above the live part', () => {
  function anchorBehind(anchor: ReturnType<typeof line> | { readonly kind: 'bottom' }) {
    const { model, view } = new Driver().list(terminal('one'));
    const uri = model.active ?? '';
    if (view === undefined) throw new Error('no view');
    const looking = { ...model, views: { [uri]: { ...view, blocks: { ...view.blocks, anchor } } } };
    return olderLines(looking, uri, 500).views[uri]?.blocks.anchor;
  }

  test('leave the same lines in view', () => {
    expect(anchorBehind(line(undefined))).toEqual({ ...line(undefined), line: 540 });
  });

  test('move nothing for somebody who looks at a block or follows the output', () => {
    expect(anchorBehind(line('b'))).toEqual(line('b'));
    expect(anchorBehind({ kind: 'bottom' })).toEqual({ kind: 'bottom' });
  });
});
