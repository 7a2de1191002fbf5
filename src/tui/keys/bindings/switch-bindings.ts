/** Keys that switch modes, and the two smart keys of RUN: the bindings that presets and settings change. */

import { type Binding, type BindingRow, bindingsOf, TO_RAW } from '../binding.ts';
import { tmuxPaneBindings } from './pane-bindings.ts';

/** The key that enters and leaves RAW, by preset. The presets follow the prefix keys of other multiplexers. */
export const PRESETS = {
  default: 'ctrl+k',
  tmux: 'ctrl+b',
  screen: 'ctrl+a',
  zellij: 'ctrl+g',
  safe: 'ctrl+]',
} as const;

export type Preset = keyof typeof PRESETS;

/** `smart` edits where there is something to edit; `always` never edits; `off` only edits. */
export type SmartKey = 'smart' | 'always' | 'off';

export type SwitchChoices = {
  readonly preset: Preset;
  readonly ctrlE: SmartKey;
  readonly ctrlK: SmartKey;
  /** The key that leaves LOCK, as `readKey` spells it. */
  readonly lockKey: string;
  /** Reserves F4 in RAW too, for VS Code's terminal, where Ctrl+K may not arrive. */
  readonly keepF4: boolean;
};

/** RAW scrolls as terminals do; a full-screen program gets these keys, too. */
const RAW_SCROLL_ROWS: readonly BindingRow[] = [
  ['shift+pageup', 'scroll.pageUp', { when: 'screen-scrolls' }],
  ['shift+pagedown', 'scroll.pageDown', { when: 'screen-scrolls' }],
];

export function switchBindings(choices: SwitchChoices): Binding[] {
  const key = PRESETS[choices.preset];
  const raw: BindingRow[] = [[key, 'mode.run']];
  if (choices.keepF4) raw.push(['f4', 'mode.run']);
  return [
    ...bindingsOf('run', [...newTabRows(choices.ctrlE), ...toggleRows(choices)]),
    ...bindingsOf('raw', [...raw, ...RAW_SCROLL_ROWS]),
    ...bindingsOf('lock', [[choices.lockKey, 'mode.unlock']]),
    ...bindingsOf('browse', [
      ['ctrl+e', 'tab.new'],
      [key, 'mode.toggleRaw', TO_RAW],
    ]),
    ...(choices.preset === 'tmux' ? tmuxPaneBindings(key) : []),
  ];
}

function newTabRows(choice: SmartKey): BindingRow[] {
  if (choice === 'off') return [['ctrl+e', 'edit.end']];
  if (choice === 'always') return [['ctrl+e', 'tab.new']];
  return [
    ['ctrl+e', 'tab.new', { when: 'input-empty' }],
    ['ctrl+e', 'edit.end', { when: 'input-not-empty' }],
  ];
}

/** Bindings of the keys that enter RAW. With another preset than the default, Ctrl+K only edits. */
function toggleRows({ preset, ctrlK }: SwitchChoices): BindingRow[] {
  if (preset !== 'default') return [['ctrl+k', 'edit.killToEnd'], ...presetRows(preset)];
  if (ctrlK === 'off') return [['ctrl+k', 'edit.killToEnd']];
  if (ctrlK === 'always') return [['ctrl+k', 'mode.toggleRaw', TO_RAW]];
  return [
    ['ctrl+k', 'mode.toggleRaw', { when: 'input-at-end', ...TO_RAW }],
    ['ctrl+k', 'edit.killToEnd', { when: 'text-to-the-right' }],
  ];
}

/** Bindings of a preset's key. Ctrl+A and Ctrl+B also edit, so they switch only where editing would do nothing. */
function presetRows(preset: Exclude<Preset, 'default'>): BindingRow[] {
  const key = PRESETS[preset];
  if (preset === 'zellij' || preset === 'safe') return [[key, 'mode.toggleRaw', TO_RAW]];
  return [
    [key, 'mode.toggleRaw', { when: 'input-at-start', ...TO_RAW }],
    [key, preset === 'screen' ? 'edit.home' : 'edit.left', { when: 'text-to-the-left' }],
  ];
}
