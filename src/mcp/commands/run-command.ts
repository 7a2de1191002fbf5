/** Runs a command for an agent in one terminal: at once or queued, in a given folder and environment, with progress. */

import { LostRun } from '../../client/run/lost-run.ts';
import { runInTurn } from '../../client/run/run-in-turn.ts';
import { NO_TIMEOUT_MS } from '../../protocol/common/durations.ts';
import { TURN_GIVEN_UP } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { shellQuoted } from '../../protocol/common/shell-quote.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { RunParams, RunResult } from '../../protocol/cotty/cotty-requests.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { PlainStream } from '../../screen/text/plain-stream.ts';
import type { Agent } from '../agent/agent.ts';
import { coalesced } from '../agent/coalesced.ts';
import { runningIn } from '../agent/command-state.ts';
import { waitForEnd } from '../agent/wait-for.ts';
import { type KeyReader, keyReaderIn } from './key-reader.ts';

/** The agent that runs a command, and the signal that ends the waiting for it. */
export type Caller = {
  readonly agent: Agent;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly progress?: Progress;
};

export type Wanted = {
  readonly cmd: string;
  readonly timeoutMs?: number | undefined;
  readonly wait?: boolean | undefined;
  readonly queue?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
};

export type RunAnswer =
  /** `reader`: the command reads keys, so the answer did not wait for its end. */
  | { readonly ok: true; readonly record: CommandRecord; readonly reader?: KeyReader }
  | { readonly ok: false; readonly text: string };

/** Rejects if the host refuses. A queued request that was cancelled before it could be sent is not sent. */
export async function runCommand(caller: Caller, uri: string, wanted: Wanted): Promise<RunAnswer> {
  const { agent } = caller;
  const placed = placedCommand(wanted, shellOf(agent, uri));
  if (!placed.ok) return placed;
  const stop = wanted.wait === false ? () => {} : await startProgress(caller, uri);
  try {
    if (wanted.queue === true && caller.signal.aborted) return { ok: false, text: TURN_GIVEN_UP };
    const params = {
      commandLine: placed.cmd,
      ...(wanted.timeoutMs === undefined ? {} : { timeoutMs: wanted.timeoutMs }),
      ...(wanted.wait === undefined ? {} : { wait: wanted.wait }),
    };
    const ran = lastingRun({ ...caller, uri, params }, () =>
      wanted.queue === true ? queued(caller, uri, params) : agent.client.cotty.run(uri, params),
    );
    if (wanted.wait === false) return { ok: true, record: (await ran).record };
    return await endOrReader(caller, uri, ran);
  } finally {
    stop();
  }
}

/** Waits for the end of a command, or until it reads keys: then it does not end by itself. */
async function endOrReader(
  { agent, signal }: Caller,
  uri: string,
  ran: Promise<RunResult>,
): Promise<RunAnswer> {
  const over = new AbortController();
  const ended = ran.then(({ record }): RunAnswer => ({ ok: true, record }));
  const reading = async (): Promise<RunAnswer> => {
    const reader = await keyReaderIn(agent, uri, AbortSignal.any([signal, over.signal]));
    const seq = reader && cottyMeta<CommandMeta>(runningIn(await agent.look(uri))?._meta).seq;
    const records = seq === undefined ? [] : (await agent.client.cotty.records(uri, { seq })).records;
    return reader === undefined || records[0] === undefined
      ? await ended
      : { ok: true, record: records[0], reader };
  };
  try {
    // Whatever the screen cannot tell, the end of the command can.
    return await Promise.race([ended, reading().catch(() => ended)]);
  } finally {
    over.abort();
    // Nobody waits for the end of a command that goes on.
    ended.catch(() => {});
  }
}

