/** Waits for a line of whatever a terminal prints: of commands, and of background jobs while none runs. */

import type { Mirror } from '../../client/mirror.ts';
import type { CommandRecord, RecordsResult } from '../../protocol/cotty/command-record.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { coalesced } from './coalesced.ts';
import type { Patience } from './wait-for.ts';
import type { Seen } from './wait-for-line.ts';

/** Least time between two looks at what was printed, in milliseconds. */
const EVERY_MS = 100;

/** Returns the records after a number, and what was printed since the last one. */
export type AskRecords = (sinceSeq: number) => Promise<RecordsResult>;

/**
 * Looks at the last command, which may have started the job, at all that follow, and at what is printed in between. The host
 * tells which text is that: prompts and typed text are none. Resolves to undefined at the timeout or if the caller gives up, and
 * without a line when the terminal has ended. Rejects as `ask` does.
 */
export function waitForPrinted(
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
      // What has ended is not looked at again.
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
