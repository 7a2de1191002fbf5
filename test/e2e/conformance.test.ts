import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConformanceHost, loadSuite, problems, type Result } from '../support/conformance.ts';

const RUN = fileURLToPath(new URL('../conformance/run.mjs', import.meta.url));
/** Fewer than this, and some section was not run. */
const CHECKS = 230;

let served: ConformanceHost;
beforeAll(async () => {
  served = await ConformanceHost.start();
});
afterAll(() => served.close());

type Ran = { readonly code: number; readonly stderr: string; readonly results: Result[] };

/** As others run it. */
function run(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, stderr, results: lines.slice(0, -1).map((line) => JSON.parse(line)) });
    });
  });
}

describe('our host conforms to the specification and to its recommendations', () => {
  it('over its Unix socket', async () => {
    const { code, results } = await run(`unix:${served.socket}`, '--strict', '--json');
    expect(problems(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(CHECKS);
    expect(results.filter(({ outcome }) => outcome === 'skip')).toEqual([]);
    expect(code).toBe(0);
  });

  it('over TCP, with its token', async () => {
    const { address = '' } = served.host;
    const { code, results } = await run(address, '--token', served.token, '--strict', '--json');
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

describe('the command line of the suite', () => {
  it('says by its exit code that no host answers, or that it was not understood', async () => {
    expect((await run('unix:/no/such/socket')).code).toBe(2);
    expect((await run('http://127.0.0.1')).code).toBe(2);
    expect((await run(`unix:${served.socket}`, '--only', 'nothing')).code).toBe(2);
  });

  it('takes a token that begins with a dash', async () => {
    const { code, stderr } = await run(served.host.address ?? '', '--token', '-wrong');
    expect([code, stderr]).toEqual([2, expect.stringContaining('401')]);
  });
});
