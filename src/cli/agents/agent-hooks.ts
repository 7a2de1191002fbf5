/** Where the agents have their hooks, and which ones report to cotty. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { REPORT_KEY } from '../../shell/report-key.ts';
import { launcher } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { commandLine } from '../common/shell-quote.ts';
import type { AgentName } from './hook-events.ts';

type Env = Io['env'];

/** A hook in a file of settings (JSON): a group of the list of its event. */
export type HookEntry = { readonly event: string; readonly group: { readonly [key: string]: unknown } };

export type AgentHooks = {
  /** The name of the agent as people know it. */
  readonly title: string;
  /** What must be done by hand after the installation. */
  readonly note?: string;
  /** Its folder of settings; undefined without a home folder. */
  readonly folder: (env: Env) => string | undefined;
} & (
  | { readonly kind: 'entries'; readonly file: string; readonly entries: readonly HookEntry[] }
  | { readonly kind: 'file'; readonly file: string; readonly text: string }
);

function inHome(env: Env, own: string | undefined, ...names: readonly string[]): string | undefined {
  if (own?.startsWith('/')) return own;
  const home = env['HOME'];
  return home ? join(home, ...names) : undefined;
}

function reportCommand(agent: AgentName): readonly string[] {
  return [process.execPath, launcher, 'agent', 'report', '--from', agent];
}

/** The line of a hook. Outside terminals of cotty it does nothing, without starting a program. */
function hookLine(agent: AgentName): string {
  return `[ -z "$${REPORT_KEY}" ] || ${commandLine(reportCommand(agent))}`;
}

/** Whether a line is that of a hook of ours, also of another version. */
export function isOurLine(agent: AgentName, line: unknown): boolean {
  return (
    typeof line === 'string' && line.includes(REPORT_KEY) && line.includes(`agent report --from ${agent}`)
  );
}

/** The line, in a group; events of tools may be for some tools only. */
function entry(agent: AgentName, event: string, fields: HookEntry['group'], matcher?: string): HookEntry {
  const hook = { type: 'command', command: hookLine(agent), ...fields };
  return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] } };
}

/** Time limits of a hook: in seconds, for Gemini CLI in milliseconds. */
const SECONDS = { timeout: 5 };
const MILLISECONDS = { timeout: 5000 };

function claude(event: string, matcher?: string): HookEntry {
  return entry('claude', event, SECONDS, matcher);
}

function codex(event: string, matcher?: string): HookEntry {
  return entry('codex', event, SECONDS, matcher);
}

function gemini(event: string, matcher = '*'): HookEntry {
  return entry('gemini', event, { name: 'cotty', ...MILLISECONDS }, matcher);
}

/** The beginning of a file that is all ours, behind it the digest of the rest. */
const MARK = '// Written by `cotty agent hook`. ';

