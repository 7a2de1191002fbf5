/** Past commands with their output as Markdown, one section each: for a report, an issue or a note. */

import { asConsole } from '../../client/blocks/copied-text.ts';
import { placeName } from '../../client/blocks/place.ts';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { outputText } from '../../ledger/records/bounded-output.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { printable } from '../ground/plain-text.ts';
import { localTime, outcome, took, writerName } from './history-table.ts';

/** A line that says when, where, by whom and how it ended, and a fenced block; the middle of a long output is left out. */
export function asMarkdown({ terminal, record, foundBefore }: PastCommand, home: string | undefined): string {
  const { startedAt, commandLine, output, seq, cwd } = record;
  const end = outcome(record);
  const facts = [
    localTime(startedAt),
    `${printable(terminal)} #${seq}`,
    ...(cwd === undefined ? [] : [printable(placeName(cwd, home))]),
    writerName(record),
    Number.isNaN(Number(end)) ? end : `exit ${end}`,
    took(record),
  ];
  const before =
    foundBefore === undefined ? '' : `Printed in the background before it: ${printable(foundBefore)}\n\n`;
  const text = asConsole(commandLine, plainLines(outputText(output, seq)));
  return `${facts.join(' · ')}\n\n${before}${text}\n\n`;
}
