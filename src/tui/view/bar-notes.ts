/** Notes in the bar: the agent that asks for the terminal in front, and the number of commands that ended elsewhere. */

import type { Block } from '../../client/blocks/block.ts';
import { shownBlocks } from '../../client/blocks/block-filter.ts';
import { COMMANDS, type CommandId } from '../../client/commands/commands.ts';
import { membersOf, splitOf } from '../../client/panes/split.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { wholeTime } from '../blocks/header/chip.ts';
import { cut } from '../blocks/header/span.ts';
import { askerInFront, inputContext, viNote } from '../model/derived/input-context.ts';
import { keyOf } from '../model/derived/key-of.ts';
import { waitingElsewhere } from '../model/derived/queue.ts';
import { unreadCount } from '../model/feed.ts';
import type { Mode, Model } from '../model/model.ts';
import { shownMembers, shownPanes, stackInFront, typedTo } from '../model/panes/pane-layout.ts';
import { activeView } from '../model/step.ts';
import type { SeenTerminal, ViewState } from '../model/view-state.ts';
import { waitText } from './tab-strip.ts';

/** Returns the first text that fits, or the last one cut. */
export function fitting(texts: readonly string[], width: number): string {
  return texts.find((text) => textWidth(text) <= width) ?? cut(texts.at(-1) ?? '', width, '…');
}

/** Returns an agent's question, longest form first. Enter never answers it, since the user may be typing. */
export function askingNote(model: Model, viewState: ViewState, mode: Mode): readonly string[] | undefined {
  const asker = askerInFront(model);
  if (asker === undefined || model.dialog !== undefined) return undefined;
  const give = keyFor(model, viewState, mode, 'claim.handBack');
  const wait = keyFor(model, viewState, mode, 'claim.decline');
  const dot = ` ${model.appearance.glyphs.separator} `;
  const who = `@${asker} asks`;
  const whole = `${who} for this terminal`;
  if (give === undefined) {
    const out = keyFor(model, viewState, mode, mode === 'lock' ? 'mode.unlock' : 'mode.run') ?? '';
    const then = keyFor(model, viewState, 'run', 'claim.handBack') ?? '';
    return [`${whole}${dot}${out}, then ${then} hands it over`, `${who}${dot}${out} ${then} gives`, who];
  }
  const no = wait === undefined ? '' : `${dot}${wait} not now`;
  return [
    `${whole}${dot}${give} hands it over${no}`,
    `${who}${dot}${give} gives${no}`,
    `${who}${dot}${give}`,
    who,
  ];
}

function manyNote(model: Model): string {
  const { length } = typedTo(model);
  return length === 0 ? '' : `typing to ${length} terminals`;
}

/** Returns why only one of several panes is in view: `zoomed 1/3`, or that the window is too small for more. */
function paneNote(model: Model): string {
  const { split, alone } = shownPanes(model);
  if (split === undefined || alone === undefined) return '';
  const members = membersOf(split);
  const place = `${members.indexOf(model.active ?? '') + 1}/${members.length}`;
  return alone === 'zoomed' ? `zoomed ${place}` : `pane ${place}: too small for all`;
}

/** Returns the name of the panes, and the filter of a stack with the number of rows that match: `rows “api” 4/30`. */
function splitNote(model: Model): string {
  const { rowFilter } = model;
  const stack = stackInFront(model);
  const rows =
    stack === undefined || rowFilter === undefined
      ? ''
      : `rows “${rowFilter.words}” ${shownMembers(model).length}/${membersOf(stack).length}`;
  return [splitOf(model, model.active)?.name ?? '', rows]
    .filter((text) => text !== '')
    .join(` ${model.appearance.glyphs.separator} `);
}

/**
 * Returns the number of terminals that get what is typed, the pending keys of vi's normal mode, the name and filter of the panes,
 * and why only one of several panes is in view.
 */
export function stateNote(model: Model): string {
  return [manyNote(model), viNote(model), splitNote(model), paneNote(model)]
    .filter((text) => text !== '')
    .join(` ${model.appearance.glyphs.separator} `);
}

/**
 * Returns the note of other terminals that wait and of unread feed entries, longest form first: `◆ 1 waits (Alt+A) · ! 2 ended (F12)`,
 * `! 2 ended`, `! 2`.
 */
export function feedNotes(model: Model, viewState: ViewState, mode: Mode): readonly string[] {
  if (model.dialog !== undefined) return [''];
  const waiting = waitNotes(model, viewState, mode);
  const unread = unreadNotes(model, viewState, mode);
  const short = waiting.at(-1);
  if (short === undefined) return unread.length === 0 ? [''] : unread;
  const both = unread.map((note) => `${waiting[0]} ${model.appearance.glyphs.separator} ${note}`);
  return [...both, ...waiting];
}

