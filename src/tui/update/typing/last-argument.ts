/** Alt+.: inserts the last argument of the last command; pressed again, that of the command before it. */

import type { PastLine } from '../../../protocol/cotty/past-line.ts';
import { replace } from '../../editor/edit.ts';
import { lastArgument } from '../../editor/last-argument.ts';
import { ownCommands } from '../../model/derived/run-line.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, type Step, step, withView } from '../../model/step.ts';

export function insertLastArgument(model: Model, readings: Readings): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const { chain } = view.editor;
  const again = chain.kind === 'argument';
  const own = again ? chain.found : argumentsOf(ownCommands(readings.terminal(uri)).toReversed());
  const index = again ? chain.index + 1 : 0;
  if (index < own.length) return step(placed(model, uri, own, index));
  // The host is asked once: whoever goes back further than it answers stays at the oldest.
  if (model.pastOff || (again && chain.whole)) return step(model);
  return step(model, { kind: 'askPast', uri, ask: { for: 'argument', index } });
}

/** Goes on with the arguments of the commands that the host knows. */
export function argumentsFound(model: Model, uri: string, index: number, lines: readonly PastLine[]): Step {
  const chain = model.views[uri]?.editor.chain;
  const known = chain?.kind === 'argument' ? chain.found : [];
  if (known.length !== index) return step(model);
  const found = [...new Set([...known, ...argumentsOf(lines.map(({ line }) => line))])];
  return step(index < found.length ? placed(model, uri, found, index, true) : model);
}

function placed(model: Model, uri: string, found: readonly string[], index: number, whole = false): Model {
  const editor = model.views[uri]?.editor;
  const text = found[index];
  if (editor === undefined || text === undefined) return model;
  const { chain, cursor } = editor;
  const [from, to] = chain.kind === 'argument' ? [chain.from, chain.to] : [cursor, cursor];
  const put = replace(editor, from, to, text);
  if (put.refused) return withView(model, uri, { editor: put });
  const isWhole = whole || (chain.kind === 'argument' && chain.whole);
  return withView(model, uri, {
    editor: { ...put, chain: { kind: 'argument', from, to: put.cursor, index, found, whole: isWhole } },
  });
}

/** Returns the last arguments, newest first, each once. */
function argumentsOf(lines: readonly string[]): string[] {
  return [...new Set(lines.map(lastArgument).filter((word) => word !== ''))];
}
