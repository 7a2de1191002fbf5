/** What is typed for a terminal goes with it: dialogs about one that is gone, and the line that was being written there. */

import type { Exportable } from '../../client/run/exported-runs.ts';

/** A question that lies over the page until it is answered. */
export type Dialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename'; readonly uri: string }
  /** `would` is what would end with it; `holder` is named if that is somebody else. */
  | {
      readonly kind: 'close' | 'kill';
      readonly uri: string;
      readonly would: readonly string[];
      readonly holder?: string;
    }
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

/** `front`: for the terminal in front; `open`: about the terminal that it names; `page`: about none. */
type Subject = 'front' | 'open' | 'page';

/** How long a dialog of each kind stays: one that is not in this table does not compile. */
export const DIALOG_SUBJECTS: { readonly [K in Dialog['kind']]: Subject } = {
  rename: 'open',
  close: 'open',
  kill: 'open',
  takeOver: 'open',
  history: 'front',
  palette: 'front',
  join: 'front',
  gone: 'page',
  new: 'page',
  export: 'page',
  note: 'page',
  endAll: 'page',
  link: 'page',
  tabs: 'page',
  sessions: 'page',
  settings: 'page',
  keys: 'page',
};

export type Change = {
  /** The URIs of the open terminals. */
  readonly has: (uri: string) => boolean;
  /** The terminal that was in front until now, and the one that comes there. */
  readonly front: string | undefined;
  readonly next: string | undefined;
  /** The terminal now, as far as what was typed may still be sent there. */
  readonly nowAt: (uri: string) => { readonly hasEnded: boolean; readonly holder: string | undefined };
  readonly titleOf: (uri: string) => string;
  /** The half-written line of a terminal. */
  readonly lineOf: (uri: string) => string;
};

/**
 * Returns the notice that takes the place of a dialog, or of a line, when its terminal is gone or is no longer what it was begun
 * for: it takes the keys of who types on. Undefined while nothing of that kind has happened.
 */
export function goneNotice(dialog: Dialog | undefined, change: Change): Dialog | undefined {
  const { uri, what } = whatIsGone(dialog, change) ?? {};
  if (uri === undefined) return undefined;
  return { kind: 'gone', what: `${change.titleOf(uri)} ${what}`, line: change.lineOf(uri) };
}

type Lost = { readonly uri: string; readonly what: string };

function whatIsGone(dialog: Dialog | undefined, change: Change): Lost | undefined {
  const { has, front, next, lineOf } = change;
  const closed = (uri: string) => (has(uri) ? undefined : { uri, what: 'is closed' });
  const lost = front === undefined ? undefined : closed(front);
  if (dialog === undefined) return lost !== undefined && lineOf(lost.uri) !== '' ? lost : undefined;
  const subject = DIALOG_SUBJECTS[dialog.kind];
  if (subject === 'open' && 'uri' in dialog) return closed(dialog.uri) ?? notTaken(dialog, change);
  // A dialog may have been opened before there was a terminal.
  if (subject !== 'front' || front === undefined) return undefined;
  return lost ?? (front === next ? undefined : { uri: front, what: 'is no longer in front' });
}

/** The answer is about the holder whom the question names, and sends what was typed to a shell that still takes it. */
function notTaken(dialog: Dialog, { nowAt }: Change): Lost | undefined {
  if (dialog.kind !== 'takeOver') return undefined;
  const { uri, holder } = dialog;
  const now = nowAt(uri);
  if (now.hasEnded) return { uri, what: 'has ended' };
  return now.holder === holder ? undefined : { uri, what: `is not held by ${holder} any more` };
}
