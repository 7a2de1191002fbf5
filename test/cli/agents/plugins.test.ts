/** The plugins for agents that have no hooks: they run here as the agents run them, with a program that notes what it gets. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AGENT_HOOKS } from '../../../src/cli/agents/agent-hooks.ts';
import { type AgentName, reportFor } from '../../../src/cli/agents/hook-events.ts';
import { launcher } from '../../../src/cli/common/installation.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const NOTE = `
import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(new URL('noted', import.meta.url), readFileSync(0) + '\\n')
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-plugin-'));
  writeFileSync(join(folder, 'note.mjs'), NOTE);
  writeFileSync(join(folder, 'noted'), '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeFolder(folder);
});

async function load(agent: AgentName) {
  const hooks = AGENT_HOOKS[agent];
  const text = hooks.kind === 'file' ? hooks.text.replaceAll(launcher, join(folder, 'note.mjs')) : '';
  const path = join(folder, `${agent}.mjs`);
  writeFileSync(path, text);
  vi.stubEnv('COTTY_REPORT', 'cotty_report_x');
  return import(pathToFileURL(path).href);
}

/** What the program has got, as states that it would report. */
function told(agent: AgentName): readonly unknown[] {
  const lines = readFileSync(join(folder, 'noted'), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => reportFor(agent, JSON.parse(line))?.report.state);
}

it('OpenCode reports in the order of its events, and after an error not that it is done', async () => {
  const { event } = await (await load('opencode')).CottyReport();
  const say = (type: string, properties = {}) =>
    event({ event: { type, properties: { sessionID: 's', ...properties } } });
  for (const status of ['busy', 'busy']) await say('session.status', { status: { type: status } });
  await say('message.part.updated');
  await say('permission.asked', { permission: 'bash', metadata: { command: 'ls' } });
  await say('permission.replied');
  await say('session.idle');
  await say('session.status', { status: { type: 'busy' } });
  await say('session.error', { error: { name: 'APIError', data: {} } });
  await say('session.idle');
  await say('session.status', { status: { type: 'busy' } });
  await say('session.idle');
  await expect
    .poll(() => told('opencode'), { timeout: 10_000 })
    .toEqual(['working', 'blocked', 'working', 'done', 'working', 'error', 'working', 'done']);
});

it('Pi reports an error only if it does not try again', async () => {
  const handlers = new Map<string, (event?: object) => void>();
  (await load('pi')).default({ on: (name: string, handler: () => void) => handlers.set(name, handler) });
  const say = (name: string, event?: object) => handlers.get(name)?.(event);
  const failed = { messages: [{ stopReason: 'error' }] };
  say('session_start');
  say('agent_start');
  say('agent_end', failed);
  say('agent_start');
  say('agent_end', { messages: [{ stopReason: 'stop' }] });
  say('session_shutdown');
  await expect.poll(() => told('pi'), { timeout: 10_000 }).toEqual(['idle', 'working', 'done', 'clear']);
});

it('do nothing outside terminals of cotty', async () => {
  const [opencode, pi] = [await load('opencode'), await load('pi')];
  vi.stubEnv('COTTY_REPORT', '');
  expect(await opencode.CottyReport()).toEqual({});
  pi.default(undefined);
});
