/** The scene of one pane: the body of its terminal as painted rows, and what the mouse finds there. */

import { holderOf } from '../../../client/holder.ts';
import type { BodyPlan } from '../../blocks/list/plan.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, activeView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import type { Rect } from '../../model/window-layout.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import { bodyView } from '../../view/body-view.ts';
import type { Overlay } from '../../view/compose.ts';
import { type AtPrompt, planOf } from './body-plan.ts';

export type PaneScene = {
  readonly uri: string;
  readonly body: Rect;
  /** Rows of the body. */
  readonly overlays: readonly Overlay[];
  readonly plan: BodyPlan | undefined;
  /** The rows of RUN's line, laid over those of the body. */
  readonly input: readonly Overlay[];
  /** Cells of one row of RUN's line, where it stands behind the shell's prompt. */
  readonly inputColumns: number | undefined;
  /** Columns of the program's screen that are hidden at the left of the body. */
  readonly hiddenLeft: number;
};

export type PaneInput = {
  readonly live: ScreenView | undefined;
  readonly body: Rect;
  readonly atPrompt: AtPrompt | undefined;
};

/** Makes the scene of the terminal in front of the model. */
export function paneScene(
  model: Model,
  viewState: ViewState,
  { live, body, atPrompt }: PaneInput,
): PaneScene {
  const plan = atPrompt?.plan ?? planOf(model, viewState, live, body);
  const view = activeView(model)?.view;
  const rows =
    plan && live
      ? bodyView({
          plan,
          live,
          rect: body,
          appearance: model.appearance,
          now: viewState.now,
          selection: view?.selection,
          selected: view?.blocks.selected,
          holder: holderName(model),
        })
      : [];
  const input = atPrompt?.placed.overlays ?? [];
  return {
    uri: model.active ?? '',
    body,
    overlays: [...rows, ...input],
    input,
    plan,
    inputColumns: atPrompt?.input.columns,
    hiddenLeft: live?.hiddenLeft(body.width) ?? 0,
  };
}

function holderName(model: Model): string | undefined {
  const tab = activeTab(model);
  const holder = tab && holderOf(tab, model.me);
  return holder?.kind === 'other' || holder?.kind === 'owner' ? holder.name : undefined;
}
