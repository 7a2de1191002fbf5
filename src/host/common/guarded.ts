/** Wraps a callback so that its errors are logged: a failure in one terminal must not reach another. */

import { stackOf } from '../../protocol/common/reason-of.ts';

export function guarded<A extends readonly unknown[]>(
  what: string,
  log: (message: string) => void,
  run: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    try {
      run(...args);
    } catch (error) {
      log(`${what}: ${stackOf(error)}`);
    }
  };
}
