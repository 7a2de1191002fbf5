/** Computed values that stay the same object while nothing in them changes: who reads them is not told of every step below. */

import { computed, type ReadonlySignal } from '@preact/signals';

export function steady<Value>(
  compute: () => Value,
  isSame: (one: Value, other: Value) => boolean,
): ReadonlySignal<Value> {
  let last: { readonly value: Value } | undefined;
  return computed(() => {
    const value = compute();
    if (last === undefined || !isSame(last.value, value)) last = { value };
    return last.value;
  });
}
