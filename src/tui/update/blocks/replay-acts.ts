/** Replaying commands and terminals: opens the page, and its commands. */

import { shownBlocks } from '../../../client/blocks/block-filter.ts';
import { isExported } from '../../../client/blocks/exported-blocks.ts';
import { REPLAY_CHANGES } from '../../../client/run/replaying.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { type Player, playerOf, toCommand } from '../../../review/replay/player.ts';
import { selectedBlock } from '../../blocks/list/browse.ts';
import type { Message } from '../../model/message.ts';
import type { Model, ReplayPage } from '../../model/model.ts';
import { activeView, type Step, step } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { leavePage } from '../waiting/feed-acts.ts';
import { nothingChosen } from './block-acts.ts';

export const REPLAY_ACTS = {
  'block.replay': openReplay,
  'tab.replay': openTerminal,
  'replay.pause': onPlayer(REPLAY_CHANGES['replay.pause']),
  'replay.back': onPlayer(REPLAY_CHANGES['replay.back']),
  'replay.forward': onPlayer(REPLAY_CHANGES['replay.forward']),
  'replay.faster': onPlayer(REPLAY_CHANGES['replay.faster']),
  'replay.slower': onPlayer(REPLAY_CHANGES['replay.slower']),
  'replay.pauses': onPlayer(REPLAY_CHANGES['replay.pauses']),
  'replay.next': (model: Model, viewState: ViewState) => playAnother(model, viewState, 1),
  'replay.previous': (model: Model, viewState: ViewState) => playAnother(model, viewState, -1),
};

function openReplay(model: Model, viewState: ViewState): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  const blocks = shownBlocks(body.blocks, front.view.blocks.filter).filter(isExported);
  const block = selectedBlock(front.view.blocks, body.blocks) ?? blocks.at(-1);
  const chosen = blocks.findIndex(({ id }) => id === block?.id);
  if (chosen === -1) return nothingChosen(model, viewState);
  const { uri } = front;
  const terminal = nameOf(model, uri);
  return reading(leavePage(model), { kind: 'replay', uri, terminal, blocks, chosen, player: undefined });
}

function openTerminal(model: Model): Step {
  const uri = activeView(model)?.uri;
  if (uri === undefined) return step(model);
  const terminal = nameOf(model, uri);
  return reading(leavePage(model), {
    kind: 'replay',
    uri,
    terminal,
    blocks: [],
    chosen: 0,
    player: undefined,
  });
}

function nameOf(model: Model, uri: string): string {
  return nameAt(model.tabs, uri, model.visited?.title ?? '');
}

/** Reads the chosen command or the terminal; the last one is shown until then, so that its speed is known. */
function reading(model: Model, page: ReplayPage): Step {
  const block = page.blocks[page.chosen];
  const { uri, terminal } = page;
  return step({ ...model, dialog: page }, { kind: 'readReplay', uri, terminal, block });
}

function playAnother(model: Model, viewState: ViewState, by: 1 | -1): Step {
  const { dialog: page } = model;
  if (page?.kind === 'replay' && page.blocks.length === 0)
    return onPlayer((player, now) => toCommand(player, now, by))(model, viewState);
  if (page?.kind !== 'replay' || page.blocks[page.chosen + by] === undefined) return step(model);
  return reading(model, { ...page, chosen: page.chosen + by });
}

/** Plays what was read, with the speed of the command before. */
export function replayRead(
  model: Model,
  { now }: ViewState,
  { uri, block, recording }: Extract<Message, { kind: 'replay' }>,
): Step {
  const { dialog: page } = model;
  if (page?.kind !== 'replay' || page.uri !== uri || page.blocks[page.chosen] !== block) return step(model);
  const before = typeof page.player === 'object' ? page.player : undefined;
  const player = typeof recording === 'string' ? recording : playerOf(recording, now, before);
  return step({ ...model, dialog: { ...page, player } });
}

/** Seeks by a page key: to the start, to the end, or by half a minute. */
export function moveInReplay(model: Model, viewState: ViewState, by: number): Step {
  if (Math.abs(by) === 1) return step(model);
  const [back, forward] = Number.isFinite(by)
    ? (['scroll.pageUp', 'scroll.pageDown'] as const)
    : (['scroll.top', 'scroll.bottom'] as const);
  return onPlayer(REPLAY_CHANGES[by < 0 ? back : forward])(model, viewState);
}

function onPlayer(change: (player: Player, now: number) => Player) {
  return (model: Model, { now }: ViewState): Step => {
    const { dialog: page } = model;
    if (page?.kind !== 'replay' || typeof page.player !== 'object') return step(model);
    return step({ ...model, dialog: { ...page, player: change(page.player, now) } });
  };
}
