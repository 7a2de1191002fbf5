/** Creates a new terminal: its pty, its first state and its record. */

import { basename } from 'node:path';
import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { holderId } from '../clients/claims.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { RemotePty } from '../pty/remote-pty.ts';
import { cleanName, type Launch, NO_SHELL, type Opened, openTerminal, refuseSize } from './open-terminal.ts';
import { agentOf, type Origin } from './origin.ts';
import { processOf, recordedFacts, withRestoredContent } from './restored-terminal.ts';

import { runningState } from './running-state.ts';

type Wanted = {
  readonly params: CreateTerminalParams;
  readonly create: CreateMeta;
  readonly origin: Origin;
  /** The record of the terminal to restore. */
  readonly recovered: Recovered | undefined;
};

type Means = Omit<Launch, 'nonce' | 'agent' | 'root'> & { readonly nonce: () => string };

export type NewTerminal = Extract<Opened, { readonly ok: true }> & {
  readonly nonce: string;
  readonly recorded: TerminalFacts;
};

/** Starts the pty, or waits for the client that runs it; returns why that cannot be done. */
export function newTerminal(
  { params, create, origin, recovered }: Wanted,
  means: Means,
): NewTerminal | Exclude<Opened, { readonly ok: true }> {
  const isRemote = params.executionTarget === 'client';
  const nonce = (isRemote ? create.nonce : undefined) ?? means.nonce();
  const launch: Launch = { ...means, nonce, agent: agentOf(origin), root: origin.root };
  const opened = isRemote ? openRemote(params, create) : openTerminal(params, create, launch);
  if (!opened.ok) return opened;
  const { pty, shell } = opened;
  const state = withRestoredContent(opened.state, recovered);
  const name = cleanName(params.name);
  const { terminal: naming } = recovered ?? { terminal: { name, named: name !== '', earlier: [] } };
  const { named, earlier } = naming;
  const kept = earlier === undefined ? {} : { earlier };
  const known = { ...origin, uri: params.channel, shell, name: naming.name, named, ...kept };
  const place = recovered?.terminal.place;
  const recorded = {
    ...recordedFacts(state, create, known),
    ...processOf(pty),
    ...(pty.master === undefined ? {} : { held: { path: pty.master.path, nonce } }),
    ...(place && { place }),
  };
  return { ...opened, state, nonce, recorded };
}

/** Opens a terminal whose pty runs at the client that asks for it: nothing is started here. */
function openRemote(params: CreateTerminalParams, create: CreateMeta): Opened {
  const { cols = DEFAULT_COLS, rows = DEFAULT_ROWS, claim, cwd } = params;
  const refused = refuseSize(cols, rows);
  if (refused !== undefined) return refused;
  const remote = new RemotePty(holderId(claim));
  const shell = cleanName(basename(create.command?.[0] ?? create.shell ?? '')) || 'shell';
  const state: TerminalState = {
    // The folder is one of the owner's machine, which is only shown.
    ...runningState({ cwd, cols, rows, claim }),
    executionTarget: 'client',
  };
  const integrationOff = offReason(create, shell);
  return { ok: true, pty: remote, remote, state, shell, integrationOff, size: { cols, rows } };
}

function offReason({ command, nonce }: CreateMeta, shell: string): string | undefined {
  if (command !== undefined) return NO_SHELL;
  return nonce === undefined
    ? `Commands are not detected: this ${shell} has no shell integration`
    : undefined;
}
