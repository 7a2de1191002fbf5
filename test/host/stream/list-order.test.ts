import { describe, expect, test } from 'vitest';
import { ListOrder } from '../../../src/host/stream/list-order.ts';

function orderOf(count: number): { order: ListOrder; shown: () => string } {
  const order = new ListOrder();
  const list = Array.from({ length: count }, (_, index) => ({ uri: 'abcdefgh'.charAt(index) }));
  for (const [index, { uri }] of list.entries()) order.opened(uri, 1_000 + index, true);
  return {
    order,
    shown: () =>
      order
        .sorted(list)
        .map(({ uri }) => uri)
        .join(''),
  };
}

describe('the order of the list', () => {
  test('is that of creation, also of terminals made in the same millisecond', () => {
    const order = new ListOrder();
    for (const uri of ['a', 'b', 'c']) order.opened(uri, 5, true);
    expect(order.sorted([{ uri: 'c' }, { uri: 'a' }, { uri: 'b' }]).map(({ uri }) => uri)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test.each([
    ['d', 'a', 'dabc'],
    ['a', 'd', 'bcad'],
    ['a', undefined, 'bcda'],
    ['c', 'd', 'abcd'],
    ['b', 'b', 'abcd'],
    ['x', 'a', 'abcd'],
    ['a', 'gone', 'bcda'],
  ])('moves %s before %s: %s', (uri, before, expected) => {
    const { order, shown } = orderOf(4);
    order.move(uri, before);
    expect(shown()).toBe(expected);
  });

  test('changes one place a move, and finds room for a thousand moves into the same gap', () => {
    const { order, shown } = orderOf(4);
    let most = 0;
    for (let n = 0; n < 1_000; n++) {
      const [moved, before] = n % 2 === 0 ? ['d', 'b'] : ['c', 'b'];
      const changed = order.move(moved, before);
      most = Math.max(most, changed.size);
      expect(shown().indexOf('b')).toBe(shown().indexOf(moved) + 1);
    }
    expect(most).toBe(4);
  });

  test('puts a new terminal behind one that was moved to the end', () => {
    const { order } = orderOf(2);
    order.move('a', undefined);
    order.opened('c', 1_000, true);
    const list = [{ uri: 'a' }, { uri: 'b' }, { uri: 'c' }];
    expect(order.sorted(list).map(({ uri }) => uri)).toEqual(['b', 'a', 'c']);
    order.gone('a');
    expect(order.move('a', 'b').size).toBe(0);
  });
});
