/** Logs the error of something that nobody waits for. */

import { stackOf } from '../../protocol/common/reason-of.ts';

export function logged(what: string, log: (message: string) => void, doing: Promise<unknown>): void {
  doing.catch((error: unknown) => log(`${what}: ${stackOf(error)}`));
}
