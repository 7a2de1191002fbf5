/** Effects carried out — the one place where this window acts on the host and on the machine. */

import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { terminalUri } from '../../protocol/common/uri.ts';
import type { TakeOverMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { Message } from '../model/message.ts';
import type { Effect } from '../model/step.ts';
import type { Size } from '../model/window-layout.ts';
import type { Notice } from '../outer/send/notice-bytes.ts';
import { readAgents } from './connected-agents.ts';
import { readWakes, watchAll } from './feed-watch.ts';

/** Characters of one `terminal/input`; longer pastes go as several, in order (the host takes 1 MiB at most). */
const INPUT_CHARS = 64 * 1024;

export type World = {
  readonly client: Client;
  /** The size a terminal held by this window should have. */
  readonly paneSize: () => Size;
  readonly tell: (message: Message) => void;
  readonly look: (uri: string) => void;
  readonly copy: (text: string) => Promise<string>;
  readonly page: (text: string) => Promise<void>;
  readonly notify: (notices: readonly Notice[]) => void;
  readonly suspend: () => void;
  readonly redraw: () => void;
  readonly sendColors: () => void;
};

export function perform(world: World, effect: Effect): void {
  const { client, tell } = world;
  const say = (what: string) => (error: unknown) => tell({ kind: 'failed', what, error });
  switch (effect.kind) {
    case 'input':
      for (const data of pieces(effect.data)) client.dispatch(effect.uri, { type: 'terminal/input', data });
      return;
    case 'claim':
      client.dispatch(effect.uri, claimAction(client.clientId, effect.takeOverFrom));
      return;
    case 'handOver':
      client.dispatch(effect.uri, { type: 'terminal/claimed', claim: effect.to });
      return;
    case 'fit':
      askForSize(world, effect.uri);
      return;
    case 'create':
      create(world, effect.name, effect.cwd);
      return;
    case 'park':
      park(client, effect.uri).catch(say('close the tab'));
      return;
    case 'restore':
      client.cotty.restore(effect.uri).catch(say('bring the tab back'));
      return;
    case 'rename':
      client.dispatch(effect.uri, { type: 'terminal/titleChanged', title: effect.title });
      return;
    case 'look':
      world.look(effect.uri);
      return;
    case 'copy':
      world
        .copy(effect.text)
        .then((route) => tell({ kind: 'copied', what: effect.what, route }), say('copy'));
      return;
    case 'page':
      world.page(effect.text).catch(say('open the pager'));
      return;
    case 'watchAll':
      void watchAll(client, tell);
      return;
    case 'readWakes':
      void readWakes(client, tell);
      return;
    case 'ackWakes':
      // Not heard: they are told again next time.
      client.cotty.wakes({ ack: effect.n }).catch(() => {});
      return;
    case 'readAgents':
      void readAgents(client, tell);
      return;
    case 'end':
      client.disposeTerminal(effect.uri).catch(say('end a terminal'));
      return;
    case 'notify':
      world.notify(effect.notices);
      return;
    case 'run':
      tell({ kind: 'command', command: effect.command });
      return;
    case 'colors':
      world.sendColors();
      return;
    case 'suspend':
      world.suspend();
      return;
    case 'redraw':
      world.redraw();
  }
}

/** Hosts that do not know how to keep a closed terminal for a while end it at once. */
async function park(client: Client, uri: string): Promise<void> {
  try {
    await client.cotty.park(uri);
  } catch (error) {
    const unknown = error instanceof Error && 'code' in error && error.code === ErrorCode.MethodNotFound;
    if (!unknown) throw error;
    await client.disposeTerminal(uri);
  }
}

/** Asks for the pane's size, unless the terminal already has it: an echo of our own would loop. */
function askForSize({ client, paneSize }: World, uri: string): void {
  const { cols, rows } = paneSize();
  const state = client.terminal(uri)?.state;
  if (state?.cols === cols && state.rows === rows) return;
  client.dispatch(uri, { type: 'terminal/resized', cols, rows });
}

function create({ client, paneSize, tell }: World, name: string, cwd: string | undefined): void {
  const channel = terminalUri(randomUUID());
  const { cols, rows } = paneSize();
  const claim = { kind: 'client', clientId: client.clientId } as const;
  tell({ kind: 'awaiting', uri: channel });
  client
    .createTerminal({ channel, claim, name, cols, rows, ...(cwd === undefined ? {} : { cwd }) })
    .catch((error: unknown) => tell({ kind: 'failed', what: `open ${name}`, error }));
}

function claimAction(clientId: string, takeOverFrom: string | undefined): TerminalAction {
  const claim = { kind: 'client', clientId } as const;
  const meta: TakeOverMeta | undefined = takeOverFrom === undefined ? undefined : { takeOverFrom };
  return { type: 'terminal/claimed', claim, ...(meta === undefined ? {} : { _meta: { [META_KEY]: meta } }) };
}

/** Cut between code points: half a surrogate pair is refused by strict hosts. */
function* pieces(data: string): Generator<string> {
  let from = 0;
  while (from < data.length) {
    let to = Math.min(data.length, from + INPUT_CHARS);
    const last = data.charCodeAt(to - 1);
    if (to < data.length && last >= 0xd800 && last <= 0xdbff) to--;
    yield data.slice(from, to);
    from = to;
  }
}
