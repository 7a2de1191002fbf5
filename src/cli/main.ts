/** Entry point: passes the arguments and streams of this process to `runCli`, and sets the exit code it returns. */

import { accessSync, constants } from 'node:fs';
import { ExitCode } from './common/exit-code.ts';
import { runCli } from './run.ts';

/** Ignores that the reader of the output is gone (`cotty ls | head -1`); reports other errors, such as a full disk. */
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`cotty: the output could not be written (${code ?? message})\n`);
  process.exit(ExitCode.failure);
});
// Nobody can read a message any more.
process.stderr.on('error', () => {});

// `ps` then shows `cotty` instead of `node`.
process.title = 'cotty';

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

const cwd = usableFolder() ?? (await nearFolder());

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});

// Wait until the reader of a pipe has read all output.
if (!process.stdout.writableEnded) await new Promise((resolve) => process.stdout.write('', resolve));

// Exit even if something still keeps the event loop alive: the user waits for the prompt. The timer is unreferenced, so
// it does not delay the exit itself.
const GRACE_MS = 1000;
setTimeout(() => process.exit(), GRACE_MS).unref();

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
