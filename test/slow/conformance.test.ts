/** The same checks as end to end, over the other transports. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, ConformanceHost, loadSuite, problems, runProgram } from '../support/conformance.ts';

let served: ConformanceHost;
beforeAll(async () => {
  served = await ConformanceHost.start();
});
afterAll(() => served.close());

describe('our host conforms to the specification and to its recommendations', () => {
  it('over TCP, with its token', async () => {
    const { address = '' } = served.host;
    const { code, results } = await runProgram(address, '--token', served.token, '--strict', '--json');
    expect(problems(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(CHECKS);
    expect(code).toBe(0);
  });

  it('over the transport within one process', async () => {
    const { runSuite } = await loadSuite();
    const { results } = await runSuite({ open: () => served.open(), strict: true });
    expect(problems(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(CHECKS);
  });
});
