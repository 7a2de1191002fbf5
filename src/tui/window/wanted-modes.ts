/** What the outer terminal is to be while this scene is shown — modes of the program in front, title, mouse. */

import { passesThrough } from '../model/derived/input-context.ts';
import type { Model } from '../model/model.ts';
import { activeTab, activeView, type Look } from '../model/step.ts';
import type { MirroredModes } from '../outer/outer-modes.ts';
import type { OuterTerminal } from '../outer/outer-terminal.ts';
import type { Painter } from '../paint/painter.ts';

export function followScene(outer: OuterTerminal, painter: Painter, model: Model, look: Look): void {
  const { synchronized, ambiguousWide, kittyKeyboard } = model.outer;
  painter.learn({
    ...(synchronized === undefined ? {} : { synchronized }),
    ...(ambiguousWide === undefined ? {} : { ambiguousWide }),
  });
  if (kittyKeyboard === true) outer.learnKitty();
  outer.setMouse(model.mouse);
  outer.mirror(mirroredModes(model, look));
  outer.setTitle(outerTitle(model));
}

/** The modes of the program that has the keyboard; undefined while the keys are ours. */
function mirroredModes(model: Model, look: Look): MirroredModes | undefined {
  const front = activeView(model);
  const facts = front && look.facts(front.uri);
  if (front === undefined || facts === undefined || model.dialog !== undefined) return undefined;
  const { mode, editor } = front.view;
  const keysGoThere = mode === 'raw' || mode === 'lock' || (mode === 'run' && passesThrough(editor, facts));
  if (!keysGoThere) return undefined;
  const { applicationCursorKeys, applicationKeypad, mouse } = facts.modes;
  // The mouse is the program's only where it has the whole keyboard.
  return { applicationCursorKeys, applicationKeypad, mouse: mode === 'run' ? 'none' : mouse };
}

function outerTitle(model: Model): string {
  const tab = activeTab(model);
  return tab === undefined ? 'cotty' : `${tab.title} — cotty`;
}
