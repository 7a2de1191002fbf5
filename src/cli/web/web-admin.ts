/** `cotty web status`, `stop` and `revoke ID`. */

import type { WebStatus } from '../../protocol/cotty/web.ts';
import type { Io } from '../common/io.ts';
import { say, sayJson } from '../common/print.ts';
import { counted } from '../host/host-status.ts';
import { forgetLinkPage } from './link-page.ts';
import { withOwnHost } from './own-client.ts';

export function webStatus(json: boolean, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const status = await web.status();
    if (json) sayJson(io, status, 2);
    else say(io, describe(status));
  });
}

function describe({ open, address, waits, noPage, links, sessions, connections }: WebStatus): string {
  const server = open ? (waits ?? `open at ${address}`) : 'closed; `cotty web` opens it';
  const lines = [
    ['web server', server],
    ...(noPage === undefined ? [] : [['page', noPage]]),
    ['links', `${counted(links, 'link')} not used yet`],
    ['sessions', `${counted(sessions, 'session')}, ${counted(connections, 'connection')}`],
  ];
  return lines.map(([name = '', value]) => `${name.padEnd(12)}${value}\n`).join('');
}

/** Stops the web server. Sessions are kept in case it is started again; `revoke --all` ends them. */
export function webStop(json: boolean, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const { open: wasOpen, address, sessions } = await web.status();
    await web.close();
    forgetLinkPage(io.env);
    if (json) sayJson(io, { wasOpen, sessions });
    else if (wasOpen) say(io, `closed the web server at ${address}${kept(sessions)}\n`);
    else say(io, `the web server is closed already${kept(sessions)}\n`);
  });
}

function kept(sessions: number): string {
  if (sessions === 0) return '';
  return `; ${counted(sessions, 'session')} can come back when it is opened again, unless you end them: cotty web revoke --all`;
}

export function webRevoke(id: string | undefined, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const revoked = await web.revoke(id);
    say(io, `ended ${id ?? counted(revoked.length, 'link or session')}\n`);
  });
}