function waitNotes(model: Model, viewState: ViewState, mode: Mode): readonly string[] {
  const count = waitingElsewhere(model, viewState.now);
  if (count === 0) return [];
  const key = keyFor(model, viewState, mode, 'tab.nextWaiting');
  const { waits } = model.appearance.glyphs;
  const note = `${waits} ${waitText(count)}`;
  return [...(key === undefined ? [] : [`${note} (${key})`]), note, `${waits} ${count}`];
}

function unreadNotes(model: Model, viewState: ViewState, mode: Mode): readonly string[] {
  const count = unreadCount(model.feed);
  if (count === 0) return [];
  const key = keyFor(model, viewState, mode, 'feed.open');
  const short = `${model.appearance.glyphs.attention} ${count}`;
  const word = model.feed.items.some((item) => item.unread && 'notice' in item) ? 'new' : 'ended';
  return [...(key === undefined ? [] : [`${short} ${word} (${key})`]), `${short} ${word}`, short];
}

/** Returns how a shell has ended and what closes its tab, longest form first. */
export function exitedTexts(model: Model, { lifecycle, _meta }: TerminalInfo): readonly string[] {
  const { died } = cottyMeta<TerminalMeta>(_meta);
  const code = lifecycle.status === 'exited' ? lifecycle.exitCode : undefined;
  const how = died ?? (code === undefined ? 'has exited' : `has exited with ${code}`);
  const key = keyOf(model, 'run', 'input.submit');
  if (key === undefined) return [`the shell ${how}`, how];
  return [`the shell ${how} · ${key} closes the tab`, `${how} · ${key} closes`, `${key} closes the tab`];
}

/** Returns the command that the toast offers, with its key in this mode: ` · Alt+Z undoes`. */
export function offerText(model: Model, viewState: ViewState, mode: Mode): string {
  const offer = model.toast?.offer;
  if (offer === undefined) return '';
  const key = keyFor(model, viewState, mode, offer.command);
  const said = key === undefined ? offer.orElse : `${key} ${offer.word}`;
  return ` ${model.appearance.glyphs.separator} ${said}`;
}

function keyFor(model: Model, viewState: ViewState, mode: Mode, command: CommandId): string | undefined {
  return keyOf(model, mode, command, inputContext(model, viewState));
}

/**
 * Returns the note on a text that a program offers to copy, longest form first. The palette accepts it, so that the program
 * keeps all keys.
 */
export function copyNote(model: Model, mode: Mode): readonly string[] | undefined {
  const offer = model.offeredCopy;
  if (offer === undefined || model.dialog !== undefined) return undefined;
  const own = keyOf(model, mode, 'clipboard.accept');
  const here = keyOf(model, mode, 'palette.open');
  const out = keyOf(model, mode, mode === 'lock' ? 'mode.unlock' : 'mode.run');
  const menu = here ?? `${out ?? ''} ${keyOf(model, 'run', 'palette.open') ?? ''}`.trim();
  const how =
    own === undefined ? `${menu} “${COMMANDS['clipboard.accept'].title}” allows it` : `${own} allows it`;
  const dot = ` ${model.appearance.glyphs.separator} `;
  return [`${offer.question}${dot}${how}`, `${offer.short}${dot}${how}`, offer.short];
}

/** Returns the filter of BROWSE, and the position in its search: `only is:failed: 2 of 40 · “word” 3/10`. */
export function browseNote(model: Model, listed: readonly Block[] = []): string {
  const blocks = activeView(model)?.view.blocks;
  if (blocks === undefined) return '';
  const { filter, search } = blocks;
  const place = search?.place;
  const more = search?.found?.more === true || search?.found?.ended === false ? '+' : '';
  const sought =
    place === undefined ? '' : `“${search?.query}” ${place.at}/${place.of.toLocaleString('en')}${more}`;
  const [some, all] = [shownBlocks(listed, filter).length, shownBlocks(listed, undefined).length];
  const only = filter === undefined ? '' : `only ${filter.words}: ${some} of ${all}`;
  return [only, sought].filter((text) => text !== '').join(' · ');
}

/** Returns start, end and duration of the block that BROWSE has selected; the header shows only a part of them. */
export function timesNote(model: Model, terminal: SeenTerminal | undefined, now: number): string {
  const selected = activeView(model)?.view.blocks.selected;
  const block = terminal?.blocks.findLast(({ id }) => id === selected);
  return block === undefined ? '' : wholeTime(block, now);
}
