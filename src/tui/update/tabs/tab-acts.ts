/** Commands on tabs and on who holds them. */

import { holderOf, refusedAtOwner } from '../../model/derived/holder.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, type Look, type Step, step, withToast } from '../../model/step.ts';
import { askToEndAll } from './end-all.ts';
import { decline, handOver } from './hand-over.ts';
import { openNameDialog } from './name-dialog.ts';
import { close, selectBeside, selectNumber, undoClose } from './tabs.ts';

export const TAB_ACTS = {
  'tab.new': (model: Model) => openNameDialog(model, 'new'),
  'tab.rename': (model: Model) => openNameDialog(model, 'rename'),
  'tab.next': (model: Model) => selectBeside(model, 1),
  'tab.previous': (model: Model) => selectBeside(model, -1),
  'tab.select': (model: Model, _look: Look, number: number | undefined) => selectNumber(model, number ?? 1),
  'tab.close': close,
  'tab.undoClose': undoClose,
  'claim.takeOver': takeOver,
  'tab.endAll': askToEndAll,
  'claim.handBack': handOver,
  'claim.decline': decline,
};

/** Takes the terminal in front from whoever holds it: one explicit act, named to the host so that races have one winner. */
function takeOver(model: Model, look: Look): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner') return step(withToast(model, refusedAtOwner(holder, 'type'), look.now, 'bad'));
  if (holder.kind === 'me') return step(withToast(model, 'you hold this terminal already', look.now));
  return step(model, { kind: 'claim', uri: tab.resource, takeOverFrom: holder.id });
}
