/** Runs one command in a terminal and brings its output here until it has ended, or this script leaves. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { ExitCode } from '../../ground/exit-code.ts';
import { complain, type Io } from '../../ground/io.ts';
import { type CommandOutcome, CommandOutput } from './command-output.ts';
import { onInterrupt } from './interrupts.ts';
import { HOST_WAIT_MS, watchHost } from './lost-host.ts';
import type { ScriptOutput } from './script-output.ts';

export type RunWish = {
  readonly title: string;
  readonly commandLine: string;
  readonly timeoutMs: number | undefined;
};

/** `seq` of its record, once it had begun. */
export type RunEnd = { readonly code: number; readonly seq?: number };

type Left = { readonly code: number; readonly said?: string };

/** The codes of a shell for a reader that went away (SIGPIPE), and for Ctrl+C. */
const NO_READER = 141;
const INTERRUPTED = 130;
const CTRL_C = '\x03';
const HOST_GONE = 'the host is gone; how the command ended is not known';
/** Characters that wait for the reader of a pipe. The host does not wait for a script: beyond them the output is lost. */
const MAX_UNREAD = 256 * 1024 * 1024;
/** A command that heard of Ctrl+C has ended by then, or does not want to. */
const PATIENCE_MS = 1000;

/** Rejects with what the host refuses; the exit code is that of the command. */
export function runStream(
  client: Client,
  mirror: TerminalMirror,
  { wish, out, io }: { readonly wish: RunWish; readonly out: ScriptOutput; readonly io: Io },
): Promise<RunEnd> {
  const { title, commandLine, timeoutMs } = wish;
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    let command: CommandOutput | undefined;
    let seq: number | undefined;
    let unread = 0;
    const leave = ({ code, said }: Left): void => {
      for (const end of ends.splice(0)) end();
      out.end();
      if (unread > 0) complain(io, `${unread} characters were left out: nobody read what came before`);
      if (said !== undefined) complain(io, said);
      resolve(seq === undefined ? { code } : { code, seq });
    };
    const interrupt = (): Promise<void> =>
      client.cotty.type(mirror.uri, CTRL_C).catch((error: unknown) => {
        complain(io, `Ctrl+C did not reach the command: ${error instanceof Error ? error.message : error}`);
      });
    const later = (ms: number, run: () => void): void => {
      const timer = setTimeout(run, ms);
      ends.push(() => clearTimeout(timer));
    };

    const onGap = (chars: number | undefined) =>
      complain(io, `${chars ?? 'unknown many'} characters of the output were lost on the way`);
    let hasReader = true;
    const onText = (text: string) => {
      if ((io.stdout.writableLength ?? 0) > MAX_UNREAD) unread += text.length;
      else if (hasReader) out.write(text);
    };
    // Of a command that was interrupted for want of a reader the end may be told before the answer to Ctrl+C.
    const onEnd = (outcome: CommandOutcome) =>
      leave(hasReader ? leftAfter(outcome, title) : { code: NO_READER });
    ends.push(
      mirror.onChange((state, cause) => command?.see(state, cause)),
      mirror.onGone(() => leave({ code: ExitCode.lost, said: `the terminal "${title}" was closed` })),
      onInterrupt((count) => {
        if (count > 1) return leave({ code: INTERRUPTED, said: `the command goes on in "${title}"` });
        void interrupt();
        later(PATIENCE_MS, () => complain(io, 'the command goes on; Ctrl+C once more leaves it alone'));
      }),
      onNoReader(io, () => {
        if (!hasReader) return;
        hasReader = false;
        void interrupt().then(() => leave({ code: NO_READER }));
      }),
      watchHost(
        client,
        { waitMs: HOST_WAIT_MS, onLost: () => leave({ code: ExitCode.lost, said: HOST_GONE }) },
        io,
      ),
    );
    if (timeoutMs !== undefined) {
      const said = `not ended after ${timeoutMs / 1000} s; the command goes on in "${title}"`;
      later(timeoutMs, () => leave({ code: ExitCode.timeout, said }));
    }
    // Known from its begin on: whatever ran before, or runs after it, is not ours.
    client.cotty.run(mirror.uri, { commandLine, wait: false, ...(timeoutMs && { timeoutMs }) }).then(
      ({ record }) => {
        if (ends.length === 0) return;
        seq = record.seq;
        command = new CommandOutput(record.command_id, mirror.state, { onText, onGap, onEnd });
      },
      (error: unknown) => {
        for (const end of ends.splice(0)) end();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

function leftAfter(outcome: CommandOutcome, title: string): Left {
  if (outcome.kind === 'killed-by-restart')
    return { code: ExitCode.lost, said: 'the host ended, and the command with it' };
  const { kind, exitCode: code } = outcome;
  if (kind === 'ended' && code !== undefined) return { code };
  if (kind === 'ended') return { code: ExitCode.lost, said: 'the shell did not tell how the command ended' };
  return { code: code ?? ExitCode.lost, said: `the terminal "${title}" ended` };
}

/** As in a pipe of the shell: who writes for nobody is told to stop. */
function onNoReader({ stdout }: Io, listener: () => void): () => void {
  stdout.on?.('error', listener);
  return () => stdout.off?.('error', listener);
}
