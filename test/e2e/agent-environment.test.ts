/** A host that an agent has started gives its terminals nothing by which another agent would believe that it is nested. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

const AROUND: Readonly<Record<string, string>> = {
  CLAUDECODE: '1',
  CLAUDE_CODE_CHILD_SESSION: '1',
  CLAUDE_CODE_SESSION_ID: 'f8e6cbc9',
  CLAUDE_PID: '5044',
  CODEX_THREAD_ID: '01a226bb',
  COPILOT_SESSION_ID: 'c',
  HERDR_PANE_ID: 'w1:p1',
  TUIOS_SESSION: 't',
  CMUX_SURFACE_ID: 's',
  GIT_EDITOR: 'true',
};
const SETTINGS: Readonly<Record<string, string>> = {
  CLAUDE_CONFIG_DIR: '/c',
  CLAUDE_CODE_USE_BEDROCK: '1',
  CODEX_HOME: '/x',
};

let sandbox: Sandbox;

beforeAll(() => {
  sandbox = new Sandbox();
  Object.assign(sandbox.env, AROUND, SETTINGS);
});
afterAll(() => sandbox?.close());

/** The variables of both tables that a command in the terminal has. */
async function variablesIn(name: string): Promise<Record<string, string>> {
  expect(await sandbox.run(['run', name, '--', 'env > found'])).toMatchObject({ code: 0 });
  const lines = readFileSync(join(sandbox.home, 'found'), 'utf8').split('\n');
  const known = { ...AROUND, ...SETTINGS };
  return Object.fromEntries(
    lines
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
      .filter(([variable]) => variable in known),
  );
}

it('in a new terminal of a person, in one that is reopened or restored, and in that of an agent', async () => {
  const ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
  await ada.ok('term_spawn', { name: 'hers' });
  expect(await sandbox.run(['new', 'mine', '--detached'])).toMatchObject({ code: 0 });
  expect(await variablesIn('mine')).toEqual(SETTINGS);
  // An agent's own terminals have its settings against editors.
  await ada.ok('term_run', { name: 'hers', cmd: 'env > found' });
  const hers = readFileSync(join(sandbox.home, 'found'), 'utf8');
  expect(hers).toContain('GIT_EDITOR=true\n');
  expect(hers).not.toMatch(/^(?:CLAUDECODE|CLAUDE_PID|CLAUDE_CODE_CHILD_SESSION|CODEX_THREAD_ID)=/m);
  expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['new', 'other', '--detached'])).toMatchObject({ code: 0 });
  expect(await variablesIn('mine')).toEqual(SETTINGS);
});
