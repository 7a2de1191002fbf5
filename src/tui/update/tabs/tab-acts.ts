/** Commands on tabs and on the claims of their terminals. */

import { holderOf, refusedAtOwner } from '../../../client/holder.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeTab, type Step, step, withToast } from '../../model/step.ts';
import { forgetBlocks } from './blocks-question.ts';
import { askToEndAll } from './end-all.ts';
import { decline, handOver } from './hand-over.ts';
import { openNameDialog } from './name-dialog.ts';
import { moveBeside, openTabList } from './tab-order.ts';
import { selectBeside, selectNumber } from './tabs.ts';
import { closeFront } from './visit.ts';

export const TAB_ACTS = {
  'tab.new': (model: Model) => openNameDialog(model, 'new'),
  'tab.rename': (model: Model) => openNameDialog(model, 'rename'),
  'tab.next': (model: Model) => selectBeside(model, 1),
  'tab.previous': (model: Model) => selectBeside(model, -1),
  'tab.select': (model: Model, _readings: Readings, number: number | undefined) =>
    selectNumber(model, number ?? 1),
  'tab.list': openTabList,
  'tab.moveLeft': (model: Model) => moveBeside(model, -1),
  'tab.moveRight': (model: Model) => moveBeside(model, 1),
  'tab.close': closeFront,
  'tab.undoClose': (model: Model) => step(model, { kind: 'undoClose' }),
  'claim.takeOver': takeOver,
  'tab.endAll': askToEndAll,
  'claim.handBack': handOver,
  'claim.decline': decline,
  'blocks.forget': forgetBlocks,
};

/** Takes the terminal in front over; names the holder to the host, so that a race has one winner. */
function takeOver(model: Model, readings: Readings): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner')
    return step(withToast(model, refusedAtOwner(holder, 'type'), readings.now, 'bad'));
  if (holder.kind === 'me') return step(withToast(model, 'you hold this terminal already', readings.now));
  const fit = { kind: 'fit', uri: tab.resource } as const;
  return step(model, { kind: 'claim', uri: tab.resource, takeOverFrom: holder.id }, fit);
}
