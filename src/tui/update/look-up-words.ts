/**
 * Has the host look up the commands of RUN's line that the cursor has left. What it says holds until the line is empty: what
 * the next line names may have been installed or defined meanwhile.
 */

import { NO_WORDS, typedWords } from '../editor/command-words.ts';
import type { Model } from '../model/model.ts';
import { activeView, type Step, step, withView } from '../model/step.ts';

/** Limits of one question and of one line; further words are not looked up. */
const MOST_AT_ONCE = 32;
const MOST_OF_LINE = 256;

/** Follows what is typed in RUN. */
export function lookUpWords(before: Model, made: Step): Step {
  const { model } = made;
  const front = activeView(model);
  if (front === undefined || front.view.editor === before.views[front.uri]?.editor) return made;
  const { uri, view } = front;
  if (view.editor.graphemes.length === 0)
    return { ...made, model: withView(model, uri, { words: NO_WORDS }) };
  if (!model.settings.colorUnknown || model.pastOff) return made;
  const { asked } = view.words;
  const typed = new Set(typedWords(view.editor).map(({ word }) => word));
  const words = [...typed].filter((word) => !asked.includes(word)).slice(0, MOST_AT_ONCE);
  if (words.length === 0 || asked.length >= MOST_OF_LINE) return made;
  return {
    model: withView(model, uri, { words: { ...view.words, asked: [...asked, ...words] } }),
    effects: [...made.effects, { kind: 'askWords', uri, words }],
  };
}

/** Takes the host's answer; the line may be another one since. */
export function wordsKnown(model: Model, uri: string, unknown: readonly string[]): Step {
  const words = model.views[uri]?.words;
  const asked = unknown.filter((word) => words?.asked.includes(word) === true);
  if (words === undefined || asked.length === 0) return step(model);
  return step(withView(model, uri, { words: { ...words, unknown: [...words.unknown, ...asked] } }));
}
