/** What a new terminal begins with: its pty, its first state, and what is recorded of it. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import type { CreateMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import { openRemote } from './open-remote.ts';
import { cleanName, type Launch, type Opened, openTerminal } from './open-terminal.ts';
import { agentOf, type Origin } from './origin.ts';
import { processOf, recordedFacts, withRestoredContent } from './restored-terminal.ts';

type Wanted = {
  readonly params: CreateTerminalParams;
  readonly create: CreateMeta;
  readonly origin: Origin;
  /** The record of the terminal that is brought back. */
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
  const known = { ...origin, uri: params.channel, shell, named: cleanName(params.name) !== '' };
  const place = recovered?.terminal.place;
  const recorded = {
    ...recordedFacts(state, create, known),
    ...processOf(pty),
    ...(pty.master === undefined ? {} : { held: { path: pty.master.path, nonce } }),
    ...(place && { place }),
  };
  return { ...opened, state, nonce, recorded };
}
