/** One name for a terminal: the word of tab, list, tool, page, history and errors, which each of them takes as typed. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, tabLine } from '../support/face.ts';
import { nameFarHost } from '../support/far-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let far: Record<string, string>;
let proj: string;

/** Output of a subcommand that must not fail. */
async function ok(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sandbox.run(args);
  expect({ args, code, stderr }).toMatchObject({ args, code: 0 });
  return stdout;
}

/** The names in `cotty ls`. */
const listed = async () =>
  (await ok('ls'))
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(/ {2,}/)[0]);

beforeAll(async () => {
  sandbox = new Sandbox();
  far = nameFarHost(sandbox);
  proj = join(sandbox.home, 'proj');
  mkdirSync(join(proj, 'other'), { recursive: true });
  for (const [name, args] of [
    ['proj', []],
    ['proj-2', []],
    ['web:7', ['web:7']],
  ] as const)
    expect(await ok('new', ...args, '--detached', '--cwd', proj)).toBe(`${name}\n`);
  expect(await sandbox.run(['new', '--detached', '--cwd', proj], far)).toMatchObject({ stdout: 'proj\n' });
});

afterAll(async () => {
  await sandbox.run(['host', 'stop', '--yes'], far);
  await sandbox.close();
});

test.each(['proj', 'proj-2', 'web:7', 'box:proj'])(
  'every subcommand takes %s, and its commands with a number behind it',
  async (name) => {
    expect(await ok('run', name, '--', 'echo here; echo there')).toBe('here\nthere\n');
    await ok('run', name, '--', 'echo here');
    for (const text of [name, `${name}:2`, `${name}:-1`])
      expect(await ok('read', text)).toContain('$ echo here\nhere');
    expect(await ok('export', `${name}:1`)).toContain(`terminal=${name} seq=1`);
    const diff = await sandbox.run(['diff', `${name}:1`, `${name}:2`]);
    expect(diff).toMatchObject({ stderr: '', stdout: expect.stringContaining(`--- ${name} #1`) });
    expect(await ok('note', `${name}:1`, 'of', name)).toContain(`of ${name}`);
    expect(await ok('history', '--terminal', name)).toMatch(new RegExp(` ${name} .*echo here; echo there`));
    await ok('forget', `${name}:1`);
    expect(await ok('read', `${name}:1`)).not.toContain('there');
    const refused = await sandbox.run(['run', `${name}:1`, '--', 'true']);
    expect(refused).toMatchObject({
      code: 3,
      stderr: `cotty: "${name}:1" is command 1 of the terminal "${name}"; name the terminal alone\n`,
    });
  },
);

test('tab, list, tool and page show the names, and tool and page open what they show', async () => {
  const names = ['proj', 'proj-2', 'web:7'];
  expect(await listed()).toEqual(names);
  const window = await openWindow(sandbox, { args: ['attach', 'web:7'] });
  await window.waitFor('the names', (screen) =>
    [...names, 'box:proj'].every((name) => tabLine(screen).includes(`○ ${name} `)),
  );
  const agent = await McpAgent.open(sandbox, 'ada');
  const list = async () => (await agent.ok('term_list', {})).text;
  await expect.poll(list).toContain('box:proj');
  for (const name of [...names, 'box:proj']) {
    expect(await list()).toContain(name);
    expect((await agent.ok('term_read', { name })).text).toContain('echo here');
  }
  for (const name of ['proj-2', 'box:proj'])
    expect((await agent.ok('term_run', { name, cmd: 'echo by tool' })).text).toContain('by tool');
  const wrong = await agent.call('term_run', { name: 'proj-9', cmd: 'true' });
  expect(wrong.text).toContain('there is no terminal "proj-9"');
  // They would start the host of the machine again.
  await agent.close();
  await window.close();
  expect((await sandbox.run(['read', 'proj-9'])).stderr).toContain('there is no terminal "proj-9"');
  const browser = await PageBrowser.launch();
  try {
    const page: OpenPage = await browser.open(await pageLink(sandbox));
    for (const name of names) {
      await page.page.locator('.row', { hasText: new RegExp(`^\\W*${name}(?![\\w-])`) }).waitFor();
    }
    expect(page.errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('a name follows the folder; the one before means the terminal until another one is given it', async () => {
  await ok('run', 'proj-2', '--', 'cd other');
  await expect.poll(listed).toEqual(['proj', 'other', 'web:7']);
  expect(await ok('run', 'proj-2', '--', 'pwd')).toBe(`${join(proj, 'other')}\n`);
  for (const name of ['other', 'proj-2']) {
    expect(await ok('read', `${name}:-1`)).toContain('$ pwd');
    expect(await ok('export', `${name}:-1`)).toContain('terminal=other');
    expect(await ok('history', '--terminal', name)).toContain('cd other');
  }
  // It is not given to another one by itself.
  expect(await ok('new', '--detached', '--cwd', proj)).toBe('proj-3\n');
  expect(await ok('new', 'proj-2', '--detached', '--cwd', proj)).toBe('proj-2\n');
  expect((await sandbox.run(['read', 'proj-2'])).stderr).toContain('no command has run in "proj-2"');
  expect(await sandbox.run(['new', 'proj', '--detached'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'cotty: there is already a terminal "proj"; to show it: cotty attach proj\n',
  });
});

test('a closed terminal is read by each name that it had, here and on another machine', async () => {
  for (const name of ['web:7', 'box:proj']) {
    await ok('run', name, '--', 'echo last words');
    await ok('kill', name);
    expect(await ok('read', name)).toContain('$ echo last words');
    expect(await ok('history', '--terminal', name)).toContain('echo last words');
    expect(await ok('export', `${name}:-1`)).toContain(`terminal=${name}`);
  }
  expect(await sandbox.run(['history', '--terminal', 'nobody'])).toMatchObject({
    code: 3,
    stderr: 'cotty: no terminal "nobody" has a record\n',
  });
});
