/** Connects to this user's own host, or the one that is named, for an action on its web server or its notices, and prints a refusal as a message. */

import type { Client } from '../../client/client.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import type { HostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refusalOf } from '../connect/refusal.ts';

export function withOwnHost(
  host: HostFlags & { readonly start: boolean },
  io: Io,
  act: (client: Client) => Promise<void>,
): Promise<number> {
  return withClient(host, io, async (client) => {
    try {
      await act(client);
      return ExitCode.ok;
    } catch (error) {
      const { code, message } = refusalOf(error);
      complain(io, message);
      // The other exit codes are about terminals.
      return code === ExitCode.lost ? code : ExitCode.failure;
    }
  });
}
