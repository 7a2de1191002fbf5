/** Rules for keys: in each mode a key is a command, text for an editor, or input for the program. */

import type { CommandId } from '../../client/commands/commands.ts';
import { keyLabel } from '../../client/commands/key-labels.ts';
import { isPassThrough } from '../../client/commands/key-table.ts';
import { type Binding, bindingFor } from '../../client/commands/keymap.ts';
import { tmuxPrompt } from '../../client/commands/tmux-keys.ts';
import { edit } from '../../screen/editor/edit.ts';
import { editorText } from '../../screen/editor/editor-state.ts';
import { ACCEPTING, nextWord, suggestedRest } from '../../screen/editor/recall.ts';
import { onCharacter, VI_INSERT, type ViAct, viEscape, viKey } from '../../screen/editor/vi.ts';
import { isModifierAlone } from '../input/encode-key.ts';
import type { KeyToken } from '../input/token.ts';
import { isTyping, press, releasedAt } from '../keys/bindings/chords.ts';
import {
  blocksAsked,
  hasViKeys,
  inputContext,
  isInShell,
  passesThrough,
} from '../model/derived/input-context.ts';
import { joinedHints, keyHint } from '../model/derived/key-of.ts';
import type { Mode, Model, TabView } from '../model/model.ts';
import { activeView, andThen, type Step, step, withToast, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { runCommand } from './commands.ts';
import { dialogKey } from './dialogs/dialog-rules.ts';
import { returnTo } from './line/mode-switches.ts';
import { answerBlocks } from './terminals/blocks-question.ts';
import { followAgain, runsElsewhere, send, sendKey, tellKey } from './terminals/send.ts';
import { openPalette } from './terminals/tab-acts.ts';

export function keyPressed(model: Model, viewState: ViewState, key: KeyToken): Step {
  if (key.released || isModifierAlone(key)) return keyTold(model, viewState, key);
  if (isLost(model) && key.name === 'ctrl+c') return leaveLost(model);
  if (blocksAsked(model) !== undefined)
    return answerBlocks(model, viewState, key) ?? keyPressed({ ...model, dialog: undefined }, viewState, key);
  if (model.dialog !== undefined) return dialogKey(model, viewState, key);
  const front = activeView(model);
  if (front === undefined) return keyOf(model, viewState, key, 'run');
  // Esc Esc are two keys one after the other: what is typed between them makes the second one a key of its own.
  const escaped = key.name === 'escape' || model.escapedAt === 0 ? model : { ...model, escapedAt: 0 };
  const done = keyOf(escaped, viewState, key, front.view.mode);
  const { selection } = front.view;
  // A selection of the mouse lasts until the next key.
  const isOver = selection !== undefined && done.model.views[front.uri]?.selection === selection;
  if (!isOver || done.model.views[front.uri]?.mode === 'select') return done;
  return { ...done, model: withView(done.model, front.uri, { selection: undefined }) };
}

function keyOf(model: Model, viewState: ViewState, key: KeyToken, mode: Mode, alone = false): Step {
  const to = whereTo(model, mode);
  const pressed = press(
    model.chord,
    {
      table: to === 'shell' ? 'run' : mode,
      key,
      uri: model.active,
      now: viewState.now,
      chordTime: model.settings.chordTime,
      input: inputContext(model, viewState),
      passes: to === 'shell' || (to === 'run' && passes(model, viewState)),
      alone,
    },
    model.keymap,
  );
  const next = pressed.waiting === model.chord ? model : { ...model, chord: pressed.waiting };
  const { outcome } = pressed;
  switch (outcome.kind) {
    case 'waits':
      return step({ ...next, toast: undefined });
    case 'command':
      return runCommand(next, viewState, outcome.binding.command, outcome.binding.argument);
    case 'literal':
      if (outcome.mode !== undefined) return sendKey(returnTo(next, viewState, outcome.mode), viewState, key);
      return isPassThrough(mode) ? toProgram(next, viewState, key) : keyOf(next, viewState, key, mode, true);
    case 'released':
      return andThen(keyOf(next, viewState, outcome.first, mode, true), (released) =>
        pressedNext(released, viewState, outcome.first, key),
      );
    case 'unbound': {
      const line = tmuxPrompt(key.name);
      if (line !== undefined) return openPalette(next, line);
      return step(key.name === 'escape' ? next : notBound(next, viewState, key));
    }
    case 'ordinary':
      return ordinary(next, viewState, key, to);
  }
}

/** `shell`: to RUN's line, which the shell has to complete it. */
type KeysTo = Mode | 'shell';

function whereTo(model: Model, mode: Mode): KeysTo {
  const view = activeView(model)?.view;
  return mode === 'raw' && view !== undefined && isInShell(view) ? 'shell' : mode;
}

function ordinary(model: Model, viewState: ViewState, key: KeyToken, to: KeysTo): Step {
  if (to === 'shell') return besideShell(model, viewState, key);
  return isPassThrough(to) ? toProgram(model, viewState, key) : bound(model, viewState, key, to);
}

/**
 * Handles the key after a first key of a chord that has acted alone. If it is the same key, it acts at once and begins no
 * chord.
 */
function pressedNext(model: Model, viewState: ViewState, first: KeyToken, key: KeyToken): Step {
  const mode = activeView(model)?.view.mode ?? 'run';
  const isSame = key.name === first.name && model.dialog === undefined && model.chord === undefined;
  return isSame ? keyOf(model, viewState, key, mode, true) : keyPressed(model, viewState, key);
}

function notBound(model: Model, viewState: ViewState, key: KeyToken): Model {
  const { prefix = '' } = model.keymap;
  const mode = activeView(model)?.view.mode ?? 'run';
  const lists = keyHint(model, mode, 'help.open', 'lists the keys');
  const said = joinedHints('·', `nothing is bound to ${keyLabel(`${prefix} ${key.name}`)}`, lists);
  return withToast(model, said, viewState.now);
}

/** Lets the first key of a chord act alone when its time is over, or with `now` at once, because other input than a key came. */
export function releaseChord(model: Model, viewState: ViewState, now = false): Step {
  const { chord } = model;
  const at = releasedAt(chord);
  // A prefix that is followed by something else than a key is forgotten, as in tmux.
  if (chord === undefined || at === undefined || chord.uri !== model.active)
    return step(now && chord !== undefined ? { ...model, chord: undefined } : model);
  if (!now && viewState.now < at) return step(model);
  const mode = activeView(model)?.view.mode ?? 'run';
  return keyOf({ ...model, chord: undefined }, viewState, chord.key, mode, true);
}

/** Keys that may empty a line. */
const DELETING: ReadonlySet<string> = new Set([
  ...['backspace', 'delete', 'ctrl+h', 'ctrl+d', 'ctrl+w', 'ctrl+u', 'ctrl+k', 'ctrl+_'],
  ...['alt+backspace', 'ctrl+backspace', 'alt+d', 'ctrl+c', 'ctrl+g', 'ctrl+z'],
]);

/**
 * Sends a key. After Tab has moved RUN's line into the shell, notes what may end that: deleting the line, or giving it up by
 * Ctrl+C.
 */
function toProgram(model: Model, viewState: ViewState, key: KeyToken): Step {
  const sent = sendKey(model, viewState, key);
  const front = activeView(model);
  if (front?.view.droppedIn !== true) return sent;
  const { uri } = front;
  const givesUp = key.name === 'ctrl+c' && sent.effects.length > 0;
  const givenUp = givesUp ? viewState.terminal(uri)?.cursorRow().before : undefined;
  const deleting = DELETING.has(key.name);
  return {
    ...sent,
    model: withView(sent.model, uri, { deleting, givenUp, shellExpects: expected(front.view, key.text) }),
  };
}

function expected({ shellExpects, editor }: TabView, typed: string | undefined): string | undefined {
  return typed === undefined ? undefined : (shellExpects ?? editorText(editor)) + typed;
}

/** Returns the suggestion behind the cursor of the shell; empty while the echo of what was typed is awaited. */
function restInShell(view: TabView): string {
  const isCurrent = view.shellExpects === undefined || view.shellExpects === editorText(view.editor);
  return isCurrent ? suggestedRest(view) : '';
}

/**
 * Handles a key while the shell has RUN's line: the commands of RUN that neither type nor edit are there, as are the search for
 * lines of before and the suggestion behind the cursor. All other keys are the shell's, which may show a list to choose from.
 */
function besideShell(model: Model, viewState: ViewState, key: KeyToken): Step {
  const front = activeView(model);
  const binding = bindingFor(model.keymap, 'run', key.name, inputContext(model, viewState));
  if (front === undefined || binding === undefined) return toProgram(model, viewState, key);
  const { command, argument } = binding;
  const rest = ACCEPTING[command] === undefined ? '' : restInShell(front.view);
  if (rest !== '') {
    const part = ACCEPTING[command] === 'word' ? nextWord(rest) : rest;
    const sent = send(followAgain(model), viewState, part);
    const shellExpects = expected(front.view, part);
    return { ...sent, model: withView(sent.model, front.uri, { shellExpects }) };
  }
  if (command === 'mode.toggleRaw') return runCommand(model, viewState, 'mode.raw');
  const isShells = isTyping(command) && command !== 'input.historySearch';
  return isShells || key.name === 'escape'
    ? toProgram(model, viewState, key)
    : runCommand(model, viewState, command, argument);
}

/**
 * Sends the release of a key, or a modifier pressed alone, to a program that asked for such events (kitty keyboard protocol); no
 * command is bound to them. The release of a key that ran a command is not sent.
 */
function keyTold(model: Model, viewState: ViewState, key: KeyToken): Step {
  const front = activeView(model);
  if (front === undefined || model.dialog !== undefined) return step(model);
  const { mode } = front.view;
  // The program has not heard of the key that waits for a second one.
  if (model.chord?.did === 'nothing' && model.chord.key.name === key.name) return step(model);
  const binding = bindingFor(model.keymap, mode, key.name, inputContext(model, viewState));
  const goesThere = isPassThrough(mode)
    ? binding === undefined
    : mode === 'run' && passes(model, viewState) && isTyped(binding);
  return goesThere ? tellKey(model, viewState, key) : step(model);
}

/** Whether the host has been away for so long that the bar says how to leave; until then Ctrl+C is kept for the program. */
function isLost({ connection, revival }: Model): boolean {
  return connection === 'closed' || (connection !== 'ready' && revival !== undefined);
}

/** Quits on Ctrl+C while the host is away: no program could take it. */
function leaveLost(model: Model): Step {
  return step({ ...model, quit: { code: 1, farewell: 'the host could not be reached any more' } });
}

/** RUN and BROWSE: runs the command of a bound key; in RUN another key types or goes to the running program. */
function bound(model: Model, viewState: ViewState, key: KeyToken, mode: 'run' | 'browse' | 'select'): Step {
  const binding = bindingFor(model.keymap, mode, key.name, inputContext(model, viewState));
  if (mode === 'run' && passes(model, viewState) && isTyped(binding)) return sendKey(model, viewState, key);
  if (mode !== 'run') return plain(model, viewState, key, mode, binding);
  const taken = viTakes(model, key);
  if (taken === undefined) return viSettled(model, plain(model, viewState, key, mode, binding));
  const done =
    taken.command === undefined ? step(taken.model) : runCommand(taken.model, viewState, taken.command);
  // A line that vi's own keys have emptied is no new one: `dd` stays in normal mode.
  return viSettled(taken.model, done);
}

function plain(
  model: Model,
  viewState: ViewState,
  key: KeyToken,
  mode: 'run' | 'browse' | 'select',
  binding: Binding | undefined,
): Step {
  const front = activeView(model);
  if (key.name === 'escape' && binding?.command === 'mode.browse' && isSecondEscape(model, viewState)) {
    return step(model);
  }
  if (binding !== undefined) {
    const done = runCommand(model, viewState, binding.command, binding.argument);
    const left = mode !== 'run' && key.name === 'escape';
    return left ? { ...done, model: { ...done.model, escapedAt: viewState.now } } : done;
  }
  if (mode === 'browse' && key.text !== undefined) return step(lettersAreCommands(model, viewState));
  if (mode === 'run' && front !== undefined && key.text !== undefined) {
    const editor = edit(front.view.editor, { type: 'insert', text: key.text });
    return step(withView(followAgain(model), front.uri, { editor }));
  }
  return step(model);
}

/** Time (ms) in which a second Esc means the same as the first: both together always lead to the prompt. */
const ESCAPES_MS = 1_000;

function isSecondEscape({ escapedAt }: Model, { now }: ViewState): boolean {
  return now >= escapedAt && now - escapedAt <= ESCAPES_MS;
}

/** A letter without a command was probably meant for the command line, and more letters will follow. */
function lettersAreCommands(model: Model, viewState: ViewState): Model {
  return withToast(model, 'BROWSE: letters are commands here · Esc goes back to the prompt', viewState.now);
}

/** Whether RUN passes on what is typed in the terminal in front. */
function passes(model: Model, viewState: ViewState): boolean {
  const front = activeView(model);
  if (front === undefined) return false;
  return passesThrough(front.view.editor, viewState.terminal(front.uri)) || runsElsewhere(model);
}

/** Whether a key types or edits: a program that runs takes such keys before the line of RUN does. */
function isTyped(binding: Binding | undefined): boolean {
  return binding === undefined || isTyping(binding.command);
}

// The keys of vi in RUN's line.

const COMMANDS: Readonly<Record<ViAct, CommandId>> = {
  older: 'input.historyPrevious',
  newer: 'input.historyNext',
  search: 'input.historySearch',
  editor: 'input.editLine',
  commands: 'palette.open',
};

/** Keys without text that are motions in vi's normal mode. */
const NAMED: Readonly<Record<string, string>> = { backspace: 'h', space: 'l' };

/** A key that was taken: the model after it, and the command it stands for. */
type ViTaken = { readonly model: Model; readonly command: CommandId | undefined };

/** Returns undefined for keys that vi does not take. */
function viTakes(model: Model, key: KeyToken): ViTaken | undefined {
  const front = activeView(model);
  if (front === undefined || !hasViKeys(model)) return undefined;
  const { vi, editor } = front.view;
  if (key.name === 'escape') {
    return { model: withView(model, front.uri, viEscape(vi, editor)), command: undefined };
  }
  const character = vi.mode === 'normal' ? (NAMED[key.name] ?? key.text) : undefined;
  if (character === undefined) return undefined;
  const { act, ...next } = viKey(vi, editor, character);
  return { model: withView(model, front.uri, next), command: act && COMMANDS[act] };
}

/** Leaves vi's normal mode when a command has emptied the line; else puts the cursor on a character, as normal mode needs it. */
function viSettled(before: Model, done: Step): Step {
  const front = activeView(done.model);
  if (front === undefined || front.view.vi.mode === 'insert' || !hasViKeys(done.model)) return done;
  const { editor } = front.view;
  const isNew = editor.graphemes.length === 0 && activeView(before)?.view.editor.graphemes.length !== 0;
  const change = isNew
    ? { vi: { ...front.view.vi, mode: VI_INSERT.mode, pending: '' } }
    : { editor: onCharacter(editor) };
  return { ...done, model: withView(done.model, front.uri, change) };
}
