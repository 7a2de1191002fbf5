/** What the events mean that agents tell their hooks: a table for each agent. */

import type { BlockedKind, ProgramState } from '../../protocol/terminal/program-status.ts';
import type { HookInput } from './hook-input.ts';

export const AGENT_NAMES = ['claude', 'codex', 'gemini', 'opencode', 'pi'] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

export function isAgentName(name: string): name is AgentName {
  return AGENT_NAMES.some((each) => each === name);
}

export type HookReport = {
  readonly state: ProgramState | 'clear';
  readonly kind?: BlockedKind;
  readonly msg?: string;
  readonly app?: string;
  readonly id?: string;
};

/** A report under the name of the hook, and the session of the agent that it is about. */
export type HookTold = { readonly report: HookReport; readonly hook: string; readonly session?: string };

type Means = (input: HookInput) => HookReport | undefined;
type Events = { readonly [event: string]: Means };

const is =
  (state: HookReport['state']): Means =>
  () => ({ state });
const waits =
  (kind: BlockedKind, msgOf: (input: HookInput) => string | undefined): Means =>
  (input) => {
    const msg = msgOf(input);
    return { state: 'blocked', kind, ...(msg === undefined ? {} : { msg }) };
  };

/** A session that begins is idle, but one that is only shortened goes on. */
const begins: Means = ({ source }) => (source === 'compact' ? undefined : { state: 'idle' });

const failed: Means = (input) => {
  const msg = textIn(input, 'error_details', 'error', 'last_assistant_message');
  return { state: 'error', ...(msg === undefined ? {} : { msg }) };
};

/** Tools by which an agent asks a person. */
const QUESTION_TOOLS: ReadonlySet<unknown> = new Set(['AskUserQuestion', 'request_user_input', 'ask_user']);

const asksForTool: Means = (input) =>
  QUESTION_TOOLS.has(input['tool_name'])
    ? waits('question', questionIn)(input)
    : waits('permission', toolIn)(input);

/** Most tools just run; those that ask a person wait for the answer. */
const usesTool: Means = (input) => {
  const { tool_name: tool } = input;
  if (QUESTION_TOOLS.has(tool)) return waits('question', questionIn)(input);
  return tool === 'ExitPlanMode' ? waits('permission', toolIn)(input) : { state: 'working' };
};

const claudeAndCodex: Events = {
  SessionStart: begins,
  UserPromptSubmit: is('working'),
  PreToolUse: usesTool,
  PermissionRequest: asksForTool,
  PostToolUse: is('working'),
  Stop: is('done'),
  StopFailure: failed,
  SubagentStop: is('clear'),
  SessionEnd: is('clear'),
};

const EVENTS: { readonly [Agent in AgentName]: Events } = {
  claude: {
    ...claudeAndCodex,
    PostToolUseFailure: is('working'),
    PermissionDenied: is('working'),
    // Permissions are told by PermissionRequest, with what is asked.
    Notification: (input) =>
      input['notification_type'] === 'elicitation_dialog'
        ? waits('question', ({ message }) => textOf(message))(input)
        : undefined,
  },
  codex: { ...claudeAndCodex, Interrupt: is('idle') },
  gemini: {
    SessionStart: begins,
    BeforeAgent: is('working'),
    BeforeTool: usesTool,
    AfterTool: is('working'),
    AfterAgent: is('done'),
    // The text of a question is told by BeforeTool alone.
    Notification: (input) => {
      const details = objectIn(input, 'details');
      const isPermission = input['notification_type'] === 'ToolPermission' && details['type'] !== 'ask_user';
      return isPermission
        ? waits('permission', toolIn)({ tool_input: details, title: details['title'] })
        : undefined;
    },
    SessionEnd: is('clear'),
  },
  opencode: {
    'session.status': (input) => {
      const { type } = objectIn(objectIn(input, 'properties'), 'status');
      return type === 'busy' || type === 'retry' ? { state: 'working' } : undefined;
    },
    'session.idle': is('done'),
    'session.error': (input) => {
      const error = objectIn(objectIn(input, 'properties'), 'error');
      if (error['name'] === 'MessageAbortedError') return { state: 'idle' };
      const msg = textIn(objectIn(error, 'data'), 'message');
      return { state: 'error', ...(msg === undefined ? {} : { msg }) };
    },
    'permission.asked': (input) => {
      const { permission, metadata, patterns } = objectIn(input, 'properties');
      const command = textIn(objectOf(metadata), 'command') ?? textOf(listOf(patterns)[0]);
      const msg = [textOf(permission), command].filter((part) => part !== undefined).join(': ');
      return { state: 'blocked', kind: 'permission', ...(msg === '' ? {} : { msg }) };
    },
    'permission.replied': is('working'),
    'question.asked': (input) => waits('question', questionIn)({ tool_input: input['properties'] }),
    'question.replied': is('working'),
    'question.rejected': is('working'),
  },
  pi: {
    session_start: is('idle'),
    agent_start: is('working'),
    agent_end: ({ stopReason }) => {
      if (stopReason === 'aborted') return { state: 'idle' };
      return { state: stopReason === 'error' ? 'error' : 'done' };
    },
    session_shutdown: is('clear'),
  },
};

