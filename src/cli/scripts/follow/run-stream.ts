/** Runs one command in a terminal and prints its output until the command ends or the script stops waiting. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { LostRun } from '../../../client/lost-run.ts';
import { runInTurn } from '../../../client/run-in-turn.ts';
import { TURN_GIVEN_UP, type Turn } from '../../../protocol/cotty/cotty-requests.ts';
import { writerOf } from '../../connect/open-client.ts';
import { ExitCode } from '../../ground/exit-code.ts';
import type { Io } from '../../ground/io.ts';
import { complain } from '../../ground/print.ts';
import { type CommandOutcome, CommandOutput } from './command-output.ts';
import { onInterrupt } from './interrupts.ts';
import { HOST_WAIT_MS, watchHost } from './lost-host.ts';
import type { ScriptOutput } from './script-output.ts';

export type RunRequest = {
  readonly title: string;
  readonly commandLine: string;
  readonly timeoutMs: number | undefined;
  /** Whether it waits its turn in a busy terminal. */
  readonly queue: boolean;
};

/** Exit code of the script, and the number of the command's record if the command began. */
export type RunEnd = { readonly code: number; readonly seq?: number };

type Outcome = { readonly code: number; readonly message?: string };

/** Exit codes as in a shell: 128 + SIGPIPE when the reader of stdout went away, 128 + SIGINT for Ctrl+C. */
const NO_READER = 141;
const INTERRUPTED = 130;
const CTRL_C = '\x03';
const HOST_GONE = 'the host is gone; how the command ended is unknown';
/** Most characters that wait for the reader of a pipe. The host does not wait for it, so further output is dropped. */
const MAX_UNREAD = 256 * 1024 * 1024;
/** Time after Ctrl+C within which a command ends unless it ignores Ctrl+C. */
const INTERRUPT_MS = 1000;

/** Resolves with the exit code of the command. Rejects if the host refuses to run it. */
export function runStream(
  client: Client,
  mirror: TerminalMirror,
  { request, out, io }: { readonly request: RunRequest; readonly out: ScriptOutput; readonly io: Io },
): Promise<RunEnd> {
  const { title, commandLine, timeoutMs, queue } = request;
  return new Promise((resolve, reject) => {
    const cleanups: (() => void)[] = [];
    let command: CommandOutput | undefined;
    let seq: number | undefined;
    let unread = 0;
    let isGivingUp = false;
    const finish = ({ code, message }: Outcome): void => {
      for (const cleanUp of cleanups.splice(0)) cleanUp();
      out.end();
      if (unread > 0)
        complain(io, `${unread} characters of the output were dropped: the reader of stdout is too slow`);
      if (message !== undefined) complain(io, message);
      resolve(seq === undefined ? { code } : { code, seq });
    };
    const interrupt = (): Promise<void> =>
      client.cotty.type(mirror.uri, CTRL_C).catch((error: unknown) => {
        complain(io, `Ctrl+C did not reach the command: ${error instanceof Error ? error.message : error}`);
      });
    const interruptOnce = (): void => {
      void interrupt();
      after(INTERRUPT_MS, () =>
        complain(io, 'the command is still running; press Ctrl+C again to leave it running'),
      );
    };
    const after = (ms: number, run: () => void): void => {
      const timer = setTimeout(run, ms);
      cleanups.push(() => clearTimeout(timer));
    };

    const onGap = (chars: number | undefined) =>
      complain(io, `${chars ?? 'an unknown number of'} characters of the output were lost`);
    let hasReader = true;
    const onText = (text: string) => {
      if ((io.stdout.writableLength ?? 0) > MAX_UNREAD) unread += text.length;
      else if (hasReader) out.write(text);
    };
    // If the reader is gone, the end of the interrupted command may arrive before the response to Ctrl+C.
    const onEnd = (outcome: CommandOutcome) =>
      finish(hasReader ? outcomeOf(outcome, title) : { code: NO_READER });
    cleanups.push(
      mirror.onChange((state, cause) => command?.see(state, cause)),
      mirror.onGone(() => finish({ code: ExitCode.lost, message: `the terminal "${title}" was closed` })),
      onInterrupt((count) => {
        if (count > 1) {
          const message = isGivingUp ? TURN_GIVEN_UP : `the command keeps running in "${title}"`;
          return finish({ code: INTERRUPTED, message });
        }
        if (!queue || command !== undefined) return interruptOnce();
        // The command may be beginning at this moment: the answer tells.
        isGivingUp = true;
        asked.giveUp();
      }),
      onNoReader(io, () => {
        if (!hasReader) return;
        hasReader = false;
        void interrupt().then(() => finish({ code: NO_READER }));
      }),
      watchHost(
        client,
        { waitMs: HOST_WAIT_MS, onLost: () => finish({ code: ExitCode.lost, message: HOST_GONE }) },
        io,
      ),
    );
    const startTimeout = (): void => {
      if (timeoutMs === undefined) return;
      const message = `the command did not end within ${timeoutMs / 1000} s and keeps running in "${title}"`;
      after(timeoutMs, () => finish({ code: ExitCode.timeout, message }));
    };
    if (!queue) startTimeout();
    const lost = new LostRun(client.cotty, mirror.uri, commandLine);
    const params = { commandLine, wait: false, ...(timeoutMs && { timeoutMs }) };
    const asked = queue
      ? runInTurn(client, mirror.uri, params, (turn) => complain(io, placeText(title, turn)))
      : { result: client.cotty.run(mirror.uri, params), giveUp: () => {} };
    // The response names the record when the command begins, so output of earlier and later commands is left out.
    const begun = asked.result.then(
      ({ record }) => ({ seq: record.seq, commandId: record.command_id }),
      (error: unknown) => lost.find(error, writerOf(io.env)),
    );
    begun.then(
      (record) => {
        if (cleanups.length === 0) return;
        seq = record.seq;
        command = new CommandOutput(record.commandId, mirror.state, { onText, onGap, onEnd });
        if (queue) startTimeout();
        if (isGivingUp) interruptOnce();
      },
      (error: unknown) => {
        if (isGivingUp) return finish({ code: INTERRUPTED, message: TURN_GIVEN_UP });
        for (const cleanUp of cleanups.splice(0)) cleanUp();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

function placeText(title: string, { before, busy }: Turn): string {
  const place = before === 0 ? 'it is next' : `${before} before it`;
  return `the command waits its turn in "${title}": ${place} (${busy})`;
}

function outcomeOf(outcome: CommandOutcome, title: string): Outcome {
  if (outcome.kind === 'killed-by-restart')
    return { code: ExitCode.lost, message: 'the host ended, and the command with it' };
  const { kind, exitCode: code } = outcome;
  if (kind === 'ended' && code !== undefined) return { code };
  if (kind === 'ended')
    return { code: ExitCode.lost, message: 'the shell did not report how the command ended' };
  return { code: code ?? ExitCode.lost, message: `the terminal "${title}" ended` };
}

/** Calls the listener when the reader of stdout is gone: as in a pipe of a shell, the command is then interrupted. */
function onNoReader({ stdout }: Io, listener: () => void): () => void {
  stdout.on?.('error', listener);
  return () => stdout.off?.('error', listener);
}
