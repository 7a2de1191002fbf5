/** The filter of a stack: of many terminals those are in view that have the words. */

import { edit } from '../../editor/edit.ts';
import { EMPTY_EDITOR } from '../../editor/editor-state.ts';
import { tabTest } from '../../model/derived/terminal-names.ts';
import type { Model } from '../../model/model.ts';
import { stackInFront } from '../../model/panes/pane-layout.ts';
import { type Step, step } from '../../model/step.ts';
import { fitPanes } from '../tabs/tabs.ts';

/** Opens the field; `model` has a stack in front. */
export function openRowFilter(model: Model): Step {
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: model.rowFilter?.words ?? '' });
  return step({ ...model, dialog: { kind: 'rows', editor } });
}

/** Shows the rows that have all of the words; all rows without a word. */
export function filterRows(model: Model, text: string, now: number): Step {
  const words = text.trim();
  return fitPanes({ ...model, rowFilter: words === '' ? undefined : filterOf(model, words, now) });
}

/** Follows what the terminals do; the filter ends with the stack. */
export function followRows(before: Model, model: Model, now: number): Model {
  const { rowFilter, tabs } = model;
  if (rowFilter === undefined) return model;
  if (stackInFront(model) === undefined) return { ...model, rowFilter: undefined };
  return tabs === before.tabs ? model : { ...model, rowFilter: filterOf(model, rowFilter.words, now) };
}

function filterOf(model: Model, words: string, now: number): Model['rowFilter'] {
  const fits = tabTest(model, words, now);
  return { words, fitting: model.tabs.filter(fits).map(({ resource }) => resource) };
}
