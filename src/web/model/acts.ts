/** Actions on terminals: create, close, rename, take over and hand back. */

import { askerOf, canEnd, inBackground } from '../../client/claims.ts';
import { heldBy, lossesIn, workIn } from '../../client/closing.ts';
import { holderOf, isOwn, refusedAtOwner } from '../../client/holder.ts';
import { isUnknownMethod } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { agentSession, handleOfSession, terminalUri } from '../../protocol/common/uri.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { randomId } from '../connect/random-id.ts';
import type { Page } from './page.ts';
import type { Dialog, Kept } from './subject.ts';

/** Time for which a closed terminal can be brought back by the message about it, in milliseconds. */
const UNDO_MS = 20_000;

/** Takes a terminal over from its holder, then sends the input that was typed for it. */
export function takeOver(page: Page, uri: string, kept: Kept): void {
  const info = page.info(uri);
  if (info === undefined) return;
  const holder = holderOf(info, page.me);
  if (holder.kind === 'owner' || holder.kind === 'me') return;
  page.takenFrom.set(uri, info.claim);
  page.takeSized(uri, holder.id);
  if (kept === undefined) return;
  if (page.send(uri, kept.data, kept.bytes)) kept.onSent();
}

/** Hands a terminal to the agent that asks for it, else to the one it was taken from. */
export function handOver(page: Page, uri: string): void {
  const info = page.info(uri);
  if (info === undefined) return;
  const asker = askerOf(info);
  const from = page.takenFrom.get(uri);
  const holder = holderOf(info, page.me);
  if (!isOwn(holder)) return;
  if (holder.kind === 'mine') page.claim(uri, holder.id);
  const to = asker === undefined ? from : ({ kind: 'session', session: agentSession(asker) } as const);
  if (to?.kind !== 'session') {
    page.messages.say('No agent asks for this terminal, and none had it before.');
    return;
  }
  page.client.dispatch(uri, { type: 'terminal/claimed', claim: inBackground(to) });
  page.messages.say(`Handed over to @${handleOfSession(to.session)}.`);
}

/** Tells the agent that asks: not now. A claim that changes nothing ends the question at the host. */
export function decline(page: Page, uri: string): void {
  const info = page.info(uri);
  const asker = info && askerOf(info);
  if (asker === undefined) return;
  page.takenFrom.set(uri, { kind: 'session', session: agentSession(asker) });
  page.claim(uri, undefined);
  page.messages.say(`@${asker} was answered: not now.`);
}

export type NewTerminal = {
  readonly name: string;
  readonly cwd: string;
  /** Whether `cwd` is the offered folder, unchanged. */
  readonly cwdIsDefault: boolean;
  readonly purpose: string;
};

/** Opens a terminal and brings it to the front; `place` puts it where it belongs before it is seen. */
export async function create(
  page: Page,
  { name, cwd, cwdIsDefault, purpose }: NewTerminal,
  place: (uri: string) => void = () => {},
): Promise<void> {
  const uri = terminalUri(randomId());
  const folder = cwd === '' ? undefined : folderUri(cwd, page.home);
  await page.client.createTerminal({
    channel: uri,
    claim: { kind: 'client', clientId: page.me.clientId },
    ...(name !== '' && { name }),
    ...page.front.value?.screen.fitted,
    ...(folder !== undefined && { cwd: folder }),
    _meta: { [META_KEY]: { cwdIsDefault, ...(purpose !== '' && { purpose }) } },
  });
  place(uri);
  page.go({ kind: 'terminal', uri });
}

/**
 * Closes a terminal, which can be brought back for a while: asks first when something runs there or somebody else holds it. To
 * kill one for good, it always asks.
 */
export async function askToEnd(page: Page, uri: string, kind: 'close' | 'kill'): Promise<void> {
  const info = page.info(uri);
  const holder = info && holderOf(info, page.me);
  if (info?.lifecycle.status !== 'exited' && holder?.kind === 'owner') {
    page.messages.say(refusedAtOwner(holder, 'end it'), { kind: 'bad' });
    return;
  }
  const work = await page.client.cotty.work(uri).catch(orNothing);
  const reasons = [...(info === undefined ? [] : heldBy(info, page.me)), ...workIn(work)];
  if (kind === 'close' && reasons.length === 0) await close(page, uri);
  else ask(page, { kind, uri, reasons });
}

