/** A process of cotty: its streams and errors, what it runs, and its exit code. */

import { accessSync, constants } from 'node:fs';
import { ExitCode } from './common/exit-code.ts';
import type { Io, Subcommand } from './common/io.ts';
import { complain } from './common/print.ts';

/** Exits even if something still keeps the event loop alive this many milliseconds later: the user waits for the prompt. */
const GRACE_MS = 1000;

/** Runs the command line of this process, and sets the exit code that `run` returns. */
export function runProcess(run: Subcommand): void {
  listen();
  // `ps` then shows `cotty` instead of `node`.
  process.title = 'cotty';
  void finish(run);
}

async function finish(run: Subcommand): Promise<void> {
  const cwd = usableFolder() ?? (await nearFolder());
  const { env, stdin, stdout, stderr } = process;
  const io: Io = { env, cwd, stdin, stdout, stderr };
  process.exitCode = await attempt(() => run(process.argv.slice(2), io), io);
  // Wait until the reader of a pipe has read all output.
  if (!process.stdout.writableEnded) await new Promise((resolve) => process.stdout.write('', resolve));
  // The timer is unreferenced, so it does not delay the exit itself.
  setTimeout(() => process.exit(), GRACE_MS).unref();
}

/** Prints an error that a subcommand has not caught as one sentence, and returns its exit code. */
export async function attempt(run: () => Promise<number>, io: Io): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const { errorText } = await import('./common/error-text.ts');
    complain(io, errorText(error, io.env));
    return ExitCode.failure;
  }
}

function listen(): void {
  // That the reader of the output is gone (`cotty ls | head -1`) is no error; others, such as a full disk, are.
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`cotty: the output could not be written (${code ?? message})\n`);
    process.exit(ExitCode.failure);
  });
  // Nobody can read a message any more.
  process.stderr.on('error', () => {});
  // An error that nothing has caught is printed as one sentence, with its stack only if COTTY_DEBUG is set.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      // A window has its own listener, which restores the outer terminal first.
      if (process.listenerCount(event) > 1) return;
      // The log of a background host is for finding causes, so it has stack traces.
      const env =
        process.argv[2] === 'host' && process.stderr.isTTY !== true ? { COTTY_DEBUG: '1' } : process.env;
      void import('./common/error-text.ts').then(({ errorText }) => {
        process.stderr.write(`cotty: ${errorText(error, env)}\n`);
        process.exit(ExitCode.failure);
      });
    });
  }
}

/** The current folder; undefined where it was removed or may not be entered. */
function usableFolder(): string | undefined {
  try {
    const path = process.cwd();
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    // Callers that need a folder use another one.
    return undefined;
  }
}

async function nearFolder(): Promise<string> {
  const { leaveLostFolder } = await import('./common/current-folder.ts');
  const { path, note } = leaveLostFolder(process.env, (folder) => process.chdir(folder));
  if (note !== undefined) process.stderr.write(`cotty: ${note}\n`);
  return path;
}
