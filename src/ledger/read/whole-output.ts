/** Reads the whole output of a recorded command from its terminal's folder, without a host. */

import { linesIn } from '../../protocol/terminal/newlines.ts';
import type { LedgerRecord } from '../records/record.ts';
import { readOutput } from '../text/read-output.ts';
import { readableParts } from '../text/text-names.ts';
import { keptOutput } from '../text/text-spans.ts';

/** Text of an output. `missing`: line ends that were not kept or are beyond the limit, and their offset in `output`. */
export type WholeOutput = {
  readonly output: string;
  readonly missing?: { readonly at: number; readonly lines: number };
};

/** `most`: limit in UTF-16 units, beyond which the rest is missing. */
export async function wholeOutput(folder: string, record: LedgerRecord, most: number): Promise<WholeOutput> {
  const { seq, output: stored, counts } = record;
  const parts = stored.omitted === 0 ? [] : ((await readableParts(folder)).get(seq) ?? []);
  const kept = keptOutput({ folder, parts, stored, ...(counts && { counts }), running: false });
  let output = '';
  let missing: WholeOutput['missing'];
  for (let fromLine = 1; ; ) {
    const { text, fromLine: first, total, more } = await readOutput(kept, { fromLine });
    // One gap is told: the first is the largest, because the end of an output is kept in one piece.
    if (text !== '' && first > fromLine) missing ??= { at: output.length, lines: first - fromLine };
    const isFull = output.length + text.length > most;
    if (isFull && more) return { output, missing: { at: output.length, lines: total.lines - fromLine + 1 } };
    output += text;
    if (text === '' || !more) return { output, ...(missing && { missing }) };
    fromLine = first + linesIn(text);
  }
}
