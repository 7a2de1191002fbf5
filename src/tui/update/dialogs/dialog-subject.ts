/**
 * What is typed for a terminal goes with it. A dialog is taken away when what it is about is gone, a half-written line when its
 * terminal is. The person may be typing on: so a notice comes up in its place, which takes the keys until it is closed.
 */

import { type About, whatIsLost } from '../../../client/dialog-subject.ts';
import { holderOf, isOwn } from '../../../client/holder.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import {
  CONFIRM_SUBJECTS,
  DIALOG_SUBJECTS,
  type Dialog,
  type GoneNotice,
  type Model,
} from '../../model/model.ts';
import { type Step, step } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

/** Time (ms) after a key in which the person is taken to be typing on. */
const TYPING_MS = 1_500;

/** Compares the models before and after a message. */
export function keepToSubject(before: Model, { model, effects }: Step, viewState: ViewState): Step {
  const { dialog } = model;
  if (model.quit !== undefined) return { model, effects };
  if (dialog !== undefined) {
    const why = whatIsGone(before, model, dialog);
    return { model: why === undefined ? model : notice(model, why, viewState.now), effects };
  }
  const why = before.tabs === model.tabs ? undefined : unfinished(before, model, viewState);
  return { model: why === undefined ? model : notice(model, why, viewState.now), effects };
}

/** Time (ms) in which a line that goes with its terminal can be read. */
const READING_MS = 6_000;

/** Takes a key while the notice is open: Enter or Escape ends what was being typed, and closes it. */
export function noticeKey(model: Model, { now }: ViewState, notice: GoneNotice, closes: boolean): Step {
  return step({ ...model, dialog: closes ? undefined : { ...notice, at: now } });
}

/** Closes the notice when nobody types on. */
export function endNotice(model: Model, now: number): Model {
  const isOver = (noticeEnds(model) ?? Number.POSITIVE_INFINITY) <= now;
  return isOver ? { ...model, dialog: undefined } : model;
}

/** Returns when the notice closes by itself (Unix ms), because nobody types on. */
export function noticeEnds({ dialog }: Model): number | undefined {
  if (dialog?.kind !== 'gone') return undefined;
  return dialog.at + (dialog.line === '' ? TYPING_MS : READING_MS);
}

type Gone = Pick<GoneNotice, 'uri' | 'what' | 'line'>;

function notice(model: Model, gone: Gone, at: number): Model {
  return { ...model, chord: undefined, dialog: { kind: 'gone', at, ...gone } };
}

function aboutOf(dialog: Dialog): About {
  const about = dialog.kind === 'confirm' ? dialog.yes : dialog;
  const subject =
    dialog.kind === 'confirm' ? CONFIRM_SUBJECTS[dialog.yes.kind] : DIALOG_SUBJECTS[dialog.kind];
  if ('uris' in about) return { subject, uris: about.uris };
  const uris = 'uri' in about ? [about.uri] : [];
  if (dialog.kind !== 'takeOver') return { subject, uris };
  return { subject, uris, holder: { id: dialog.holderId, name: dialog.holderName } };
}

/** Returns what has happened to the terminal that an open dialog is about; undefined while all is as it was. */
function whatIsGone(before: Model, { active, tabs, visited, me }: Model, dialog: Dialog): Gone | undefined {
  const lost = whatIsLost(aboutOf(dialog), {
    front: active,
    at: (uri) => {
      const tab = tabs.find(({ resource }) => resource === uri);
      if (tab === undefined && visited?.uri !== uri) return undefined;
      const holder = tab && holderOf(tab, me);
      return {
        hasExited: tab?.lifecycle.status === 'exited',
        holder: holder?.kind === 'other' ? holder.id : undefined,
      };
    },
  });
  if (lost === undefined) return undefined;
  const { uri, what } = lost;
  return { uri, what: `${nameAt(before.tabs, uri)} ${what}`, line: lineOf(before, uri) };
}

/** Returns what was begun for the terminal that was in front, without a dialog, and is gone from the list. */
function unfinished(before: Model, model: Model, viewState: ViewState): Gone | undefined {
  const { active: uri, chord } = before;
  const tab = before.tabs.find(({ resource }) => resource === uri);
  if (uri === undefined || tab === undefined || model.active === uri) return undefined;
  if (model.tabs.some(({ resource }) => resource === uri) || before.views[uri]?.closing === true)
    return undefined;
  const line = lineOf(before, uri);
  const isBegun = line !== '' || (chord?.uri === uri && chord.did === 'nothing');
  // Who has typed `exit` goes on in the next terminal; when somebody else has closed it, the person may be typing on.
  const { typed, now } = viewState;
  const isTyping = typed?.uri === uri && now - typed.at < TYPING_MS && isOwn(holderOf(tab, before.me));
  if (!isBegun && !(isTyping && tab.lifecycle.status === 'running')) return undefined;
  return { uri, what: `${nameAt(before.tabs, uri)} is closed`, line };
}

function lineOf({ views }: Model, uri: string): string {
  const editor = views[uri]?.editor;
  return editor === undefined ? '' : editorText(editor);
}
