/** The program's first module: this process's streams and arguments into `runCli`, its answer into the exit code. */

import { runCli } from './run.ts';

/** A reader that went away (`cotty ls | head -1`) is no failure worth a stack. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

// In a list of processes `cotty` says more than `node`.
process.title = 'cotty';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});

// What a slow reader of a pipe has not taken yet is still to be written.
await new Promise((resolve) => process.stdout.write('', resolve));

// Whatever still holds the event loop must not hold the user's prompt. Unreferenced: it costs nothing when nothing does.
const GRACE_MS = 1000;
setTimeout(() => process.exit(), GRACE_MS).unref();
