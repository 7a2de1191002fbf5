/** Opens a terminal whose pty runs at the client that asks for it: nothing is started here. */

import { basename } from 'node:path';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../ground/screen-size.ts';
import { holderId } from '../people/claims.ts';
import { RemotePty } from '../pty/remote-pty.ts';
import { cleanName, NO_SHELL, type Opened, refuseSize } from './open-terminal.ts';
import { runningState } from './running-state.ts';

export function openRemote(params: CreateTerminalParams, create: CreateMeta): Opened {
  const { cols = DEFAULT_COLS, rows = DEFAULT_ROWS, claim, cwd } = params;
  const refused = refuseSize(cols, rows);
  if (refused !== undefined) return refused;
  const remote = new RemotePty(holderId(claim));
  const shell = cleanName(basename(create.command?.[0] ?? create.shell ?? '')) || 'shell';
  const title = cleanName(params.name) || shell;
  const state: TerminalState = {
    // The folder is one of the owner's machine, which is only shown.
    ...runningState({ title, cwd, cols, rows, claim }),
    executionTarget: 'client',
  };
  const integrationOff = offReason(create, shell);
  return { ok: true, pty: remote, remote, state, shell, integrationOff, size: { cols, rows } };
}

function offReason({ command, nonce }: CreateMeta, shell: string): string | undefined {
  if (command !== undefined) return NO_SHELL;
  return nonce === undefined ? `Commands are not detected: this ${shell} does not mark them` : undefined;
}
