/** `term_spawn` — a new terminal, with a command in it where one is given. */

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { META_KEY } from '../../protocol/common/meta.ts';
import { slugOf, terminalUri } from '../../protocol/common/uri.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { type ShownTerminal, terminalSchema } from '../answers/schemas.ts';
import { summaryLine } from '../answers/summary.ts';
import { metaOf } from '../answers/terminal-description.ts';
import { doubtOf } from '../danger/doubt.ts';
import { oneTerminal } from './list.ts';
import { confirm } from './params.ts';
import { type Answer, arranges, type Call, no, tool } from './tool.ts';

/** A shell whose start files take longer is listed as it is; a command then waits for its prompt at the host. */
const PROMPT_MS = 5_000;

/** As the host takes it. */
const MAX_PURPOSE = 200;

/** No other id begins so: names lose this sign. */
const STARTED = 'start_';

export function isStarted(id: string): boolean {
  return id.startsWith(STARTED);
}

export type Wanted = {
  readonly name: string;
  readonly shell?: string | undefined;
  readonly cwd?: string | undefined;
  readonly size?: { readonly cols: number; readonly rows: number } | undefined;
  readonly purpose?: string | undefined;
  readonly command?: string | undefined;
  readonly confirm?: boolean | undefined;
  /** It is there for its command alone: its id tells, also those who were not there. */
  readonly started?: boolean | undefined;
};

export const spawn = tool({
  name: 'term_spawn',
  title: 'Make a terminal',
  description:
    'Makes a terminal: a real shell that keeps its folder, variables and programs between calls, that people see and can take over, and that outlives this session. For dev servers, watchers, log tailing, REPLs and anything that has to stay alive or be shared. For one-off commands (git status, ls, a quick build) use your own shell tool.',
  input: z.strictObject({
    name: z.string().min(1).max(100).describe('Short and unique, such as build; you name it by this later'),
    shell: z.string().min(1).optional().describe('Path or name, such as zsh; else the login shell'),
    cwd: z.string().min(1).optional().describe('Folder to start in'),
    size: z
      .strictObject({ cols: z.int().min(2).max(2000), rows: z.int().min(1).max(1000) })
      .optional()
      .describe('80 by 24 unless given'),
    purpose: z
      .string()
      .max(MAX_PURPOSE)
      .optional()
      .describe('What it is for, in one line: people and other agents read it'),
    command: z.string().min(1).optional().describe('Run at once, without waiting for its end'),
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
  const { name, shell, size, purpose, command, started = false } = wanted;
  const doubt = command === undefined ? undefined : doubtOf(command, wanted.confirm);
  if (doubt !== undefined) return { ok: false, text: doubt };
  if (agent.terminals.some(({ title }) => title === name)) {
    return {
      ok: false,
      text: `there is already a terminal "${name}": use it (term_list shows what runs in it), or choose another name`,
    };
  }
  const channel = terminalUri(`${started ? STARTED : ''}${freshId(name)}`);
  const cwd = folderUri(call, wanted.cwd);
  const runs = {
    ...(shell === undefined ? {} : { shell }),
    ...(purpose === undefined ? {} : { purpose: oneLine(purpose) }),
  };
  await agent.client.createTerminal({
    channel,
    claim: agent.claim(),
    name,
    ...(cwd === undefined ? {} : { cwd }),
    ...size,
    _meta: { [META_KEY]: runs },
  });
  await untilPrompt(agent, channel);
  const trouble = command === undefined ? undefined : await startIn(agent, channel, command);
  const info = agent.terminals.find(({ resource }) => resource === channel);
  if (info === undefined) return { ok: false, text: `"${name}" was made, but ended at once` };
  return { ok: true, terminal: await oneTerminal(agent, info, now()), trouble };
}

/** What kept the command from being run: the terminal is there all the same. */
async function startIn(agent: Agent, uri: string, command: string): Promise<string | undefined> {
  try {
    await agent.client.cotty.run(uri, { commandLine: command, wait: false });
    return undefined;
  } catch (error) {
    return `but the command was not run: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Listed, and at its first prompt or known never to tell. */
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

/** A host elsewhere has folders of its own: there only what was said counts. */
function folderUri({ access }: Call, said: string | undefined): string | undefined {
  const from = access.root ?? access.cwd;
  if (!access.local) return said === undefined ? undefined : pathToFileURL(said).href;
  return pathToFileURL(resolve(from, said ?? '.')).href;
}

/** Readable, and different each time: a name may come back after its terminal is gone. */
function freshId(name: string): string {
  return `${slugOf(name)}-${randomBytes(3).toString('hex')}`;
}

function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
