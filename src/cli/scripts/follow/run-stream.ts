/** Runs one command in a terminal and prints its output until the command ends or the script stops waiting. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import type { Io } from '../../ground/io.ts';
import { printable } from '../../ground/plain-text.ts';
import { complain } from '../../ground/print.ts';
import { FollowedRun, type RunRequest } from './followed-run.ts';
import { onCtrlC } from './interrupts.ts';
import { HOST_WAIT_MS, watchHost } from './lost-host.ts';
import { saidOf, turnText } from './outcome-text.ts';
import { NO_READER, OutputReader } from './output-reader.ts';
import type { ScriptOutput } from './script-output.ts';

/** Exit code of the script, and the number of the command's record if the command began. */
export type RunEnd = { readonly code: number; readonly seq?: number };

/** Resolves with the exit code of the command. Rejects if the host refuses to run it. */
export async function runStream(
  client: Client,
  mirror: TerminalMirror,
  { request, out, io }: { readonly request: RunRequest; readonly out: ScriptOutput; readonly io: Io },
): Promise<RunEnd> {
  const reader = new OutputReader(io, () => void run.interrupt().then(() => run.leave()));
  const run = new FollowedRun(client, mirror, request, {
    onText: (text) => reader.take(text, (taken) => out.write(taken)),
    onGap: (chars) => complain(io, `${chars ?? 'an unknown number of'} characters of the output were lost`),
    onTurn: (turn) => complain(io, turnText(printable(request.title), turn)),
    onUnheard: (why) => complain(io, `Ctrl+C did not reach the command: ${why}`),
  });
  const stops = [
    () => reader.close(),
    onCtrlC({
      interrupt: () => void run.interrupt(),
      goesOn: () => {
        if (run.seq !== undefined)
          complain(io, 'the command is still running; press Ctrl+C again to leave it running');
      },
      leave: () => run.leave(),
    }),
    watchHost(client, { waitMs: HOST_WAIT_MS, onLost: () => run.lose() }, io),
  ];
  const outcome = await run.outcome;
  for (const stop of stops) stop();
  if (outcome.kind === 'refused') throw outcome.error;
  out.end();
  if (reader.dropped !== undefined) complain(io, reader.dropped);
  // If the reader is gone, the end of the interrupted command may arrive before the response to Ctrl+C.
  const { code, message } = reader.isGone ? { code: NO_READER } : saidOf(outcome, request);
  if (message !== undefined) complain(io, message);
  return run.seq === undefined ? { code } : { code, seq: run.seq };
}
