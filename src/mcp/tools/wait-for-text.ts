/** `term_wait` with `until` — waits for a line of a command's output, or of what background jobs print. */

import { RE2JS } from 're2js';
import type { Mirror } from '../../client/mirror.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandRecord, RecordsResult } from '../../protocol/cotty/command-record.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, TerminalState } from '../../protocol/terminal/state.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { coalesced } from '../agent/coalesced.ts';
import { lastIn, runningIn } from '../agent/command-state.ts';
import type { Patience } from '../agent/wait-for.ts';
import { type Seen, waitForLine } from '../agent/wait-for-line.ts';
import { recordText } from '../answers/record-text.ts';
import { readRecords } from './read.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, no } from './tool.ts';
import { milliseconds } from './tool-params.ts';

type Wanted = {
  readonly wanted: string;
  readonly seq: number | undefined;
  readonly until: string;
  readonly seconds: number;
};

export async function waitForText(
  { agent, signal }: Call,
  { wanted, seq, until, seconds }: Wanted,
): Promise<Answer> {
  const found = terminalNamed(agent, wanted);
  if (!found.ok) return found;
  const pattern = compiled(until);
  if (typeof pattern === 'string') return no(`until: ${pattern}`);
  const { mirror, close } = await agent.watched.open(found.uri);
  try {
    const first = commandOf(mirror.state, seq);
    if (first === undefined && seq !== undefined) return no(`${found.name}: there is no command #${seq}`);
    const matches = (line: string) => pattern.matcher(line).find();
    if (first === undefined) {
      const seen = await waitForPrinted(
        mirror,
        {
          ask: (sinceSeq) => agent.client.cotty.records(found.uri, { sinceSeq }),
          last: cottyMeta<CommandMeta>(lastIn(mirror.state)?._meta).seq ?? 0,
          matches,
        },
        { timeoutMs: milliseconds(seconds), signal },
      );
      return printedAnswer(seen, { until, seconds, waiting: agent.inbox.waiting.length });
    }
    const lineWanted = {
      commandId: first.commandId,
      matches,
    };
    const seen = await waitForLine(mirror, lineWanted, { timeoutMs: milliseconds(seconds), signal });
    const number = cottyMeta<CommandMeta>(first._meta).seq;
    const { records } = await readRecords(agent, {
      uri: found.uri,
      name: found.name,
      seq: number,
      tail: TAIL,
    });
    const { length: waiting } = agent.inbox.waiting;
    const [record] = records;
    const line = seen?.line;
    const data = {
      wakes: [],
      ...(record && { record }),
      ...(line !== undefined && { line }),
      timed_out: seen === undefined,
      waiting,
    };
    const said =
      line ??
      (seen === undefined
        ? `no line matches ${until} within ${seconds} s`
        : 'the command has ended, and no line matches');
    return {
      ok: true,
      text: `${said}\n──\n${record === undefined ? '' : recordText(record, found.name)}`,
      data,
    };
  } finally {
    close();
  }
}

/** The answer has no command: the line may be of a job that was started long ago. */
function printedAnswer(
  seen: Seen | undefined,
  { until, seconds, waiting }: { readonly until: string; readonly seconds: number; readonly waiting: number },
): Answer {
  const line = seen?.line;
  const data = { wakes: [], ...(line !== undefined && { line }), timed_out: seen === undefined, waiting };
  if (line !== undefined) return { ok: true, text: line, data };
  const text =
    seen === undefined
      ? `no line matches ${until} within ${seconds} s`
      : 'the terminal has ended, and no line matches';
  return { ok: true, text, data };
}

/** Lines of the output in the answer. */
const TAIL = 20;

function commandOf(state: TerminalState, seq: number | undefined): CommandPart | undefined {
  if (seq === undefined) return runningIn(state);
  return state.content.findLast(
    (part): part is CommandPart => part.type === 'command' && cottyMeta<CommandMeta>(part._meta).seq === seq,
  );
}

function compiled(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return reasonOf(error);
  }
}

/** Least time between two checks of the output, in milliseconds. */
const EVERY_MS = 100;

/** Returns the records after a number, and what was printed since the last one. */
type AskRecords = (sinceSeq: number) => Promise<RecordsResult>;

/**
 * Searches the last command, which may have started the job, all later ones, and output in between, without prompts and typed
 * text. Resolves to undefined at the timeout or if the caller cancels, and without a line if the terminal has ended. Rejects as
 * `ask` does.
 */
function waitForPrinted(
  mirror: Mirror<TerminalState>,
  {
    ask,
    last,
    matches,
  }: { readonly ask: AskRecords; readonly last: number; readonly matches: (line: string) => boolean },
  { timeoutMs, signal }: Patience,
): Promise<Seen | undefined> {
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    let since = Math.max(0, last - 1);
    const settle = (seen: Seen | undefined): void => {
      for (const stop of stops.splice(0)) stop();
      resolve(seen);
    };
    const look = async (): Promise<void> => {
      const hasEnded = mirror.gone || mirror.state.lifecycle.status === 'exited';
      const found = await ask(since);
      const line = linesOf(found).find(matches);
      if (line !== undefined) settle({ line });
      else if (hasEnded) settle({});
      // Commands that have ended are not searched again.
      const ended = found.records.findLast(({ finished_at }) => finished_at !== null);
      since = Math.max(since, ended?.seq ?? 0);
    };
    const looks = coalesced(EVERY_MS, () => {
      look().catch((error: unknown) => {
        for (const stop of stops.splice(0)) stop();
        reject(error);
      });
    });
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    const giveUp = (): void => settle(undefined);
    signal.addEventListener('abort', giveUp, { once: true });
    stops.push(
      () => looks.close(),
      () => clearTimeout(timer),
      () => signal.removeEventListener('abort', giveUp),
      mirror.onChange(() => looks.soon()),
      mirror.onGone(() => settle({})),
    );
    if (signal.aborted) giveUp();
    else looks.soon();
  });
}

function linesOf({ records, printedSince }: RecordsResult): readonly string[] {
  const texts = records.flatMap(({ printed_before, stdout }: CommandRecord) => [printed_before, stdout]);
  return [...texts, printedSince].flatMap((text) => (text === undefined ? [] : plainLines(text)));
}
