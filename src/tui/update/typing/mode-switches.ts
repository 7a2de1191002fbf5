/** Modes — where keys go, and the switches that happen by themselves. */

import { leaveBrowse } from '../../blocks/list/browse.ts';
import { editorText } from '../../editor/editor-state.ts';
import { programName } from '../../model/derived/program-name.ts';
import type { Mode, Model, TabView } from '../../model/model.ts';
import { activeView, type Facts, type Look, type Step, step, withToast, withView } from '../../model/step.ts';

export function setMode(model: Model, mode: Mode): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { view } = front;
  const blocks = view.mode === 'browse' && mode !== 'browse' ? leaveBrowse(view.blocks) : view.blocks;
  const quiet: Model = { ...model, toast: undefined };
  return step(withView(quiet, front.uri, { mode, autoRaw: false, droppedIn: false, blocks }));
}

export function toggleRaw(model: Model): Step {
  const front = activeView(model);
  return front === undefined ? step(model) : setMode(model, front.view.mode === 'raw' ? 'run' : 'raw');
}

/** Back where the reserved key was pressed by mistake: to the program, which is left by itself if it was entered so. */
export function returnTo(model: Model, look: Look, mode: 'raw' | 'lock'): Model {
  const back = setMode(model, mode).model;
  const front = activeView(back);
  const facts = front && look.facts(front.uri);
  const autoRaw = facts !== undefined && facts.running !== undefined && wantsKeys(facts);
  return front === undefined ? back : withView(back, front.uri, { autoRaw });
}

/**
 * The terminal in front changed: enter RAW for programs that want every key, and go back when they are done.
 * An unsent line is never taken away from under the person: then it is only offered.
 */
export function followProgram(model: Model, look: Look, before: Facts | undefined): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  const now = look.facts(uri);
  if (now === undefined) return step(model);
  const started = before?.running === undefined && now.running !== undefined;
  const { autoRaw, lockPrograms } = model.settings;
  const wants = (facts: Facts) => wantsKeys(facts) || (autoRaw === 'always' && facts.running !== undefined);
  if (view.droppedIn && started && !wants(now)) return back(model, uri, view);
  if (view.autoRaw && !wants(now)) return back(model, uri, view);
  const began = wants(now) && (before === undefined || !wants(before));
  if (!began || view.mode === 'raw' || view.mode === 'lock' || autoRaw === 'never') return step(model);
  const name = programName(now);
  if (lockPrograms.includes(name) && editorText(view.editor) === '') {
    const locked = withView(model, uri, { mode: 'lock', autoRaw: true, droppedIn: false });
    return step(withToast(locked, `LOCK: ${name} · F12 returns`, look.now));
  }
  if (editorText(view.editor) !== '') {
    return step(withToast(model, `${name} wants the keys · Ctrl+K gives them`, look.now));
  }
  const raw = withView(model, uri, { mode: 'raw', autoRaw: true, droppedIn: false });
  const why = now.echoOff ? 'input is hidden and not recorded · Ctrl+K returns' : 'Ctrl+K returns';
  return step(withToast(raw, `RAW: ${name} · ${why}`, look.now));
}

function wantsKeys(facts: Facts): boolean {
  return facts.fullScreen || facts.modes.mouse !== 'none' || facts.echoOff;
}

function back(model: Model, uri: string, view: TabView): Step {
  const mode: Mode = view.mode === 'raw' || view.mode === 'lock' ? 'run' : view.mode;
  const quiet: Model = { ...model, toast: undefined };
  return step(withView(quiet, uri, { mode, autoRaw: false, droppedIn: false }));
}