/** Closes terminals that are side by side; asks once when commands run there or somebody else holds one. */
export function closeGroup(page: Page, uris: readonly string[]): void {
  const tabs = page.terminals.peek().filter((info) => uris.includes(info.resource) && canEnd(info, page.me));
  const closing = tabs.map(({ resource }) => resource);
  const reasons = lossesIn(tabs, page.me);
  if (reasons.length > 0) page.dialog.value = { kind: 'closeGroup', uris: closing, reasons };
  else for (const uri of closing) page.messages.watch(close(page, uri));
}

/** Opens a dialog about a terminal, unless that is gone by now, or something else is being answered. */
function ask(page: Page, dialog: Extract<Dialog, { readonly uri: string }>): void {
  if (page.info(dialog.uri) === undefined) return;
  if (page.dialog.peek() === undefined) page.dialog.value = dialog;
  else
    page.messages.say(`${nameAt(page, dialog.uri)} stays as it is: another question is open.`, {
      kind: 'bad',
    });
}

export async function close(page: Page, uri: string): Promise<void> {
  const title = nameAt(page, uri);
  try {
    await page.client.cotty.park(uri);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    // A host that cannot keep it for a while ends it.
    await page.client.disposeTerminal(uri);
    return;
  }
  const run = () => page.messages.watch(restore(page, uri));
  page.messages.say(`Closed ${title}.`, { ms: UNDO_MS, act: { label: 'Undo', run } });
}

async function restore(page: Page, uri: string): Promise<void> {
  await page.client.cotty.restore(uri);
  page.go({ kind: 'terminal', uri });
}

export async function kill(page: Page, uri: string): Promise<void> {
  const title = nameAt(page, uri);
  await page.client.disposeTerminal(uri);
  page.messages.say(`Killed ${title}.`);
}

/** Returns the name that the list shows. */
export function nameAt(page: Page, uri: string): string {
  return page.rows.peek().find((row) => row.uri === uri)?.title ?? 'the terminal';
}

/** Ends every terminal that can be ended from here; nothing brings them back. */
export async function endAll(page: Page): Promise<void> {
  const ends = endable(page).map(({ resource }) => page.client.disposeTerminal(resource));
  const failed = (await Promise.allSettled(ends)).filter(({ status }) => status === 'rejected');
  if (failed.length > 0) page.messages.say(`${failed.length} could not be ended.`, { kind: 'bad' });
}

export function endable({ terminals, me }: Pick<Page, 'terminals' | 'me'>): readonly TerminalInfo[] {
  return terminals.value.filter((info) => canEnd(info, me));
}

/** Opens the dialog for another name, unless somebody else holds the terminal: then it says who, and how to go on. */
export function askToRename(page: Page, uri: string): void {
  const info = page.info(uri);
  if (info === undefined) return;
  const holder = holderOf(info, page.me);
  if (holder.kind === 'owner') page.messages.say(refusedAtOwner(holder, 'rename it'), { kind: 'bad' });
  else if (holder.kind === 'other') {
    const run = () => {
      takeOver(page, uri, undefined);
      ask(page, { kind: 'rename', uri });
    };
    const text = `${holder.name} holds this terminal: only its holder may rename it.`;
    page.messages.say(text, { kind: 'bad', act: { label: 'Take over', run } });
  } else ask(page, { kind: 'rename', uri });
}

/** Gives a terminal another name; an empty one lets its host name it. One whose holder is gone is claimed first: the host takes names from the holder only. */
export function rename(page: Page, uri: string, title: string): void {
  const info = page.info(uri);
  if (info === undefined) return;
  const holder = holderOf(info, page.me);
  if (holder.kind === 'gone') page.claim(uri, holder.id);
  page.client.dispatch(uri, { type: 'terminal/titleChanged', title });
}

/** Another host cannot say what closing would end. */
function orNothing(error: unknown): { running: string | null; jobs: readonly string[] } {
  if (!isUnknownMethod(error)) throw error;
  return { running: null, jobs: [] };
}

/** Returns the URI of a typed folder: `~/src`, `/tmp`. */
function folderUri(typed: string, home: string | undefined): string {
  const path = typed === '~' || typed.startsWith('~/') ? `${home ?? ''}${typed.slice(1)}` : typed;
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}
