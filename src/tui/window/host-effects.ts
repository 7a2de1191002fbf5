/** Effects on the host: claims, sizes, terminals that open and close, notifications and the list of agents. */

import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import type { Size } from '../../client/panes/pane-tree.ts';
import type { Joining } from '../../client/panes/split.ts';
import { readWakes } from '../../client/read-wakes.ts';
import { ErrorCode, isRefusal, isUnknownMethod } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { ROOT_URI, terminalUri } from '../../protocol/common/uri.ts';
import type { Message } from '../model/message.ts';
import type { Effect } from '../model/step.ts';

type Notify = (message: Message) => void;

export type NewTerminal = {
  /** Without one the host names it after its folder. */
  readonly name?: string;
  readonly cwd?: string;
  readonly size: Size;
  /** Path or name of the shell; empty for the login shell. */
  readonly shell: string;
  /** Where it gets its pane, if it is opened beside another terminal. */
  readonly joining?: Joining | undefined;
  readonly machine?: string;
};

/** Resolves when the terminal exists; to false when the window has got the reason why not. */
export function create(
  client: Client,
  notify: Notify,
  { name, cwd, size, shell, joining, machine }: NewTerminal,
): Promise<boolean> {
  const channel = terminalUri(randomUUID());
  const claim = { kind: 'client', clientId: client.clientId } as const;
  notify({ kind: 'awaiting', uri: channel, joining });
  return client
    .createTerminal({
      channel,
      claim,
      ...(name === undefined ? {} : { name }),
      ...size,
      ...(cwd === undefined ? {} : { cwd }),
      _meta: {
        [META_KEY]: {
          cwdIsDefault: true,
          ...(shell === '' ? {} : { shell }),
          ...(machine === undefined ? {} : { machine }),
        },
      },
    })
    .then(
      () => true,
      (error: unknown) => {
        notify({ kind: 'failed', what: `open ${name ?? 'a terminal'}`, error, awaited: channel });
        return false;
      },
    );
}

/** Asks for a notification whenever a command ends. The host keeps the watch and the notifications while no window is open. */
export async function watchAll(client: Client, notify: Notify): Promise<void> {
  try {
    await client.cotty.watch(ROOT_URI);
  } catch (error) {
    notify({ kind: 'feedOff', reason: noWakes(error) });
    return;
  }
  await readFeed(client, notify);
}

export async function readFeed(client: Client, notify: Notify): Promise<void> {
  try {
    notify({ kind: 'wakes', result: await readWakes(client) });
  } catch (error) {
    notify({ kind: 'feedOff', reason: noWakes(error) });
  }
}

/** Tells the window about notifications as they come, until the signal is aborted. */
export function hearWakes(client: Client, notify: Notify, signal: AbortSignal): void {
  const stop = client.onWake((wake) => notify({ kind: 'woken', wake }));
  signal.addEventListener('abort', stop, { once: true });
}

const NO_AGENTS = 'This host does not report which agents are connected.';

export async function readAgents(client: Client, notify: Notify): Promise<void> {
  try {
    const { agents: list } = await client.cotty.status();
    notify({ kind: 'agents', agents: list ? { kind: 'known', list } : { kind: 'off', reason: NO_AGENTS } });
  } catch (error) {
    const reason = isUnknownMethod(error) ? NO_AGENTS : textOf(error);
    notify({ kind: 'agents', agents: { kind: 'off', reason } });
  }
}

/** Asks what a program asks. */
export async function askQuestion(client: Client, uri: string, notify: Notify): Promise<void> {
  try {
    const question = (await client.cotty.question(uri)) ?? undefined;
    notify({ kind: 'question', uri, question });
  } catch (error) {
    notify({ kind: 'question', uri, refused: noAnswers(error) });
  }
}

export async function sendAnswer(
  client: Client,
  { uri, print, answer }: Extract<Effect, { kind: 'answer' }>,
  notify: Notify,
): Promise<void> {
  try {
    await client.cotty.answer(uri, { print, ...answer });
    notify({ kind: 'answered', uri });
  } catch (error) {
    notify({ kind: 'answered', uri, refused: noAnswers(error) });
  }
}

function noAnswers(error: unknown): string {
  return isUnknownMethod(error) ? 'this host takes no answers from here: go to the terminal' : textOf(error);
}

function noWakes(error: unknown): string {
  if (!isUnknownMethod(error)) return textOf(error);
  return 'This host does not report commands that ended: it is another program, or an older cotty.';
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Effects on the host's list: terminals are closed, brought back and moved. */

/** Parks a closed terminal; ends it at once if the host cannot park. Does nothing if it is gone already. */
export async function park(client: Client, uri: string): Promise<void> {
  try {
    await client.cotty.park(uri);
  } catch (error) {
    // `cotty kill` or another window has ended it while this window saw its shell end.
    if (isRefusal(error) && error.code === ErrorCode.NotFound) return;
    if (!isUnknownMethod(error)) throw error;
    await client.disposeTerminal(uri);
  }
}

/** Asks the host what closing the terminal would end. If the host has no such request, the answer is: nothing. */
export async function askWork(
  client: Client,
  notify: Notify,
  { uri, asked }: { readonly uri: string; readonly asked: boolean },
): Promise<void> {
  try {
    notify({ kind: 'work', uri, asked, work: await client.cotty.work(uri) });
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    notify({ kind: 'work', uri, asked, work: { running: null, jobs: [] } });
  }
}

/** Restores the terminal that was closed last and brings it to the front; resolves to false when there is none, or it cannot. */
export async function undoClose(client: Client, notify: Notify): Promise<boolean> {
  const [last] = await client.cotty.closed();
  if (last !== undefined) {
    const { resource: awaited } = last;
    notify({ kind: 'awaiting', uri: awaited });
    try {
      await client.cotty.restore(awaited);
    } catch (error) {
      notify({ kind: 'failed', what: 'bring the tab back', error, awaited });
      return false;
    }
  }
  notify({ kind: 'restored', uri: last?.resource, title: last?.title });
  return last !== undefined;
}

/** Moves a tab for all windows; a host of another kind keeps its own order. */
export async function moveTab(client: Client, uri: string, before: string | undefined): Promise<void> {
  try {
    await client.cotty.move(uri, before);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    throw new Error('this host has no order of tabs: it is another program, or an older cotty', {
      cause: error,
    });
  }
}
