/** The plan of the body: blocks and live screen, with RUN's line behind the shell's prompt or without it. */

import type { LiveArea } from '../blocks/block/body-line.ts';
import { type BodyPlan, planBody } from '../blocks/list/plan.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { activeView } from '../model/step.ts';
import { layout, type Rect } from '../model/window-layout.ts';
import { liveArea } from '../terminal/live-area.ts';
import type { ScreenView } from '../terminal/screen-view.ts';
import {
  type PlacedInput,
  type PromptInput,
  placeInput,
  promptInput,
  promptRows,
  withoutSeparator,
} from './prompt-input.ts';

/** The line behind the shell's prompt, its plan of the body, and where it is there. */
export type AtPrompt = { readonly input: PromptInput; readonly plan: BodyPlan; readonly placed: PlacedInput };

/** Returns undefined where RUN's line belongs into the bar, or there is none. */
export function planAtPrompt(
  model: Model,
  readings: Readings,
  live: ScreenView | undefined,
  { editing, note }: { readonly editing: boolean; readonly note: string },
): AtPrompt | undefined {
  if (!editing) return undefined;
  const { body } = layout(model.size);
  const input = promptInput(model, live, body, note);
  if (input === undefined) return undefined;
  const taller = { ...body, height: body.height + 1 };
  const made = planOf(model, readings, live, taller, promptRows(input));
  if (made === undefined) return undefined;
  const plan = withoutSeparator(made);
  const placed = placeInput(input, plan, body);
  return placed && { input, plan, placed };
}

export function planOf(
  model: Model,
  readings: Readings,
  live: ScreenView | undefined,
  rect: Rect,
  rows = 0,
): BodyPlan | undefined {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  if (front === undefined || body === undefined || live === undefined) return undefined;
  return planBody({
    ...body,
    live: withRows(
      liveArea(() => live, front.view.mode),
      rows,
    ),
    cols: rect.width,
    height: rect.height,
    view: front.view.blocks,
  });
}

/** Makes room in the live part for RUN's line. */
function withRows(area: LiveArea, rows: number): LiveArea {
  return area.rows >= rows ? area : { rows, screen: area.screen };
}
