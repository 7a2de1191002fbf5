/** Sends bytes, keys and pastes to the program in front, if this window holds its terminal or may take it. */

import { awayWords } from '../../../client/away.ts';
import { isBrowsing } from '../../../client/commands/key-table.ts';
import { type Holder, holderOf, refusedAtOwner } from '../../../client/holder.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { encodePaste } from '../../../protocol/terminal/paste.ts';
import { toBottom } from '../../blocks/list/scroll.ts';
import { keyForProgram } from '../../input/encode-key.ts';
import type { KeyToken } from '../../input/token.ts';
import type { Model } from '../../model/model.ts';
import { isPeeked } from '../../model/panes/pane-layout.ts';
import {
  activeTab,
  activeView,
  type Effect,
  type Step,
  step,
  withToast,
  withView,
} from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

/** Whether the pty of the terminal in front is at another client, so that this window cannot type into it. */
export function runsElsewhere(model: Model): boolean {
  return holderInFront(model)?.kind === 'owner';
}

function holderInFront(model: Model): Holder | undefined {
  const tab = activeTab(model);
  return tab && holderOf(tab, model.me);
}

/** Sends input to the terminal in front; asks first if another client holds it. With `bytes`, each character is one byte. */
export function send(model: Model, viewState: ViewState, data: string, bytes = false): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const { resource: uri, title, lifecycle } = tab;
  if (isPeeked(model, uri)) return step(withToast(model, 'this pane is only watched', viewState.now));
  if (lifecycle.status === 'exited') {
    return step(withToast(model, `${title} has exited; its shell takes no input`, viewState.now, 'bad'));
  }
  const meta = cottyMeta<TerminalMeta>(tab._meta);
  const away = awayWords(meta);
  if (away !== undefined)
    return step(
      withToast(model, `${meta.machine} ${away}; its terminals take no input`, viewState.now, 'bad'),
    );
  const input: Effect = { kind: 'input', uri, data, ...(bytes && { bytes }) };
  const sent = noted(model, viewState, uri, data);
  const holder = holderOf(tab, model.me);
  switch (holder.kind) {
    case 'me':
      return step(sent, input);
    case 'owner':
      return step(withToast(model, refusedAtOwner(holder, 'type'), viewState.now, 'bad'));
    case 'mine':
    case 'gone':
      return step(sent, { kind: 'claim', uri, takeOverFrom: holder.id }, { kind: 'fit', uri }, input);
    case 'other': {
      const { id: holderId, name: holderName } = holder;
      const dialog = {
        kind: 'takeOver',
        uri,
        holderId,
        holderName,
        kept: bytes ? '' : data,
        fromEditor: false,
      } as const;
      return step({ ...model, dialog });
    }
  }
}

/** Sends a key in the protocol of the program in front. */
export function sendKey(model: Model, viewState: ViewState, key: KeyToken): Step {
  const bytes = bytesOf(model, viewState, key);
  return bytes === '' ? step(model) : send(followAgain(model), viewState, bytes);
}

/**
 * Sends the release of a key, or a modifier pressed alone. Unlike `sendKey` it neither scrolls nor asks to take the terminal
 * over.
 */
export function tellKey(model: Model, viewState: ViewState, key: KeyToken): Step {
  const tab = activeTab(model);
  const bytes = bytesOf(model, viewState, key);
  const isOurs = tab !== undefined && holderOf(tab, model.me).kind === 'me' && !isPeeked(model, tab.resource);
  return bytes === '' || !isOurs ? step(model) : send(model, viewState, bytes);
}

function bytesOf(model: Model, viewState: ViewState, key: KeyToken): string {
  const modes = viewState.terminal(model.active ?? '')?.modes ?? {
    applicationCursorKeys: false,
    applicationKeypad: false,
    kittyKeyboard: 0,
    modifyOtherKeys: 0,
  };
  return keyForProgram(key, modes);
}

/** A long paste comes in pieces; the program sees one paste. */
type PastePiece = { readonly more?: boolean; readonly continued?: boolean };

/**
 * Sends pasted text: bracketed if the program asked for that, always without an end mark inside. The pieces of a long paste
 * have one pair of brackets or none, whatever the program asks for between them.
 */
export function sendPaste(model: Model, viewState: ViewState, text: string, piece: PastePiece = {}): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri } = front;
  const begun = piece.continued && model.pasting?.to === 'program' ? model.pasting : undefined;
  const bracketed = begun?.bracketed ?? viewState.terminal(uri)?.modes.bracketedPaste ?? false;
  const holder = holderInFront(model);
  // What is kept until a question is answered has a limit; a paste in pieces has none.
  if (holder?.kind === 'other' && (piece.more || piece.continued)) {
    const said = `${holder.name} holds this terminal: take it over before you paste that much`;
    return step(withToast({ ...model, pasting: undefined }, said, viewState.now, 'bad'));
  }
  const pasting = piece.more ? ({ to: 'program', uri, bracketed } as const) : undefined;
  return send({ ...model, pasting }, viewState, encodePaste(text, { bracketed, ...piece }));
}

/** Scrolls the view to its end, so that typed text is in sight, and drops the selection of a block. */
export function followAgain(model: Model): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  const { mode } = front.view;
  const blocks = toBottom(front.view.blocks);
  const keeps = isBrowsing(mode) || blocks.selected === undefined;
  return withView(model, front.uri, { blocks: keeps ? blocks : { ...blocks, selected: undefined } });
}

// Records in a tab's view that input was sent to its program, even from another terminal.

/** A shell at its prompt empties its line at Ctrl+C and at Enter. Ctrl+D and Ctrl+L add nothing to it. */
const INTERRUPT = '\x03';
const QUIT = '\x1c';
const ADD_NOTHING: ReadonlySet<string> = new Set(['\x04', '\x0c']);

/** The shell's own line may hold text from now on; a command that ends soon after it was stopped gives no notice. */
export function noted(model: Model, viewState: ViewState, uri: string, data: string): Model {
  const atPrompt = viewState.terminal(uri)?.running === undefined;
  return withView(model, uri, {
    ...(atPrompt && !ADD_NOTHING.has(data)
      ? { shellLineDirty: data !== INTERRUPT && !data.endsWith('\r') }
      : {}),
    ...(data === INTERRUPT || data === QUIT ? { stoppedAt: viewState.now } : {}),
  });
}
