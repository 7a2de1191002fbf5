/** Serves MCP on this process's stdin and stdout until the client closes them. */

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ServerOptions, TerminalServer } from './server.ts';

export async function serveStdio(options: ServerOptions): Promise<void> {
  const server = new TerminalServer(options);
  const ended = new Promise<void>((resolve) => {
    // StdioServerTransport does not notice the end of stdin.
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
