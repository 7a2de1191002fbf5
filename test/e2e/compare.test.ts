import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Prints what a test runner prints, with the duration that differs each time. */
const COMMAND =
  'echo "run $RANDOM" > /dev/null; cat result.txt; echo "finished in ${SECONDS}.$(date +%N)s"; ! grep -q FAIL result.txt';

const PASSED = '  Tests  2 passed (2)\n';
const FAILED = ' FAIL  keys.test.ts > encodes home\n  Tests  1 failed | 1 passed (2)\n';

describe('comparing runs', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  test('tells what has changed: after a run, in a wake-up, by term_diff and by cotty diff', async () => {
    const [ada, pm] = [await McpAgent.open(sandbox, 'ada'), await McpAgent.open(sandbox, 'pm')];
    await ada.ok('term_spawn', { name: 'build' });
    await pm.ok('term_subscribe', { name: 'build' });
    const run = () => ada.ok('term_run', { name: 'build', cmd: COMMAND });

    sandbox.write('result.txt', PASSED);
    expect((await run()).data.record.difference).toBeUndefined();
    const again = await run();
    expect(again.data.record.difference).toBe('nothing differs but times');
    expect(again.text).toContain('since its last run: nothing differs but times');

    sandbox.write('result.txt', FAILED);
    const broken = '1 test more fails: keys.test.ts > encodes home, exit 0 → 1';
    expect((await run()).data.record.difference).toBe(broken);

    const woken: string[] = [];
    await expect
      .poll(
        async () => {
          const { data } = await pm.ok('term_wait', { timeout: 90 });
          woken.push(...data.wakes.map((wake: { difference?: string }) => wake.difference ?? 'none'));
          return woken;
        },
        { timeout: 90_000 },
      )
      .toEqual(['none', 'nothing differs but times', broken]);

    const compared = await ada.ok('term_diff', { name: 'build' });
    expect(compared.data).toMatchObject({ headline: broken, before: 2, after: 3, same: false });
    expect(compared.text).toContain('-  Tests  2 passed (2)\n+ FAIL  keys.test.ts > encodes home');
    expect((await ada.ok('term_diff', { name: 'build', seq: 2 })).data).toMatchObject({ same: true });
    expect((await ada.ok('term_diff', { name: 'build', against: 1 })).data).toMatchObject({ before: 1 });
    expect(await ada.call('term_diff', { name: 'build', seq: 1 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^there is no earlier run of `.+` in \/.+$/),
    });

    const printed = await sandbox.run(['diff', 'build']);
    expect(printed.code).toBe(1);
    expect(printed.stdout.split('\n')).toEqual([
      broken,
      expect.stringMatching(/^--- build #2 · .* · exit 0 · /),
      expect.stringMatching(/^\+\+\+ build #3 · .* · exit 1 · /),
      '    masked: 1 duration (--unmasked shows them)',
      '@@ -1,2 +1,3 @@',
      '-  Tests  2 passed (2)',
      '+ FAIL  keys.test.ts > encodes home',
      '+  Tests  1 failed | 1 passed (2)',
      expect.stringMatching(/^ finished in /),
      '',
    ]);
    expect(await sandbox.run(['diff', 'build:1', 'build:2'])).toMatchObject({ code: 0 });
    expect((await sandbox.run(['diff', 'build:1', 'build:2', '--unmasked', '--side'])).code).toBe(1);
    const json = await sandbox.run(['diff', 'build', '--green', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      headline: broken,
      before: { seq: 2 },
      removed: 1,
      added: 2,
    });
    expect(await sandbox.run(['diff', 'build:1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no earlier run of this command in the same folder'),
    });
  });
});
