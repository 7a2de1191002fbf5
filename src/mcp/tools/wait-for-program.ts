/** `term_wait` with `until: blocked` or `done`: waits for what programs tell, or for the end of their command. */

import { type ProgramWait, waitForProgram } from '../../client/program-wait.ts';
import { saidText, stateText } from '../../protocol/cotty/wake-text.ts';
import type { WatchedState } from '../../protocol/terminal/program-status.ts';
import type { Agent } from '../agent/agent.ts';
import type { Patience } from '../agent/wait-for.ts';
import { recordText } from '../answers/record-text.ts';
import { metaOf, nameOf, shownProgram } from '../answers/terminal-description.ts';
import { readRecords } from './read.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, no } from './tool.ts';
import { milliseconds } from './tool-params.ts';

type Wanted = {
  /** Names of terminals, of which the first counts; undefined for all terminals. */
  readonly names: readonly string[] | undefined;
  readonly states: readonly WatchedState[];
  readonly seconds: number;
};

/** Lines of the output of a command that has ended. */
const TAIL = 20;

export async function waitForState(
  { agent, signal, now }: Call,
  { names, states, seconds }: Wanted,
): Promise<Answer> {
  const found = names?.map((name) => terminalNamed(agent, name)) ?? [];
  const uris = found.flatMap((one) => (one.ok ? [one.uri] : []));
  const unknown = found.find((one) => !one.ok);
  if (unknown?.ok === false) return unknown;
  // A snapshot brings the list up to date, which may be a moment older than the command that this agent has begun.
  await Promise.all(uris.map((uri) => agent.look(uri)));
  const only = names === undefined ? undefined : new Set(uris);
  const wait = await nextState(agent, { only, states }, { timeoutMs: milliseconds(seconds), signal });
  const { length: waiting } = agent.inbox.waiting;
  const wanted = states.join(' or ');
  if (wait === undefined) {
    const text = `No program was ${wanted} within ${seconds} s.`;
    return { ok: true, text, data: { wakes: [], timed_out: true, waiting } };
  }
  if (wait.kind === 'gone') return no('the terminal has ended');
  const rest = { wakes: [], timed_out: false, waiting };
  if (wait.kind === 'ended')
    return { ok: true, text: `The command has ended, and its program was not ${wanted}.`, data: rest };
  const { info } = wait;
  const terminal = nameOf(info, agent.terminals);
  const meta = metaOf(info);
  const program = shownProgram(meta, now());
  const told = program === null ? {} : { program: { terminal, ...program } };
  if (meta.running !== undefined || !wait.byEnd) {
    const lines = program === null ? [] : [`term:${terminal}: ${stateText(program)}`, ...saidText(program)];
    return { ok: true, text: lines.join('\n'), data: { ...rest, ...told } };
  }
  const { records } = await readRecords(agent, { uri: info.resource, name: terminal, tail: TAIL });
  const [record] = records;
  const text = record === undefined ? 'the command has ended' : recordText(record, terminal);
  return { ok: true, text, data: { ...rest, ...told, ...(record && { record }) } };
}

/** Resolves to undefined at the timeout, or if the caller cancels. */
function nextState(
  { client }: Agent,
  wanted: Parameters<typeof waitForProgram>[1],
  { timeoutMs, signal }: Patience,
): Promise<ProgramWait | undefined> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const settle = (wait?: ProgramWait): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      stop();
      resolve(wait);
    };
    const giveUp = (): void => settle();
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else stop = waitForProgram(client.root, wanted, settle);
  });
}
