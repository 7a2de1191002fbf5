/** Entry point: passes the arguments and streams of this process to `runCli`, and sets the exit code it returns. */

import { runCli } from './run.ts';

/** Ignores EPIPE: a reader that went away (`cotty ls | head -1`) is not worth a stack trace. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// `ps` then shows `cotty` instead of `node`.
process.title = 'cotty';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});

// Wait until the reader of a pipe has taken all output.
await new Promise((resolve) => process.stdout.write('', resolve));

// Exit even if something still keeps the event loop alive: the user waits for the prompt. The timer is unreferenced, so
// it does not delay the exit itself.
const GRACE_MS = 1000;
setTimeout(() => process.exit(), GRACE_MS).unref();
