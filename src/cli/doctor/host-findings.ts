/** Findings about this user's host: its folder, whether it runs, and what it knows of its shells. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { acceptsConnections } from '../connect/find-host.ts';
import { hostPlace } from '../connect/host-place.ts';
import { openClient } from '../connect/open-client.ts';
import { readVersion } from '../ground/installation.ts';
import type { Io } from '../ground/io.ts';
import { printable } from '../ground/plain-text.ts';
import { counted, duration } from '../host/host-status.ts';
import type { Finding } from './finding.ts';

export async function hostFindings(io: Io, now: number): Promise<Finding[]> {
  const place = hostPlace(io.env);
  if (!place.ok) return [{ id: 'socket-folder', status: 'bad', text: place.error }];
  const folder: Finding = { id: 'socket-folder', status: 'yes', text: `socket: ${place.socket}` };
  if (!(await acceptsConnections(place.socket))) {
    return [folder, { id: 'host', status: 'info', text: 'no host is running; `cotty` starts one' }];
  }
  const opened = await openClient({ start: false }, io);
  if (!opened.ok)
    return [
      folder,
      {
        id: 'host',
        status: 'bad',
        text: 'a host listens, but does not answer',
        hint: `Its log: ${place.log}`,
      },
    ];
  try {
    return [folder, ...(await runningFindings(opened.client, now))];
  } finally {
    opened.client.close();
  }
}

async function runningFindings(client: Client, now: number): Promise<Finding[]> {
  const { pid, version, startedAt, terminals } = await client.cotty.status();
  const text = `host cotty ${version}, process ${pid}, for ${duration(now - startedAt)}, ${counted(terminals, 'terminal')}`;
  const own = readVersion();
  const running: Finding =
    version === own
      ? { id: 'host', status: 'yes', text }
      : {
          id: 'host',
          status: 'no',
          text: `${text}; this is cotty ${own}`,
          hint: 'When its terminals may end: cotty host stop',
        };
  return [running, ...(client.root.state.terminals ?? []).flatMap(hookFinding)];
}

/** Only terminals whose shell does not report its commands: the others are as they should be. */
function hookFinding({ title, resource, _meta }: TerminalInfo): Finding[] {
  const { integration } = cottyMeta<TerminalMeta>(_meta);
  if (typeof integration !== 'object') return [];
  const name = printable(title) || resource;
  return [
    {
      id: 'terminal-hook',
      status: 'no',
      text: `terminal "${name}": commands are not detected: ${integration.off}`,
    },
  ];
}
