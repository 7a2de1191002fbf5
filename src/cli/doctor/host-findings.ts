/** Findings about this user's host: its socket, whether it runs, and shells that do not report their commands. */

import type { Client } from '../../client/client.ts';
import { reachWarning } from '../../host/listener/tcp-port.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { WebStatus } from '../../protocol/cotty/web.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { openClient } from '../connect/open-client.ts';
import { runningHost } from '../connect/running-host.ts';
import { counted } from '../host/host-status.ts';
import type { Finding } from './finding.ts';

export async function hostFindings(io: Io, now: number): Promise<Finding[]> {
  const paths = hostPaths(io.env);
  if (!paths.ok) return [{ id: 'socket-folder', status: 'bad', text: paths.error }];
  const socket = await runningHost(paths.socket, io.env);
  const folder: Finding = { id: 'socket-folder', status: 'yes', text: `socket: ${socket ?? paths.socket}` };
  if (socket === undefined) {
    return [folder, { id: 'host', status: 'info', text: 'no host is running; `cotty` starts one' }];
  }
  const opened = await openClient({ start: false }, io);
  if (!opened.ok)
    return [
      folder,
      {
        id: 'host',
        status: 'bad',
        text: 'a host listens on this socket, but does not answer',
        hint: `Its log: ${paths.log}`,
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
  const age = longDuration(now - startedAt);
  const text = `cotty host ${version}, process ${pid}, running for ${age}, ${counted(terminals, 'terminal')}`;
  const own = readVersion();
  const running: Finding =
    version === own
      ? { id: 'host', status: 'yes', text }
      : {
          id: 'host',
          status: 'no',
          text: `${text}; this program is cotty ${own}`,
          hint: 'To use this version, end that host and its terminals: cotty host stop',
        };
  const hooks = (client.root.state.terminals ?? []).flatMap(hookFinding);
  return [running, ...(await webFindings(client)), ...hooks];
}

/** A host of another version may have no web server. */
async function webFindings({ cotty }: Client): Promise<Finding[]> {
  try {
    return [webFinding(await cotty.web.status())];
  } catch {
    return [];
  }
}

/** A finding for a terminal whose shell does not report its commands; none for other terminals. */
function hookFinding({ title, resource, _meta }: TerminalInfo): Finding[] {
  const { integration } = cottyMeta<TerminalMeta>(_meta);
  if (typeof integration !== 'object') return [];
  const name = printable(title) || resource;
  return [
    {
      id: 'terminal-hook',
      status: 'no',
      text: `terminal "${name}": ${integration.off}`,
    },
  ];
}

const ID = 'web-door';

export function webFinding(status: WebStatus): Finding {
  const { open, address = '', beyondLoopback, waits, noPage, sessions } = status;
  if (noPage !== undefined) return { id: ID, status: 'no', text: `web server: ${noPage}` };
  if (!open) return { id: ID, status: 'info', text: 'web server: closed; `cotty web` opens it' };
  if (waits !== undefined) return { id: ID, status: 'no', text: `web server: ${waits}` };
  const finding: Finding = {
    id: ID,
    status: 'yes',
    text: `web server: open at ${address}, ${counted(sessions, 'session')}`,
  };
  return beyondLoopback === true
    ? { ...finding, hint: reachWarning(address, 'a link', address.startsWith('https:')) }
    : finding;
}
