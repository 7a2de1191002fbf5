/** Opens the window on a connected client and returns its exit code; loads Ink and all the rest only now. */

import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { writerOf } from '../connect/open-client.ts';
import { ExitCode } from '../ground/exit-code.ts';
import { complain, type Io } from '../ground/io.ts';
import { readConfig } from '../settings/read-config.ts';

const load = () => import('../../tui/window/start.ts');

/** Starts loading while the host is looked for: both take their time. */
export function preloadWindow(): void {
  load().catch(() => {
    // Said by showWindow, which loads it again.
  });
}

export type WindowOptions = {
  readonly client: Client;
  /** URI of the terminal to begin with. */
  readonly show?: string;
  /** Path of `--config`. */
  readonly config: string | undefined;
  /** What leads another program to that host; none for the person's own. */
  readonly hostArgs: readonly string[] | 'unreachable';
};

export async function showWindow(
  { client, show, config: asked, hostArgs }: WindowOptions,
  io: Io,
): Promise<number> {
  try {
    const read = readConfig(asked, io.env);
    if (!read.ok) {
      complain(io, read.error);
      return ExitCode.usage;
    }
    const { startTui } = await load();
    return await startTui({
      client,
      writer: writerOf(io.env),
      // The window owns the terminal of this process itself.
      stdin: process.stdin,
      stdout: process.stdout,
      env: io.env,
      config: read.config,
      show,
      cwd: pathToFileURL(io.cwd).href,
      hostArgs,
    });
  } finally {
    client.close();
  }
}
