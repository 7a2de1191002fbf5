import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS, ConformanceHost, problems, runProgram } from '../support/conformance.ts';

let served: ConformanceHost;
beforeAll(async () => {
  served = await ConformanceHost.start();
});
afterAll(() => served.close());

describe('our host conforms to the specification and to its recommendations', () => {
  it('over its Unix socket', async () => {
    const { code, results } = await runProgram(`unix:${served.socket}`, '--strict', '--json');
    expect(problems(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(CHECKS);
    expect(results.filter(({ outcome }) => outcome === 'skip')).toEqual([]);
    expect(code).toBe(0);
  });
});

describe('the command line of the suite', () => {
  it('says by its exit code that no host answers, or that it was not understood', async () => {
    expect((await runProgram('unix:/no/such/socket')).code).toBe(2);
    expect((await runProgram('http://127.0.0.1')).code).toBe(2);
    expect((await runProgram(`unix:${served.socket}`, '--only', 'nothing')).code).toBe(2);
  });

  it('takes a token that begins with a dash', async () => {
    const { code, stderr } = await runProgram(served.host.address ?? '', '--token', '-wrong');
    expect([code, stderr]).toEqual([2, expect.stringContaining('401')]);
  });
});
