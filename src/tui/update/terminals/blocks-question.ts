/**
 * Asks whether a shell on another machine gets blocks (shell integration), once its prompt is there. The user may be typing at
 * that moment: only the question's own keys answer it, after a short delay; any other key closes it and goes to the shell.
 */

import { holderOf } from '../../../client/holder.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { KeyToken } from '../../input/token.ts';
import { answersFrom, blocksAsked } from '../../model/derived/input-context.ts';
import { questionKeys } from '../../model/derived/key-of.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, type Step, step } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { oneLine } from '../../outer/one-line.ts';

/** Longest name of the place in the question, in characters. */
const PLACE = 60;
/** Opens the question when the host starts to ask it for the tab in front, and closes it when the host no longer asks. */
export function askBlocks(before: Model, model: Model, now: number): Model {
  const tab = activeTab(model);
  const place = askedIn(tab);
  const { dialog } = model;
  const act = blocksAsked(model);
  if (act !== undefined) {
    const isAsked = place !== undefined && act.uri === tab?.resource;
    return isAsked ? model : { ...model, dialog: undefined };
  }
  const wasAsked = before.active === model.active && askedIn(activeTab(before)) === place;
  if (tab === undefined || place === undefined || wasAsked || dialog !== undefined) return model;
  if (holderOf(tab, model.me).kind !== 'me') return model;
  const question = `Blocks in ${oneLine(place, PLACE)}?\nA script is typed at its prompt for that; it leaves nothing behind. The answer is remembered.`;
  return {
    ...model,
    dialog: { kind: 'confirm', question, yes: { kind: 'blocks', uri: tab.resource, at: now } },
  };
}

function askedIn(tab: TerminalInfo | undefined): string | undefined {
  return cottyMeta<TerminalMeta>(tab?._meta).asksBlocks;
}

/** Handles a key while the question is open. Returns undefined for a key that is meant for the shell. */
export function answerBlocks(model: Model, { now }: ViewState, key: KeyToken): Step | undefined {
  const act = blocksAsked(model);
  if (act === undefined) return undefined;
  const { uri } = act;
  const closed: Model = { ...model, dialog: undefined };
  const isKey = (command: 'dialog.accept' | 'dialog.cancel') =>
    now >= answersFrom(act) && questionKeys(model, command).includes(key.name);
  if (isKey('dialog.accept')) return step(closed, { kind: 'answerBlocks', uri, answer: 'yes' });
  if (isKey('dialog.cancel')) return step(closed, { kind: 'answerBlocks', uri, answer: 'no' });
  return key.name === 'escape' ? step(closed, { kind: 'answerBlocks', uri, answer: 'later' }) : undefined;
}

/** Has the host forget its answers, so that it asks again about every place. */
export function forgetBlocks(model: Model): Step {
  return step(model, { kind: 'forgetBlocks' });
}
