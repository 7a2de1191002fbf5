/** Commands that answer with a line in the bar. */

import { placeName } from '../../../client/blocks/place.ts';
import { ONE_SESSION } from '../../../client/commands/tmux-verbs.ts';
import { holderOf } from '../../../client/holder.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

export const TOLD_ACTS = {
  'app.clock': (model: Model): Step => step({ ...model, dialog: { kind: 'clock' } }),
  'app.about': about,
  'app.sessions': (model: Model, { now }: ViewState): Step => step(withToast(model, ONE_SESSION, now)),
};

/** Shows name, size, folder, running command and holder of the terminal in front. */
function about(model: Model, viewState: ViewState): Step {
  const tab = activeTab(model);
  const terminal = tab && viewState.terminal(tab.resource);
  if (tab === undefined) return step(withToast(model, 'there is no terminal', viewState.now));
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  const holder = holderOf(tab, model.me);
  const { cols, rows } = terminal?.screen ?? { cols: 0, rows: 0 };
  const parts = [
    shownName(tab),
    terminal === undefined ? undefined : `${cols}×${rows}`,
    terminal?.cwd === undefined ? undefined : placeName(terminal.cwd, model.around.home),
    running === undefined ? 'nothing runs' : `runs ${running.commandLine}`,
    'name' in holder ? `held by ${holder.name}` : undefined,
  ];
  const said = parts.filter((part) => part !== undefined).join(` ${model.appearance.glyphs.separator} `);
  return step(withToast(model, said, viewState.now));
}
