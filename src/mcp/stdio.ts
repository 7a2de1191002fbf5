/** Serves MCP on this process's stdin and stdout until the client closes them. */

import { LineTransport } from './line-transport.ts';
import { type ServerOptions, TerminalServer } from './server.ts';
import { AnsweringTransport } from './unanswered.ts';

/** Milliseconds for which requests are still answered after the end of stdin: a script may close it and read the answers. */
const ANSWERING_MS = 30_000;

export async function serveStdio(options: ServerOptions): Promise<void> {
  const server = new TerminalServer(options);
  const transport = new AnsweringTransport(new LineTransport(process.stdin, process.stdout));
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    // The client no longer reads.
    process.stdout.once('error', () => resolve());
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
  });
  await server.connect(transport);
  await Promise.race([stopped, ended.then(() => transport.settled(ANSWERING_MS))]);
  await server.close();
}
