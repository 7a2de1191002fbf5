/** Findings about this user's host: whether it answers, its version, and shells that do not report their commands. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { openClient } from '../connect/open-client.ts';
import { runningHost } from '../connect/running-host.ts';
import type { Finding } from './finding.ts';

export async function hostFindings(io: Io): Promise<readonly Finding[]> {
  const paths = hostPaths(io.env);
  if (!paths.ok) return [{ id: 'socket-folder', status: 'bad', text: paths.error }];
  const socket = await runningHost(paths.socket, io.env);
  if (socket === undefined) return [];
  const opened = await openClient({ start: false }, io);
  if (!opened.ok)
    return [
      {
        id: 'host',
        status: 'bad',
        text: `a host listens at ${socket}, but does not answer`,
        hint: `Its log: ${paths.log}`,
      },
    ];
  const { client } = opened;
  try {
    const { version, pid } = await client.cotty.status();
    const shells = (client.root.state.terminals ?? []).flatMap(shellFinding);
    const own = readVersion();
    if (version === own) return shells;
    const text = `the host (process ${pid}) is cotty ${version}, this program is cotty ${own}`;
    return [{ id: 'host', status: 'no', text, hint: 'To use this version: cotty host restart' }, ...shells];
  } finally {
    client.close();
  }
}

/** A finding for a terminal whose shell does not report its commands; none for other terminals. */
function shellFinding({ title, resource, _meta }: TerminalInfo): readonly Finding[] {
  const { integration } = cottyMeta<TerminalMeta>(_meta);
  if (typeof integration !== 'object') return [];
  const text = `terminal "${printable(title) || resource}": ${integration.off}`;
  return [{ id: 'terminal-hook', status: 'no', text }];
}
