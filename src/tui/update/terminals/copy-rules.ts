/** Rules for what the program of the tab in front copies (OSC 52): to the clipboard, after a question, or not at all. */

import { isForUs } from '../../../client/holder.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { oneLine } from '../../outer/one-line.ts';

/** Characters of the text that the question shows. */
const SHOWN_CHARS = 40;
/** Time in which an offered text can be taken, in milliseconds; no other replaces it meanwhile. */
const OFFERED_MS = 60_000;

export function programCopied(model: Model, viewState: ViewState, uri: string, text: string): Step {
  const tab = activeTab(model);
  const { clipboard } = model.settings;
  if (tab === undefined || tab.resource !== uri || clipboard === 'off' || !isForUs(tab, model.me))
    return step(model);
  const what = `${text.length} ${text.length === 1 ? 'character' : 'characters'} from ${shownName(tab)}`;
  if (clipboard === 'on' && !isAgents(tab)) return step(model, { kind: 'copy', text, what });
  // A second offer is ignored while the first is shown: the command must copy the text that the user has read.
  const isOffered = model.offeredCopy !== undefined && model.offeredCopy.until > viewState.now;
  if (isOffered || model.dialog !== undefined) return step(model);
  const short = `copy ${what}?`;
  const question = `copy ${what}? “${oneLine(text, SHOWN_CHARS)}”`;
  return step({ ...model, offeredCopy: { text, what, question, short, until: viewState.now + OFFERED_MS } });
}

/** Copies the offered text. It takes a command, since a plain key may have been typed for the program. */
function acceptOffer(model: Model, viewState: ViewState): Step {
  const offer = model.offeredCopy;
  if (offer === undefined)
    return step(withToast(model, 'no program has offered text to copy', viewState.now));
  return step({ ...model, offeredCopy: undefined }, { kind: 'copy', text: offer.text, what: offer.what });
}

export const COPY_ACTS = { 'clipboard.accept': acceptOffer };

/** Forgets an offer whose time is over. */
export function offerEnded(model: Model, now: number): Model {
  return model.offeredCopy !== undefined && model.offeredCopy.until <= now
    ? { ...model, offeredCopy: undefined }
    : model;
}

/** Whether an agent holds the terminal or has typed the command that runs. */
function isAgents(tab: TerminalInfo): boolean {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  return tab.claim.kind === 'session' || running?.writer?.startsWith('agent:') === true;
}
