/** `term_spawn` — makes a terminal, and runs a command in it if one is given. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { freshId, terminalUri } from '../../protocol/common/uri.ts';
import { type Beside, SIDES } from '../../protocol/cotty/pane-side.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { type ShownTerminal, terminalSchema } from '../answers/schemas.ts';
import { summaryLine } from '../answers/summary.ts';
import { metaOf } from '../answers/terminal-description.ts';
import { oneTerminal } from './list.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, arranges, type Call, doubtOf, no, tool } from './tool.ts';
import { confirm } from './tool-params.ts';

/** Milliseconds to wait for the first prompt. After that the call goes on; the host runs a command when the prompt comes. */
const PROMPT_MS = 5_000;

/** Limit of the host, in characters. */
const MAX_PURPOSE = 200;

/** Prefix of ids made by `start`. No other id begins like this: the `_` of a name becomes `-` in its id. */
const STARTED = 'start_';

export function isStarted(id: string): boolean {
  return id.startsWith(STARTED);
}

export type Wanted = {
  readonly name: string;
  /** True if the host may add a number to the name. */
  readonly nameIsDefault?: boolean | undefined;
  readonly shell?: string | undefined;
  readonly cwd?: string | undefined;
  readonly size?: { readonly cols: number; readonly rows: number } | undefined;
  readonly purpose?: string | undefined;
  readonly command?: string | undefined;
  /** The terminal, by its name, beside which windows show it. */
  readonly beside?: Beside | undefined;
  readonly confirm?: boolean | undefined;
  /** True if the terminal exists only for its command. The id tells this to later MCP servers, too. */
  readonly started?: boolean | undefined;
  /** Another machine on which it is made. */
  readonly machine?: string | undefined;
};

export const spawn = tool({
  name: 'term_spawn',
  title: 'Make a terminal',
  description:
    'Makes a terminal: a real shell that keeps its folder, variables and programs between calls. People see it and can take it over, and it keeps running after your session ends. Use it for dev servers, watchers, logs, REPLs and all that must keep running or be shared. For one-off commands (git status, ls, a quick build) use your own shell tool.',
  input: z.strictObject({
    name: z.string().min(1).max(100).describe('Short and unique, such as build'),
    shell: z.string().min(1).optional().describe('Path or name, such as zsh. Default: the login shell'),
    cwd: z.string().min(1).optional().describe('Folder to start in'),
    size: z
      .strictObject({ cols: z.int().min(2).max(MAX_COLS), rows: z.int().min(1).max(MAX_ROWS) })
      .optional()
      .describe('Default: 80 by 24'),
    purpose: z
      .string()
      .max(MAX_PURPOSE)
      .optional()
      .describe('What it is for, in one line, for people and agents'),
    command: z.string().min(1).optional().describe('Command to run at once; its end is not waited for'),
    beside: z
      .strictObject({
        of: z.string().min(1).describe('Name of a terminal'),
        side: z.enum(SIDES).default('right'),
      })
      .optional()
      .describe(
        'Where windows show it: in a pane at that side of another terminal. Default: a tab of its own',
      ),
    machine: z
      .string()
      .min(1)
      .optional()
      .describe('Another machine, as in the names of its terminals (box:build)'),
    confirm,
  }),
  output: z.object({ terminal: terminalSchema }),
  hints: { ...arranges, idempotentHint: false, openWorldHint: true },
  async run(call, wanted): Promise<Answer> {
    const made = await spawnTerminal(call, wanted);
    if (!made.ok) return no(made.text);
    const { terminal, trouble } = made;
    const text = `Made ${summaryLine(terminal)}${trouble === undefined ? '' : `\n${trouble}`}`;
    return { ok: true, text, data: { terminal } };
  },
});

export type Spawned =
  | { readonly ok: true; readonly terminal: ShownTerminal; readonly trouble: string | undefined }
  | { readonly ok: false; readonly text: string };

