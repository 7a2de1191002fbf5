import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../../../src/cli/agents/report.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-report-'));
});
afterEach(() => removeFolder(folder));

/** In a terminal whose host is gone. */
const inside = () => ({
  COTTY_TERMINAL: 'ahp-terminal:/a',
  COTTY_REPORT: 'cotty_report_x',
  COTTY_RUNTIME_DIR: join(folder, 'r'),
  COTTY_STATE_DIR: join(folder, 's'),
});

async function report(args: readonly string[], env: Record<string, string>, input = '') {
  const { io, out, err, type } = fakeIo({ env });
  const running = run(args, io);
  type(input);
  type('');
  return { code: await running, out: out(), err: err() };
}

const quiet = { code: 0, out: '', err: '' };

it('says why a report cannot be made, and nothing with --quiet', async () => {
  expect(await report(['working'], {})).toMatchObject({
    code: 1,
    err: 'cotty: this is no terminal of cotty: COTTY_TERMINAL is not set\n',
  });
  expect(await report(['working'], { COTTY_TERMINAL: 'ahp-terminal:/a' })).toMatchObject({
    code: 1,
    err: 'cotty: this terminal takes no reports: COTTY_REPORT is not set; a terminal made by an earlier version of cotty has none\n',
  });
  expect(await report(['working'], inside())).toMatchObject({ code: 4, err: 'cotty: no host is running\n' });
  expect(await report(['working', '--quiet'], inside())).toEqual(quiet);
});

it('never fails as a hook', async () => {
  const input = '{"hook_event_name":"Stop"}';
  expect(await report(['--from', 'claude'], inside(), input)).toEqual(quiet);
  expect(await report(['--from', 'claude'], inside(), 'no JSON')).toEqual(quiet);
  expect(await report(['--from', 'claude'], {}, input)).toEqual(quiet);
});

it.each([
  [['wait'], 'STATE is one of idle, working, done, blocked, error, clear (it is wait)'],
  [[], 'STATE is missing'],
  [['blocked', '--kind', 'tea'], '--kind is one of permission, question, auth (it is tea)'],
  [['--from', 'cloude'], '--from takes one of claude, codex, gemini, opencode, pi, and nothing beside it'],
  [
    ['done', '--from', 'claude'],
    '--from takes one of claude, codex, gemini, opencode, pi, and nothing beside it',
  ],
])('refuses %j', async (args, error) => {
  const { code, err } = await report(args, inside());
  expect(code).toBe(2);
  expect(err).toContain(`cotty: ${error}\n`);
});
