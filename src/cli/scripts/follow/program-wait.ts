/** `cotty wait --until` — waits until the program of a terminal waits for a person, works, is idle, is done, or has failed. */

import type { Client } from '../../../client/client.ts';
import { programWords } from '../../../client/program-state.ts';
import {
  type ProgramWait,
  WAITED_STATES,
  type WaitedState,
  waitForProgram,
} from '../../../client/program-wait.ts';
import { exitWords } from '../../../protocol/common/exit-status.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { errorOf } from '../../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { shownWords } from '../../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { Io } from '../../common/io.ts';
import { printable } from '../../common/plain-text.ts';
import { complain, say, sayJson } from '../../common/print.ts';
import type { Over } from './ends.ts';
import { HOST_WAIT_MS, watchHost } from './lost-host.ts';

export type ReadStates =
  | { readonly ok: true; readonly states: readonly WaitedState[] }
  | { readonly ok: false; readonly error: string };

/** Reads the value of `--until`: one state, or several with commas between them. */
export function readStates(words: string): ReadStates {
  const given = words.split(',').map((word) => word.trim());
  const states = given.flatMap((word) => WAITED_STATES.find((state) => state === word) ?? []);
  const unknown = given.find((word) => !WAITED_STATES.some((state) => state === word));
  return unknown === undefined
    ? { ok: true, states }
    : { ok: false, error: `--until "${unknown}" is no state; the states are ${WAITED_STATES.join(', ')}` };
}

type Request = {
  readonly states: readonly WaitedState[];
  readonly timeoutMs: number | undefined;
  readonly json: boolean;
};

/** With several terminals the first counts, and without any that of all terminals. Returns the exit code. */
export async function waitUntil(
  client: Client,
  terminals: readonly TerminalInfo[],
  request: Request,
  io: Io,
): Promise<number> {
  // The list may be a moment older than what another program has just seen of a terminal; a snapshot brings it up to date.
  const [first] = terminals;
  if (first !== undefined) await client.subscribe(first.resource);
  const wait = await nextState(client, terminals, request, io);
  if ('message' in wait) {
    complain(io, wait.message);
    return wait.code;
  }
  const { info, state } = wait;
  const meta = cottyMeta<TerminalMeta>(info._meta);
  if (request.json) sayJson(io, waitJson(wait, meta));
  else say(io, waitText(wait, meta));
  return state === 'done' ? doneCode(meta) : ExitCode.ok;
}

/** The exit code of the command, once it has ended. */
function doneCode({ program, running, last }: Partial<TerminalMeta>): number {
  if (program?.state === 'error') return ExitCode.failure;
  if (running !== undefined || last === undefined) return ExitCode.ok;
  return last.exitCode ?? ExitCode.lost;
}

type Reached = Extract<ProgramWait, { kind: 'reached' }>;

async function nextState(
  client: Client,
  terminals: readonly TerminalInfo[],
  { states, timeoutMs }: Request,
  io: Io,
): Promise<Reached | Over> {
  const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
  const wanted = states.join(' or ');
  const stops: (() => void)[] = [];
  try {
    return await new Promise<Reached | Over>((resolve, reject) => {
      const over = (code: ExitCode, message: string) => resolve({ code, message });
      if (timeoutMs !== undefined) {
        const late = () => over(ExitCode.timeout, `no program was ${wanted} within ${timeoutMs / 1000} s`);
        const timer = setTimeout(late, timeoutMs);
        stops.push(() => clearTimeout(timer));
      }
      const onLost = (reason: string) => over(ExitCode.lost, `the host is gone: ${reason}`);
      stops.push(watchHost(client, { waitMs: HOST_WAIT_MS, onLost }, io));
      io.stdout.on?.('error', (error) => reject(errorOf(error)));
      const onEnd = (wait: ProgramWait): void => {
        if (wait.kind === 'reached') resolve(wait);
        else if (wait.kind === 'gone') over(ExitCode.lost, 'nothing to wait for: the terminal has ended');
        else over(ExitCode.lost, `the command has ended, and its program was not ${wanted}`);
      };
      stops.push(waitForProgram(client.root, { only, states }, onEnd));
    });
  } finally {
    for (const stop of stops) stop();
  }
}

/** `program` as in `cotty ls --json`; `exit` if it was the end of the command that told it. */
function waitJson(
  { info, state, byEnd }: Reached,
  { program, running, last }: Partial<TerminalMeta>,
): object {
  return {
    channel: info.resource,
    terminal: info.title,
    state,
    program: program ?? null,
    cmd: running?.commandLine ?? last?.commandLine ?? null,
    exit: byEnd ? (last?.exitCode ?? null) : null,
  };
}

/** Two lines: which terminal is in which state, and the program's own words. */
function waitText(reached: Reached, meta: Partial<TerminalMeta>): string {
  const { info, byEnd } = reached;
  const { last, program, running } = meta;
  const cmd = running?.commandLine ?? last?.commandLine;
  const cells = [info.title, stateWords(reached, meta), ...(cmd === undefined ? [] : [`$ ${cmd}`])];
  const msg = byEnd ? undefined : program?.msg;
  const words = msg === undefined ? '' : `${shownWords(printable(msg), program?.by)}\n`;
  return `${cells.map(printable).join('  ')}\n${words}`;
}

function stateWords({ state, byEnd }: Reached, meta: Partial<TerminalMeta>): string {
  if (!byEnd) return programWords(meta) ?? state;
  const code = state === 'idle' ? undefined : meta.last?.exitCode;
  return code === undefined ? state : exitWords(code);
}
