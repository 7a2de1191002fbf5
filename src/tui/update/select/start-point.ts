/** Where the cursor of SELECT begins: at the match of the search, at what the keys of BROWSE act on, or at the live end. */

import type { BodyInput } from '../../blocks/block/body-line.ts';
import { selectedBlock } from '../../blocks/list/browse.ts';
import { FIRST_LIVE } from '../../blocks/list/list-position.ts';
import { placeOfMatch } from '../../blocks/list/scroll.ts';
import { LIVE } from '../../blocks/list/search.ts';
import { type BodyText, bodyText } from '../../blocks/select/body-text.ts';
import { comparePlaces, type Point } from '../../blocks/select/selection.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';

export function startPoint(model: Model, readings: Readings, input: BodyInput): Point {
  const { view, live, blocks } = input;
  const text = bodyText(input);
  const match = view.search?.current;
  if (match !== undefined) return { ...placeOfMatch(match, input), x: 0 };
  const busy = readings.terminal(model.active ?? '')?.running !== undefined || live.screen !== undefined;
  const selected = selectedBlock(view, blocks);
  const isNewest =
    selected === undefined || selected.id === blocks.findLast(({ status }) => status.kind !== 'running')?.id;
  if (busy && isNewest)
    return { block: LIVE, line: FIRST_LIVE + Math.min(live.cursor ?? 0, live.rows - 1), x: 0 };
  if (selected === undefined) return { ...text.placeOf(text.top), x: 0 };
  // The first line of its output, or the first of it in view.
  const first = text.placeOf(text.step(text.positionOf({ block: selected.id, line: 0 }), 1) ?? text.top);
  return { ...(first.block === selected.id ? inView(text, first) : { block: selected.id, line: 0 }), x: 0 };
}

function inView(text: BodyText, first: { readonly block: string; readonly line: number }) {
  const top = text.placeOf(text.top);
  const isAbove = comparePlaces(first, top, text.positionOf) < 0;
  return isAbove && top.block === first.block ? { ...top, line: top.line + 1 } : first;
}
