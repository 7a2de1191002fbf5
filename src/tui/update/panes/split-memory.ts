/** The host remembers which terminals stood side by side: the person's next window shows them so. */

import type { Message } from '../../model/message.ts';
import type { Model } from '../../model/model.ts';
import { readSplits, writeSplits } from '../../model/panes/split-note.ts';
import { type Step, step } from '../../model/step.ts';
import { fitPanes } from '../tabs/tabs.ts';

/** Takes over what an earlier window had, unless something stands side by side here already. */
export function splitsRead(model: Model, text: string): Step {
  if (model.splits.length > 0) return step(model);
  const splits = readSplits(text, (uri) => model.tabs.some(({ resource }) => resource === uri));
  return splits.length === 0 ? step(model) : fitPanes({ ...model, splits });
}

/**
 * Has every change kept, but for what was only read, and of a border that is dragged the place where it is let go. While the
 * host is away its list says nothing about what is gone.
 */
export function keepSplits(before: Model, done: Step, { kind }: Message): Step {
  const { splits, connection, heldBorder } = done.model;
  if (heldBorder !== undefined || kind === 'splitsRead' || connection !== 'ready') return done;
  if (splits === before.splits && before.heldBorder === undefined) return done;
  return { ...done, effects: [...done.effects, { kind: 'keepSplits', text: writeSplits(splits) }] };
}