function marked(body: string): string {
  return `${MARK}${digestOf(body)}\n${body}`;
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

/** Whose file it is; `changed`: ours, but somebody has changed it. */
export function ownerOf(text: string): 'cotty' | 'changed' | 'other' {
  const lineEnd = text.indexOf('\n');
  if (!text.startsWith(MARK) || lineEnd === -1) return 'other';
  return text.slice(MARK.length, lineEnd) === digestOf(text.slice(lineEnd + 1)) ? 'cotty' : 'changed';
}

/** A function \`report\` that tells an event, one after the other, and never waits for one. */
function reporter(agent: AgentName): string {
  const [file, ...args] = reportCommand(agent);
  return `import { spawn } from 'node:child_process'

const FILE = ${JSON.stringify(file)}
const ARGS = ${JSON.stringify(args)}

let queue = Promise.resolve()
let last = ''

function report(event) {
  const text = JSON.stringify(event)
  if (text === last) return
  last = text
  queue = queue.then(
    () =>
      new Promise((resolve) => {
        const child = spawn(FILE, ARGS, { stdio: ['pipe', 'ignore', 'ignore'] })
        child.on('error', resolve)
        child.on('close', resolve)
        child.stdin.on('error', () => {})
        child.stdin.end(text)
      }),
  )
}
`;
}

const OPENCODE = `// OpenCode tells the terminal (cotty) whether it works or waits for a person.
${reporter('opencode')}
const EVENTS = ['session.status', 'session.idle', 'session.error', 'permission.asked', 'permission.replied', 'question.asked', 'question.replied', 'question.rejected']

export const CottyReport = async () => {
  if (!process.env.${REPORT_KEY}) return {}
  // After an error the session is idle as well, and not done.
  let failed = false
  return {
    event: async ({ event }) => {
      if (!EVENTS.includes(event.type)) return
      if (event.type === 'session.error') failed = true
      if (event.properties?.status?.type === 'busy') failed = false
      if (event.type === 'session.idle' && failed) return
      report({ type: event.type, properties: event.properties })
    },
  }
}
`;

const PI = `// Pi tells the terminal (cotty) whether it works.
${reporter('pi')}
/** Milliseconds after an error in which Pi may try again. */
const AGAIN_MS = 3000

export default function (pi) {
  if (!process.env.${REPORT_KEY}) return
  let failure
  const tell = (type, more) => {
    clearTimeout(failure)
    report({ type, ...more })
  }
  pi.on('session_start', () => tell('session_start'))
  pi.on('agent_start', () => tell('agent_start'))
  pi.on('agent_end', (event) => {
    const stopReason = event?.messages?.at(-1)?.stopReason
    if (stopReason !== 'error') tell('agent_end', { stopReason })
    else failure = setTimeout(() => tell('agent_end', { stopReason }), AGAIN_MS)
  })
  pi.on('session_shutdown', () => tell('session_shutdown'))
}
`;

export const AGENT_HOOKS: { readonly [Agent in AgentName]: AgentHooks } = {
  claude: {
    title: 'Claude Code',
    kind: 'entries',
    folder: (env) => inHome(env, env['CLAUDE_CONFIG_DIR'], '.claude'),
    file: 'settings.json',
    entries: [
      claude('SessionStart'),
      claude('UserPromptSubmit'),
      claude('PreToolUse', 'AskUserQuestion|ExitPlanMode'),
      claude('PermissionRequest'),
      claude('PostToolUse'),
      claude('PostToolUseFailure'),
      claude('Notification', 'elicitation_dialog'),
      claude('Stop'),
      claude('StopFailure'),
      claude('SubagentStop'),
      claude('SessionEnd'),
    ],
  },
  codex: {
    title: 'Codex',
    note: 'Codex runs new hooks only after you have trusted them: type /hooks there.',
    kind: 'entries',
    folder: (env) => inHome(env, env['CODEX_HOME'], '.codex'),
    file: 'hooks.json',
    entries: [
      codex('SessionStart'),
      codex('UserPromptSubmit'),
      codex('PreToolUse', '^request_user_input$'),
      codex('PermissionRequest'),
      codex('PostToolUse'),
      codex('Stop'),
      codex('Interrupt'),
      codex('SessionEnd'),
    ],
  },
  gemini: {
    title: 'Gemini CLI',
    kind: 'entries',
    folder: (env) => {
      const home = env['GEMINI_CLI_HOME'];
      return inHome(env, home && join(home, '.gemini'), '.gemini');
    },
    file: 'settings.json',
    entries: [
      gemini('SessionStart'),
      gemini('BeforeAgent'),
      gemini('BeforeTool', '^ask_user$'),
      gemini('AfterTool'),
      gemini('AfterAgent'),
      gemini('Notification'),
      gemini('SessionEnd'),
    ],
  },
  opencode: {
    title: 'OpenCode',
    kind: 'file',
    folder: (env) => {
      const xdg = env['XDG_CONFIG_HOME'];
      return inHome(env, xdg && join(xdg, 'opencode'), '.config', 'opencode');
    },
    file: 'plugins/cotty-report.js',
    text: marked(OPENCODE),
  },
  pi: {
    title: 'Pi',
    kind: 'file',
    folder: (env) => inHome(env, env['PI_CODING_AGENT_DIR'], '.pi', 'agent'),
    file: 'extensions/cotty-report.js',
    text: marked(PI),
  },
};
