/** A finding about the web door of this user's host: whether it is open, what keeps it from that, and who can reach it. */

import { reachWarning } from '../../host/door/tcp-port.ts';
import type { WebStatus } from '../../protocol/cotty/web.ts';
import { counted } from '../host/host-status.ts';
import type { Finding } from './finding.ts';

const ID = 'web-door';

export function webFinding(status: WebStatus): Finding {
  const { open, address = '', beyondLoopback, waits, noPage, sessions } = status;
  if (noPage !== undefined) return { id: ID, status: 'no', text: `web door: ${noPage}` };
  if (!open) return { id: ID, status: 'info', text: 'web door: closed; `cotty web` opens it' };
  if (waits !== undefined) return { id: ID, status: 'no', text: `web door: ${waits}` };
  const finding: Finding = {
    id: ID,
    status: 'yes',
    text: `web door: open at ${address}, ${counted(sessions, 'session')}`,
  };
  return beyondLoopback === true
    ? { ...finding, hint: reachWarning(address, 'a link', address.startsWith('https:')) }
    : finding;
}
