/** The short line of keys in the status bar: what they do right now, as many as fit. */

import { bindingsFor, type Keymap } from '../bindings/keymap.ts';
import type { CommandId } from '../command-ids.ts';
import type { InputContext } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { Mode } from '../mode.ts';

/** One key and a word; `command` makes it a target for the mouse. */
export type Hint = { readonly command: CommandId; readonly key: string; readonly word: string };

export type HintSpace = {
  readonly width: number;
  /** One-cell sign between hints, from the glyph set. */
  readonly separator: string;
  /** Keys that the outer terminal keeps: another key is named where there is one. */
  readonly kept: ReadonlySet<string>;
};

type Wish = readonly [command: CommandId, word: string];

/** By importance: what does not fit is left out from the end. */
export function hints(keymap: Keymap, mode: Mode, input: InputContext, space: HintSpace): Hint[] {
  const shown: Hint[] = [];
  let used = 0;
  for (const [command, word] of wishes(mode, input)) {
    const key = bestKey(keymap, mode, command, input, space.kept);
    if (key === undefined) continue;
    const hint = { command, key: keyLabel(key), word };
    const cost = text(hint).length + (shown.length > 0 ? space.separator.length + 2 : 0);
    if (used + cost > space.width) break;
    used += cost;
    shown.push(hint);
  }
  return shown;
}

export function hintText(shown: readonly Hint[], separator: string): string {
  return shown.map(text).join(` ${separator} `);
}

/** The first key that will arrive, else the first at all: the person may have freed it. */
export function bestKey(
  keymap: Keymap,
  mode: Mode,
  command: CommandId,
  input: InputContext,
  kept: ReadonlySet<string>,
): string | undefined {
  const keys = bindingsFor(keymap, mode, command, input).map((binding) => binding.key);
  return keys.find((key) => !kept.has(key)) ?? keys[0];
}

function wishes(mode: Mode, input: InputContext): readonly Wish[] {
  if (mode !== 'run') return WISHES[mode];
  if (input.holder === 'owner') return ELSEWHERE;
  if (input.holder === 'other' && !input.empty)
    return input.running ? WATCHING_RUNNING_TYPED : WATCHING_TYPED;
  if (input.holder === 'other' && input.running) return WATCHING_RUNNING;
  if (input.running) return input.empty ? RUNNING : RUNNING_TYPED;
  if (input.empty) return IDLE_EMPTY;
  return input.atEnd ? TYPED : INSIDE;
}

const IDLE_EMPTY: readonly Wish[] = [
  ['mode.toggleRaw', 'raw'],
  ['mode.browse', 'browse'],
  ['help.open', 'help'],
  ['tab.new', 'new tab'],
  ['input.historySearch', 'history'],
];

const TYPED: readonly Wish[] = [
  ['input.submit', 'run'],
  ['mode.toggleRaw', 'raw'],
  ['input.dropIntoShell', 'complete'],
  ['input.newline', 'new line'],
  ['tab.new', 'new tab'],
];

/** The smart keys edit here, and the hints say so. */
const INSIDE: readonly Wish[] = [
  ['input.submit', 'run'],
  ['edit.killToEnd', 'cut to end'],
  ['edit.end', 'to end'],
  ['mode.toggleRaw', 'raw'],
  ['input.newline', 'new line'],
];

const RUNNING: readonly Wish[] = [
  ['mode.toggleRaw', 'raw'],
  ['input.interrupt', 'stop'],
  ['mode.browse', 'browse'],
  ['input.eof', 'end input'],
];

const RUNNING_TYPED: readonly Wish[] = [
  ['input.submit', 'send'],
  ['mode.toggleRaw', 'raw'],
  ['input.interrupt', 'clear'],
];

/** Somebody else holds it: what types or runs something asks first whether to take it over. */
const WATCHING_TYPED: readonly Wish[] = [
  ['input.submit', 'take over, run'],
  ['input.interrupt', 'clear'],
];

const WATCHING_RUNNING: readonly Wish[] = [
  ['mode.browse', 'browse'],
  ['input.interrupt', 'take over, stop'],
  ['mode.toggleRaw', 'raw'],
];

const WATCHING_RUNNING_TYPED: readonly Wish[] = [
  ['input.submit', 'take over, send'],
  ['input.interrupt', 'clear'],
];

/** It runs at its owner: nothing can be typed from here. */
const ELSEWHERE: readonly Wish[] = [
  ['mode.browse', 'browse'],
  ['tab.new', 'new tab'],
  ['help.open', 'help'],
];

const WISHES: Readonly<Record<Exclude<Mode, 'run'>, readonly Wish[]>> = {
  raw: [['mode.run', 'back to RUN']],
  lock: [['mode.unlock', 'unlock']],
  browse: [
    ['mode.run', 'run'],
    ['help.open', 'help'],
    ['block.toggleFold', 'fold'],
    ['block.copyOutput', 'copy'],
    ['block.search', 'search'],
    ['block.nextFailed', 'next failed'],
    ['block.rerun', 'run again'],
    ['palette.open', 'all commands'],
  ],
  page: [['dialog.cancel', 'close']],
  dialog: [
    ['dialog.accept', 'ok'],
    ['dialog.cancel', 'cancel'],
  ],
};

function text({ key, word }: Hint): string {
  return `${key} ${word}`;
}
