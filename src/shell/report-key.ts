/**
 * The secret by which a program proves that it runs in a terminal: hooks of agents report with it what the agent does. It is made
 * of the nonce of the terminal, so it lives as long as that does, also over restarts of the host; and the nonce cannot be found
 * from it. Whoever knows it can report, and nothing else.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The environment variable that programs in a terminal find it in. */
export const REPORT_KEY = 'COTTY_REPORT';

/** Returns the key of the terminal with that nonce; undefined without a nonce. */
export function reportKey(nonce: string): string | undefined {
  return nonce === ''
    ? undefined
    : `cotty_report_${createHmac('sha256', nonce).update('cotty report').digest('hex').slice(0, 40)}`;
}

export function isReportKey(key: string, nonce: string): boolean {
  const [said, known] = [Buffer.from(key), Buffer.from(reportKey(nonce) ?? '')];
  return known.length > 0 && said.length === known.length && timingSafeEqual(said, known);
}
