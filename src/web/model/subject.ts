/** What is typed for a terminal goes with it: dialogs about one that is gone, and the line that was being written there. */

import { type About, type Subject, type Terminals, whatIsLost } from '../../client/dialog-subject.ts';
import type { Exportable } from '../../client/run/exported-runs.ts';

/** A question that lies over the page until it is answered. */
export type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly uri: string }
  /** `reasons`: who would lose it, and what would end with it, a sentence each. */
  | {
      readonly kind: 'close' | 'kill';
      readonly uri: string;
      readonly reasons: readonly string[];
    }
  | { readonly kind: 'closeGroup'; readonly uris: readonly string[]; readonly reasons: readonly string[] }
  /** Exports a command, or all that are shown. */
  | { readonly kind: 'export'; readonly chosen: Exportable; readonly shown: readonly Exportable[] }
  /** The note on a finished command, and what it was. */
  | {
      readonly kind: 'note';
      readonly commandLine: string;
      readonly note: string;
      readonly keep: (note: string) => Promise<void>;
    }
  | { readonly kind: 'endAll' }
  /** `kept` was typed for a terminal that another client holds. */
  | { readonly kind: 'takeOver'; readonly uri: string; readonly holder: string; readonly kept: Kept }
  /** `text` is the visible text of the link. */
  | { readonly kind: 'link'; readonly address: string; readonly text: string }
  | { readonly kind: 'history' }
  /** All commands; `text` stands in the field. */
  | { readonly kind: 'palette'; readonly text?: string }
  /** Chooses a tab: it goes there, or shows it beside the terminal in front. */
  | { readonly kind: 'tabs' | 'join' }
  /** Says what has become of the terminal for which something was being typed, and takes the rest of what is typed. */
  | { readonly kind: 'gone'; readonly what: string; readonly line: string }
  | { readonly kind: 'sessions' }
  | { readonly kind: 'settings' }
  | { readonly kind: 'keys' };

export type Kept =
  | {
      readonly data: string;
      readonly bytes: boolean;
      /** Called when it is sent: what was typed for it stays in its line until then. */
      readonly onSent: () => void;
    }
  | undefined;

/** How long a dialog of each kind stays: one that is not in this table does not compile. */
export const DIALOG_SUBJECTS: { readonly [K in Dialog['kind']]: Subject } = {
  rename: 'open',
  close: 'open',
  kill: 'open',
  closeGroup: 'open',
  takeOver: 'open',
  history: 'front',
  palette: 'front',
  join: 'front',
  gone: 'window',
  new: 'window',
  export: 'window',
  note: 'window',
  endAll: 'window',
  link: 'window',
  tabs: 'window',
  sessions: 'window',
  settings: 'window',
  keys: 'window',
};

/** `at` is the terminal as far as what was typed may still be sent there. */
export type Change = Terminals & {
  /** The terminal that was in front until now. */
  readonly before: string | undefined;
  readonly titleOf: (uri: string) => string;
  /** The half-written line of a terminal. */
  readonly lineOf: (uri: string) => string;
};

/**
 * Returns the notice that takes the place of a dialog, or of a line, when its terminal is gone or is no longer what it was begun
 * for: it takes the keys of who types on. Undefined while nothing of that kind has happened.
 */
export function goneNotice(dialog: Dialog | undefined, change: Change): Dialog | undefined {
  const lost = whatIsLost(aboutOf(dialog, change), change);
  return (
    lost && { kind: 'gone', what: `${change.titleOf(lost.uri)} ${lost.what}`, line: change.lineOf(lost.uri) }
  );
}

/** A dialog that names no terminal is about the one that was in front; without one, a half-written line is. */
function aboutOf(dialog: Dialog | undefined, { before, lineOf }: Change): About {
  const front = before === undefined ? [] : [before];
  if (dialog === undefined) return { subject: 'open', uris: front.filter((uri) => lineOf(uri) !== '') };
  const uris = 'uris' in dialog ? dialog.uris : 'uri' in dialog ? [dialog.uri] : front;
  const about = { subject: DIALOG_SUBJECTS[dialog.kind], uris };
  return dialog.kind === 'takeOver'
    ? { ...about, holder: { id: dialog.holder, name: dialog.holder } }
    : about;
}
