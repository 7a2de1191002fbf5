/** Refuses an allowed action that cannot be done now, because too much input or output waits already. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { RemotePty } from '../pty/remote-pty.ts';

export function inputRefusal(
  action: TerminalAction,
  pty: Pick<Pty, 'room'>,
  remote: Pick<RemotePty, 'hasRoomFor'> | undefined,
): string | undefined {
  if (action.type === 'terminal/input' && Buffer.byteLength(action.data) > pty.room) {
    return 'the program does not read its input: too much is waiting for it';
  }
  if (action.type === 'terminal/output' && remote?.hasRoomFor(action.data) === false) {
    return 'the viewers do not read: too much output is waiting for them';
  }
  return undefined;
}
