/** A connection to this user's own host, for what steers the web door; a refusal is told as a message. */

import type { Client } from '../../client/client.ts';
import { withClient } from '../connect/open-client.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { complain } from '../ground/print.ts';

export function withOwnHost(start: boolean, io: Io, act: (client: Client) => Promise<void>): Promise<number> {
  return withClient({ start }, io, async (client) => {
    try {
      await act(client);
      return ExitCode.ok;
    } catch (error) {
      complain(io, error instanceof Error ? error.message : String(error));
      return ExitCode.failure;
    }
  });
}