export async function spawnTerminal(call: Call, wanted: Wanted): Promise<Spawned> {
  const { agent, now } = call;
  const { name, shell, size, purpose, command, machine, started = false } = wanted;
  const place = wanted.beside && terminalNamed(agent, wanted.beside.of);
  if (place?.ok === false) return { ok: false, text: `beside: ${place.text}` };
  const doubt = doubtAbout(wanted);
  if (doubt !== undefined) return { ok: false, text: doubt };
  const channel = terminalUri(`${started ? STARTED : ''}${freshId(name)}`);
  const cwd = folderUri(call, wanted);
  const runs = {
    ...(wanted.cwd === undefined ? { cwdIsDefault: true } : {}),
    ...(wanted.nameIsDefault === true ? { nameIsDefault: true } : {}),
    ...(shell === undefined ? {} : { shell }),
    ...(purpose === undefined ? {} : { purpose: oneLine(purpose) }),
    ...(machine === undefined ? {} : { machine }),
    ...(wanted.beside && place ? { beside: { side: wanted.beside.side, of: place.uri } } : {}),
  };
  const params = {
    channel,
    claim: agent.claim(machine),
    name,
    ...(cwd === undefined ? {} : { cwd }),
    ...size,
    _meta: { [META_KEY]: runs },
  };
  const refused = await createOrSay(agent, params);
  if (refused !== undefined) return { ok: false, text: refused };
  await untilPrompt(agent, channel);
  const trouble = command === undefined ? undefined : await startIn(agent, channel, command);
  const info = agent.terminals.find(({ resource }) => resource === channel);
  if (info === undefined) return { ok: false, text: `the terminal "${name}" was made, but it ended at once` };
  return { ok: true, terminal: await oneTerminal(agent, info, now()), trouble };
}

function doubtAbout({ command, confirm: confirmed }: Wanted): string | undefined {
  return command === undefined ? undefined : doubtOf(command, confirmed);
}

/** Returns what the host says of a name that another terminal has, and what to do then. */
async function createOrSay(agent: Agent, params: CreateTerminalParams): Promise<string | undefined> {
  try {
    await agent.client.createTerminal(params);
    return undefined;
  } catch (error) {
    if (!isRefusal(error) || error.code !== ErrorCode.Conflict) throw error;
    return `${error.message}: use it (term_list shows what runs in it), or choose another name`;
  }
}

/** Runs the command; returns why it was not run, if so. The terminal exists in either case. */
async function startIn(agent: Agent, uri: string, command: string): Promise<string | undefined> {
  try {
    await agent.client.cotty.run(uri, { commandLine: command, wait: false });
    return undefined;
  } catch (error) {
    return `but the command was not run: ${reasonOf(error)}`;
  }
}

/** Waits until the terminal is listed, and its shell is at a prompt or is known never to report one. */
async function untilPrompt(agent: Agent, uri: string): Promise<void> {
  const isReady = (): boolean => {
    const info = agent.terminals.find(({ resource }) => resource === uri);
    return info !== undefined && isSettled(info);
  };
  if (isReady()) return;
  await new Promise<void>((done) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const timer = setTimeout(finish, PROMPT_MS);
    const stop = agent.client.root.onChange(() => {
      if (isReady()) finish();
    });
  });
}

function isSettled(info: TerminalInfo): boolean {
  const { integration } = metaOf(info);
  return info.lifecycle.status === 'exited' || (integration !== undefined && integration !== 'pending');
}

/** Returns the start folder. A remote host has its own folders, so it gets only a folder that was given. */
function folderUri({ access }: Call, { cwd, machine }: Wanted): string | undefined {
  const from = access.root ?? access.cwd;
  if (!access.local || machine !== undefined) return cwd === undefined ? undefined : pathToFileURL(cwd).href;
  return pathToFileURL(resolve(from, cwd ?? '.')).href;
}

function oneLine(text: string): string {
  return nameText(text).trim();
}