/** The names by which the agents call themselves in OSC 7501. */
const APPS: { readonly [Agent in AgentName]: string } = {
  claude: 'claude-code',
  codex: 'codex',
  gemini: 'gemini',
  opencode: 'opencode',
  pi: 'pi',
};

/** Returns what the hook of an agent has to report; undefined if its event means nothing. */
export function reportFor(agent: AgentName, input: HookInput): HookTold | undefined {
  const event = textIn(input, 'hook_event_name', 'type') ?? '';
  const means = Object.hasOwn(EVENTS[agent], event) ? EVENTS[agent][event] : undefined;
  const report = means?.(input);
  if (report === undefined) return undefined;
  const session = textIn(input, 'session_id') ?? textIn(objectIn(input, 'properties'), 'sessionID');
  const part = textIn(input, 'agent_id');
  return {
    report: { ...report, app: APPS[agent], ...(part === undefined ? {} : { id: partId(part) }) },
    hook: `${agent} ${event}`,
    ...(session === undefined ? {} : { session: session.slice(0, 256) }),
  };
}

/** The id of a part of the agent: of a subagent. */
function partId(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 32) || 'agent';
}

/** What a tool is to do, in one text: its name, and the command, file or address. */
function toolIn(input: HookInput): string | undefined {
  const tool = objectIn(input, 'tool_input');
  const what = textIn(
    tool,
    'command',
    'file_path',
    'fileName',
    'path',
    'url',
    'query',
    'plan',
    'description',
  );
  const name = textIn(input, 'title', 'tool_name');
  return [name, what].filter((part) => part !== undefined).join(': ') || undefined;
}

function questionIn(input: HookInput): string | undefined {
  const tool = objectIn(input, 'tool_input');
  const [first] = listOf(tool['questions']);
  const asked = objectOf(first);
  const question = textIn(asked, 'question', 'header') ?? textIn(tool, 'question', 'title');
  const options = listOf(asked['options']).flatMap(
    (option) => textOf(option) ?? textIn(objectOf(option), 'label') ?? [],
  );
  if (question === undefined) return undefined;
  return options.length === 0 ? question : `${question} (${options.join(' · ')})`;
}

/** Limit of a text in UTF-16 units; the host shortens it further. */
const MOST_CHARS = 16 * 1024;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MOST_CHARS) : undefined;
}

function textIn(object: HookInput, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = object[name];
    const text = textOf(
      Array.isArray(value) ? value.filter((word) => typeof word === 'string').join(' ') : value,
    );
    if (text !== undefined) return text;
  }
  return undefined;
}

function objectOf(value: unknown): HookInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function objectIn(object: HookInput, name: string): HookInput {
  return objectOf(object[name]);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
