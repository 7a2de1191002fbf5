import { describe, expect, it } from 'vitest';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { DataAction } from '../../../src/protocol/terminal/actions.ts';
import { charsToAck, parseRedrawn, screenUpdateIn } from '../../../src/protocol/validate/read-redrawn.ts';

const data = (meta: unknown): DataAction => ({
  type: 'terminal/data',
  data: 'text',
  _meta: { [META_KEY]: meta },
});

describe('the screen that takes the place of output', () => {
  it('is read with its place in the live part and its pictures', () => {
    const screen = { screen: 'rows', liveFromEnd: 2, leftover: 3, wiped: true, pictures: [1] };
    expect(parseRedrawn({ channel: 'a', ...screen })).toEqual({ channel: 'a', ...screen });
    expect(screenUpdateIn(data({ omitted: { chars: 1, lines: 0 }, redrawn: screen }))).toEqual({
      omits: true,
      redrawn: screen,
    });
  });

  it.each([
    undefined,
    null,
    'rows',
    [],
    { channel: 'a' },
    { channel: 1, screen: 'rows' },
    { channel: 'a', screen: 1 },
  ])('is nothing where it is malformed: %j', (wire) => {
    expect(parseRedrawn(wire)).toBeUndefined();
  });

  it.each([-1, 1.5, Number.NaN, '1', null])('has no place where that is malformed: %j', (count) => {
    const wire = { channel: 'a', screen: '', liveFromEnd: count, leftover: count, wiped: count };
    expect(parseRedrawn(wire)).toEqual({ channel: 'a', screen: '' });
  });

  it.each([undefined, null, 'rows', { redrawn: null }, { redrawn: 'rows' }, { redrawn: { screen: 1 } }])(
    'is not in an action that says %j, which is text',
    (meta) => {
      expect(screenUpdateIn(data(meta)).redrawn).toBeUndefined();
      expect(charsToAck(data(meta))).toBe(4);
    },
  );

  it('is acknowledged with the text of its action', () => {
    expect(charsToAck({ type: 'terminal/data', data: 'text' })).toBe(4);
    expect(charsToAck(data({ redrawn: { screen: 'rows and rows' } }))).toBe(17);
  });
});
