/** `term_wait` with `until` — waits for a line of a command's output, or of what background jobs print. */

import { RE2JS } from 're2js';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, TerminalState } from '../../protocol/terminal/state.ts';
import { lastIn, runningIn } from '../agent/command-state.ts';
import { type Seen, waitForLine } from '../agent/wait-for-line.ts';
import { waitForPrinted } from '../agent/wait-for-printed.ts';
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

/** No command is the answer to it: the line may be of a job that was started long ago. */
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
