/** The conditions that bindings and hints of RUN depend on. */

import * as claims from '../../../client/claims.ts';
import { IDLE, type InputContext } from '../../../client/commands/conditions.ts';
import { isPassThrough } from '../../../client/commands/key-table.ts';
import { holderOf, isOwn } from '../../../client/holder.ts';
import { splitOf } from '../../../client/panes/split.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { type EditorState, editorText } from '../../../screen/editor/editor-state.ts';
import { oneLine } from '../../outer/one-line.ts';
import type { CursorShape } from '../../paint/frame.ts';
import { type ConfirmedAct, type Dialog, isPageKind, type Model, type TabView } from '../model.ts';
import { isPeeked } from '../panes/pane-layout.ts';
import { activeTab, activeView } from '../step.ts';
import type { SeenTerminal, ViewState } from '../view-state.ts';
import { waitingElsewhere } from './queue.ts';

export function inputContext(model: Model, viewState: ViewState): InputContext {
  const front = activeView(model);
  if (front === undefined) return IDLE;
  const terminal = viewState.terminal(front.uri);
  const { graphemes, cursor } = front.view.editor;
  // Of the line that the shell has, only what is behind its cursor matters.
  const inShell = isInShell(front.view);
  return {
    empty: !inShell && graphemes.length === 0,
    atStart: !inShell && cursor === 0,
    atEnd: inShell ? terminal?.cursorRow().atEnd === true : cursor === graphemes.length,
    running: terminal?.running !== undefined,
    fullScreen: terminal?.fullScreen ?? false,
    selected: front.view.selection?.shape !== undefined,
    asked: askerInFront(model) !== undefined,
    viKeys: hasViKeys(model),
    holder: holderIn(model),
    sideBySide: splitOf(model, front.uri) !== undefined,
    closed: model.visited !== undefined,
    inHistory: model.dialog?.kind === 'historyPage',
    searchesLine: model.dialog?.kind === 'history',
    waits: waitingElsewhere(model, viewState.now) > 0,
  };
}

/** Whether the shell's own editor has the line of RUN, to complete it: its keys go there, and all else is as in RUN. */
export function isInShell({ droppedIn, mode }: TabView): boolean {
  return droppedIn && mode === 'raw';
}

/**
 * Returns the text of the line that the shell has, as its screen shows it; undefined where that is not to be known: it fills more
 * than a row, the cursor is inside it, or the shell asks something.
 */
export function shellText({ shellPrompt }: TabView, terminal: SeenTerminal): string | undefined {
  const { before, atEnd } = terminal.cursorRow();
  if (shellPrompt === undefined || !atEnd || !before.startsWith(shellPrompt)) return undefined;
  return before.slice(shellPrompt.length);
}

/**
 * A terminal whose holder is gone, or that another window of the same user holds, counts as held here: the first key claims
 * it.
 */
function holderIn(model: Model): InputContext['holder'] {
  const tab = activeTab(model);
  if (isPeeked(model, tab?.resource)) return 'nobody';
  const kind = tab === undefined ? 'me' : holderOf(tab, model.me).kind;
  return kind === 'gone' || kind === 'mine' ? 'me' : kind;
}

/** Whether RUN passes keys to the program: while one runs and the editor is empty. */
export function passesThrough(editor: EditorState, terminal: SeenTerminal | undefined): boolean {
  return terminal?.running !== undefined && editorText(editor) === '';
}

/** The conditions that bindings of a dialog depend on. */
export function dialogContext({ kind }: Pick<Dialog, 'kind'>): InputContext {
  if (isPageKind(kind)) return { ...IDLE, page: kind };
  if (kind === 'confirm') return { ...IDLE, asks: 'yesOrNo' };
  if (kind === 'question') return { ...IDLE, asks: 'question' };
  return kind === 'takeOver' ? { ...IDLE, asks: 'takeOver' } : IDLE;
}

// Questions at a terminal: an agent asks for the terminal; cotty asks whether a shell on another machine gets blocks.

/** Longest handle in characters; this host accepts no longer ones. */
export const MAX_HANDLE = 64;

/** Returns the handle of the agent that asks for a terminal, `ada`, as one line. */
export function askerOf(tab: TerminalInfo | undefined): string | undefined {
  const asker = tab && claims.askerOf(tab);
  return asker === undefined ? undefined : oneLine(asker, MAX_HANDLE);
}

/** Returns the agent that asks for the terminal in front, if this window can give it and did not tell it to wait. */
export function askerInFront(model: Model): string | undefined {
  const tab = activeTab(model);
  const asker = askerOf(tab);
  if (tab === undefined || asker === undefined || !isOwn(holderOf(tab, model.me))) return undefined;
  return model.views[tab.resource]?.declined === asker ? undefined : asker;
}

/** Time (ms) after a question appears in which keys are not taken as its answer: they were typed for the program. */
const UNSEEN_MS = 500;

type BlocksAct = Extract<ConfirmedAct, { readonly kind: 'blocks' }>;

/** The open question about blocks on another machine, if there is one. */
export function blocksAsked({ dialog }: Pick<Model, 'dialog'>): BlocksAct | undefined {
  return dialog?.kind === 'confirm' && dialog.yes.kind === 'blocks' ? dialog.yes : undefined;
}

/** Returns when keys begin to answer it (Unix ms). */
export function answersFrom({ at }: BlocksAct): number {
  return at + UNSEEN_MS;
}

/** Whether RUN's line has the editing keys of vi, by the setting, or like the shell. */
export function hasViKeys(model: Model): boolean {
  const { editMode } = model.settings;
  if (editMode !== 'auto') return editMode === 'vi';
  return cottyMeta<TerminalMeta>(activeTab(model)?._meta).editMode === 'vi';
}

/** The cursor shape in RUN's line: with vi keys, a bar in insert mode and a block in normal mode. */
export function lineCursor(model: Model): CursorShape {
  const view = activeView(model)?.view;
  if (view === undefined || !hasViKeys(model)) return 'default';
  return view.vi.mode === 'normal' ? 'block' : 'bar';
}

/** Returns the pending keys of vi's normal mode, for the bar; empty in insert mode. */
export function viNote(model: Model): string {
  const view = activeView(model)?.view;
  if (view?.mode !== 'run' || view.vi.mode !== 'normal' || !hasViKeys(model)) return '';
  return view.vi.pending === '' ? 'vi' : `vi ${view.vi.pending}`;
}

/** Whether keys have to wait: the terminal that they are meant for was requested and is not shown yet. */
export function keysWait({ awaited, active, dialog, connection }: Model, isComing: boolean): boolean {
  if (dialog !== undefined) return false;
  // Without a connection nothing comes, and Ctrl+C ends the window.
  return active === undefined ? awaited !== undefined : isComing && connection === 'ready';
}

/** Whether all keys go to the program as they come. */
export function keysAreRaw(model: Model): boolean {
  const front = activeView(model);
  return model.dialog === undefined && front !== undefined && isPassThrough(front.view.mode);
}
