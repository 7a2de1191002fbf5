/** Why a pty cannot do an allowed action now. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { Pty } from './pty-port.ts';
import type { RemotePty } from './remote-pty.ts';

/** Returns the reason, or undefined when it can; `remote` is the pty when it runs at a client. */
export function ptyRefusal(
  action: TerminalAction,
  pty: Pty,
  remote: RemotePty | undefined,
): string | undefined {
  if (action.type === 'terminal/input' && Buffer.byteLength(action.data) > pty.room)
    return 'the program does not read its input: too much is waiting for it';
  if (action.type === 'terminal/output' && remote?.hasRoomFor(action.data) === false)
    return 'the viewers do not read: too much output is waiting for them';
  return undefined;
}