/** Runs the command when its turn in the terminal's queue comes. A cancelled call leaves the queue. */
async function queued(
  { agent, progress, signal }: Caller,
  uri: string,
  params: Parameters<typeof runInTurn>[2],
): Promise<RunResult> {
  const { result, giveUp } = runInTurn(agent.client, uri, params, ({ before, busy }) =>
    progress?.(0, `waits its turn, ${before} before it (${busy})`),
  );
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await result;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Reports progress until the signal is aborted or the returned function is called. */
export async function startProgress({ agent, progress, signal }: Caller, uri: string): Promise<() => void> {
  if (progress === undefined) return () => {};
  const stop = await followOutput(agent, uri, progress);
  // The signal may have been aborted during the subscription: then it does not fire again.
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return stop;
}

function shellOf(agent: Agent, uri: string): string | undefined {
  const info = agent.terminals.find(({ resource }) => resource === uri);
  return cottyMeta<TerminalMeta>(info?._meta).shell;
}

/** Shells whose subshells are written with parentheses. */
const POSIX: readonly string[] = ['bash', 'zsh', 'sh', 'dash', 'ksh', 'mksh', 'ash'];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

type Placed = { readonly ok: true; readonly cmd: string } | { readonly ok: false; readonly text: string };

export function placedCommand({ cmd, cwd, env = {} }: Wanted, shell: string | undefined): Placed {
  const names = Object.keys(env);
  if (cwd === undefined && names.length === 0) return { ok: true, cmd };
  if (!POSIX.includes(shell ?? '')) {
    return {
      ok: false,
      text: `cwd and env need bash, zsh or sh; the shell is ${shell ?? 'not known'}: write them into cmd`,
    };
  }
  const wrong = names.find((each) => !NAME.test(each));
  if (wrong !== undefined)
    return { ok: false, text: `env: ${JSON.stringify(wrong)} is not a name of a variable` };
  const folder = cwd === undefined ? [] : [`cd -- ${shellQuoted(cwd)} || exit`];
  const variables = names.map((each) => `export ${each}=${shellQuoted(env[each] ?? '')}`);
  // The command has lines of its own, since it may end in a here-document or a comment.
  return { ok: true, cmd: `(${[...folder, ...variables].join('; ')}\n${cmd}\n)` };
}

type Params = Omit<RunParams, 'channel'>;

type LastingRun = {
  readonly agent: Agent;
  readonly uri: string;
  readonly params: Params;
  readonly signal: AbortSignal;
  readonly now: () => number;
};

/**
 * Sends the request with `ask` and settles as that does. If the host is replaced meanwhile, finds the command at the next host.
 */
async function lastingRun(
  { agent, uri, params, signal, now }: LastingRun,
  ask: () => Promise<RunResult>,
): Promise<RunResult> {
  const { cotty } = agent.client;
  const begun = now();
  const lost = new LostRun(cotty, uri, params.commandLine);
  try {
    return await ask();
  } catch (error) {
    // A request fails a moment before the connection is known to be lost.
    await new Promise((resolve) => setImmediate(resolve));
    if (agent.isClosed || (await agent.ready()) !== undefined) throw error;
    const { seq, commandId } = await lost.find(error, agent.writerAt(uri));
    if (params.wait !== false) {
      const timeoutMs =
        params.timeoutMs === undefined ? NO_TIMEOUT_MS : Math.max(0, params.timeoutMs - (now() - begun));
      await waitForEnd(agent, uri, { commandId, timeoutMs, signal });
    }
    const { records } = await cotty.records(uri, { seq });
    const [record] = records;
    if (record === undefined) throw error;
    return { record };
  }
}

// The output of a command as progress: whole lines, only the newest, a few times a second.

const EVERY_MS = 400;
/** Limits of one message. Of bulk output it has only the end; the record has the rest. */
const MESSAGE_LINES = 20;
const MESSAGE_CHARS = 2_000;
/** Maximum text that waits for the next message, in characters; older text is dropped. */
const MAX_WAITING = 64 * 1024;

type Progress = (count: number, message: string) => void;

/** Calls `report` with the count of lines so far and the newest ones, until the returned function is called. */
async function followOutput(agent: Agent, uri: string, report: Progress): Promise<() => void> {
  const view = await agent.watched.open(uri);
  const stream = new PlainStream();
  let lines = 0;
  let waiting = '';
  let running: string | undefined;
  const messages = coalesced(EVERY_MS, () => {
    const message = lastPart(waiting);
    waiting = '';
    report(lines, message);
  });
  const add = (data: string): void => {
    const printed = stream.add(data);
    if (printed === '') return;
    lines += printed.split('\n').length - 1;
    waiting = (waiting + printed).slice(-MAX_WAITING);
    messages.soon();
  };
  const stop = view.mirror.onChange((_state, cause) => {
    if (cause.kind === 'snapshot') return;
    const { action } = cause.envelope;
    if (action.type === 'terminal/commandExecuted') running = action.commandId;
    // Forgetting an older command repeats its commandFinished action.
    if (action.type === 'terminal/commandFinished' && action.commandId === running) running = undefined;
    // The echo of the typed line and the prompt are not output.
    if (running !== undefined && action.type === 'terminal/data') add(action.data);
  });
  return () => {
    stop();
    messages.close();
    view.close();
  };
}

function lastPart(text: string): string {
  return text.trimEnd().split('\n').slice(-MESSAGE_LINES).join('\n').slice(-MESSAGE_CHARS);
}
