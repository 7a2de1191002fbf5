/** The finished commands that a name has behind it: `build:7`, `build:3-7`, `build:-2`. */

import type { Seqs } from '../../protocol/cotty/terminal-names.ts';
import type { CottyCalls } from '../cotty-calls.ts';

type Calls = Pick<CottyCalls, 'commands'>;

/** Commands that are asked for at once: the most that a host tells. */
const MOST_COMMANDS = 1000;

/** Returns their numbers, the oldest first. */
export async function seqsOf(calls: Calls, channel: string, seqs: Seqs): Promise<readonly number[]> {
  const found: number[] = [];
  const before = 'last' in seqs ? undefined : seqs.to + 1;
  for await (const seq of finishedBefore(calls, channel, before)) {
    if ('from' in seqs && seq < seqs.from) break;
    found.push(seq);
    if ('last' in seqs && found.length === seqs.last) return [seq];
  }
  return 'last' in seqs ? [] : found.toReversed();
}

/** The numbers of finished commands, the newest first. */
async function* finishedBefore(calls: Calls, channel: string, before: number | undefined) {
  for (let beforeSeq = before; ; ) {
    const asked = beforeSeq === undefined ? {} : { beforeSeq };
    const { commands, more } = await calls.commands(channel, { ...asked, limit: MOST_COMMANDS });
    for (const { seq, isComplete, noCommand, forgotten } of commands.toReversed())
      if (isComplete && noCommand !== true && forgotten !== true) yield seq;
    beforeSeq = commands[0]?.seq;
    if (!more || beforeSeq === undefined) return;
  }
}
