/** Logs the error of a promise that is not awaited. */

import { stackOf } from '../../protocol/common/reason-of.ts';

export function logged(what: string, log: (message: string) => void, doing: Promise<unknown>): void {
  doing.catch((error: unknown) => log(`${what}: ${stackOf(error)}`));
}
