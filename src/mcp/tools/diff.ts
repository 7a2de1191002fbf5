/** `term_diff` — tells what differs between two runs of a command. */

import * as z from 'zod';
import { type Against, comparedRuns } from '../../client/run/compared-runs.ts';
import { exitWords } from '../../protocol/common/exit-status.ts';
import { compare } from '../../review/compare/compare.ts';
import { maskedText } from '../../review/compare/headline.ts';
import { SIGNS, type UnifiedRow, unifiedRows } from '../../review/compare/rows.ts';
import type { Run } from '../../review/run.ts';
import { ANSWER_CHARS, firstLines } from '../answers/bounded-text.ts';
import { commandToRead } from './terminal-named.ts';
import { type Answer, looks, no, tool } from './tool.ts';
import { maxChars, name } from './tool-params.ts';

export const diff = tool({
  name: 'term_diff',
  title: 'Compare two runs',
  description:
    'Tells what differs between two runs of a command: tests that fail, errors, exit code, duration, and the changed lines. Times, process ids, hashes and temporary names do not count.',
  input: z.strictObject({
    name,
    seq: z.int().min(1).optional().describe('Default: the last command that has ended'),
    against: z
      .union([z.enum(['previous', 'green']), z.int().min(1)])
      .optional()
      .describe(
        'The last run of the same command in the same folder (previous, the default), the last that succeeded (green), or a seq',
      ),
    unmasked: z.boolean().optional().describe('true: they count'),
    max_chars: maxChars,
  }),
  output: z.object({
    headline: z.string(),
    same: z.boolean(),
    before: z.number().describe('seq'),
    after: z.number().describe('seq'),
    removed: z.number(),
    added: z.number(),
    masked: z.number().describe('Lines that differ by times and the like alone'),
    diff: z.string(),
  }),
  hints: looks,
  async run(
    { agent },
    { name: wanted, seq, against = 'previous', unmasked = false, max_chars: limit = ANSWER_CHARS },
  ) {
    const found = await commandToRead(agent, wanted);
    if (!found.ok) return found;
    const { uri: channel, name: shown } = found;
    const calls = agent.client.cotty;
    const last = seq ?? found.seq ?? (await lastEnded(calls, channel));
    if (last === undefined) return no(`${shown}: no command has ended yet`);
    const other: Against = typeof against === 'number' ? { channel, name: shown, seq: against } : against;
    const runs = await comparedRuns(calls, { channel, name: shown, seq: last }, other);
    return runs.ok ? answer(runs, { unmasked, limit }) : no(runs.reason);
  },
});

type Calls = Parameters<typeof comparedRuns>[0];

async function lastEnded(calls: Calls, channel: string): Promise<number | undefined> {
  // One may run now.
  const { commands } = await calls.commands(channel, { limit: 2 });
  return commands.findLast(({ isComplete, noCommand }) => isComplete && noCommand !== true)?.seq;
}

type Shown = { readonly unmasked: boolean; readonly limit: number };

function answer(
  { before, after }: { readonly before: Run; readonly after: Run },
  { unmasked, limit }: Shown,
): Answer {
  const comparison = compare(before, after, { unmasked });
  const { headline, same, removed, added, masked } = comparison;
  const lines = removed + added === 0 ? [] : unifiedRows(comparison).map(rowText);
  const fitting = firstLines(lines, limit);
  const left = lines.length - fitting.length;
  const text = [
    headline,
    `- ${runText(before)}`,
    `+ ${runText(after)}`,
    ...(masked.lines === 0 ? [] : [`(masked: ${maskedText(masked) || 'blanks'})`]),
    ...(lines.length === 0 ? [] : ['──', ...fitting]),
    ...(left === 0 ? [] : [`… ${left} more lines of the comparison do not fit …`]),
  ].join('\n');
  const data = {
    headline,
    same,
    before: before.seq,
    after: after.seq,
    removed,
    added,
    masked: masked.lines,
    diff: fitting.join('\n'),
  };
  return { ok: true, text, data };
}

function runText({ terminal, seq, commandLine, exitCode, startedAt, finishedAt }: Run): string {
  const end = exitCode === undefined ? 'exit unknown' : exitWords(exitCode);
  const time = finishedAt === undefined ? '' : ` · ${((finishedAt - startedAt) / 1000).toFixed(2)}s`;
  return `${terminal} #${seq} $ ${commandLine.split('\n')[0] ?? ''} · ${end}${time}`;
}

function rowText(row: UnifiedRow): string {
  if (row.kind === 'skipped') return `… ${row.count} equal line${row.count === 1 ? '' : 's'} …`;
  return `${SIGNS[row.kind]}${row.text}`;
}
