import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENT_HOOKS } from '../../../src/cli/agents/agent-hooks.ts';
import { AGENT_NAMES, type AgentName, reportFor } from '../../../src/cli/agents/hook-events.ts';
import { type HookInput, parseHookInput } from '../../../src/cli/agents/hook-input.ts';

type Line = { readonly means: object | null; readonly input: HookInput };

function linesOf(agent: AgentName): readonly Line[] {
  const path = join(import.meta.dirname, `../../../fixtures/hooks/events/${agent}.jsonl`);
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
}

const nameOf = ({ hook_event_name: name, type }: HookInput) => String(name ?? type);

describe.each(AGENT_NAMES)('the hooks of %s', (agent) => {
  it('report what an event means', () => {
    for (const { means, input } of linesOf(agent)) {
      const told = reportFor(agent, input);
      if (means === null) expect(told, nameOf(input)).toBeUndefined();
      else {
        const app = agent === 'claude' ? 'claude-code' : agent;
        expect(told, nameOf(input)).toMatchObject({
          report: { ...means, app },
          hook: `${agent} ${nameOf(input)}`,
        });
        expect(Object.keys(told?.report ?? {}).sort()).toEqual(Object.keys({ ...means, app }).sort());
      }
    }
  });

  it('are installed for each event that is known to mean something, and for no other one', () => {
    const hooks = AGENT_HOOKS[agent];
    const known = new Set(
      linesOf(agent).flatMap(({ means, input }) => (means === null ? [] : nameOf(input))),
    );
    if (hooks.kind === 'entries') {
      expect(new Set(hooks.entries.map(({ event }) => event))).toEqual(known);
    } else for (const event of known) expect(hooks.text).toContain(`'${event}'`);
  });
});

describe('what an agent gives to a hook', () => {
  it('tells its session', () => {
    expect(reportFor('claude', { hook_event_name: 'Stop', session_id: 's1' })).toMatchObject({
      session: 's1',
    });
    const idle = { type: 'session.idle', properties: { sessionID: 'ses_1' } };
    expect(reportFor('opencode', idle)).toMatchObject({ session: 'ses_1' });
  });

  it('may be of any form', () => {
    for (const input of [
      { hook_event_name: 'PermissionRequest' },
      { hook_event_name: 'PermissionRequest', tool_name: 7, tool_input: 'ls' },
      {
        hook_event_name: 'PermissionRequest',
        tool_name: 'AskUserQuestion',
        tool_input: { questions: [null] },
      },
    ])
      expect(reportFor('claude', input)).toMatchObject({ report: { state: 'blocked' } });
    expect(reportFor('opencode', { type: 'permission.asked', properties: null })).toMatchObject({
      report: { state: 'blocked', kind: 'permission' },
    });
    expect(reportFor('claude', { hook_event_name: 'constructor' })).toBeUndefined();
    expect(reportFor('claude', {})).toBeUndefined();
  });

  it('is read as JSON, and counts for nothing if it is none', () => {
    expect(parseHookInput(Buffer.from('{"hook_event_name":"Stop"}'))).toEqual({ hook_event_name: 'Stop' });
    for (const text of ['', '[]', 'null', '{"a":']) expect(parseHookInput(Buffer.from(text))).toEqual({});
  });

  it('tells its event also where the output of a tool is too long to be read', () => {
    const long = {
      session_id: 's1',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_response: 'x'.repeat(2 ** 20),
    };
    const input = parseHookInput(Buffer.from(JSON.stringify(long)));
    expect(input).toEqual({ session_id: 's1', hook_event_name: 'PostToolUse', tool_name: 'Bash' });
    expect(reportFor('claude', input)).toMatchObject({ report: { state: 'working' }, session: 's1' });
  });
});
