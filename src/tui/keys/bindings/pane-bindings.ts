/** Default keys of panes: in every mode those that go from one to another, in BROWSE those of vim, in a preset those of tmux. */

import { type Binding, type BindingRow, bindingsOf } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';

const BESIDE = { when: 'side-by-side' } as const;

/** Keys that a program misses only where there is more than one pane. */
const MOVING: readonly BindingRow[] = [
  ['alt+left', 'pane.left', BESIDE],
  ['alt+right', 'pane.right', BESIDE],
  ['alt+up', 'pane.up', BESIDE],
  ['alt+down', 'pane.down', BESIDE],
  ['ctrl+alt+right', 'pane.wider', BESIDE],
  ['ctrl+alt+left', 'pane.narrower', BESIDE],
  ['ctrl+alt+down', 'pane.taller', BESIDE],
  ['ctrl+alt+up', 'pane.shorter', BESIDE],
  ['f11', 'pane.zoom', BESIDE],
];

const OPENING: readonly BindingRow[] = [
  ['alt+shift+right', 'pane.splitRight'],
  ['alt+shift+down', 'pane.splitBelow'],
];

/** Ctrl+W begins what vim does with its windows. */
const BROWSING: readonly BindingRow[] = [
  ['|', 'pane.splitRight'],
  ['-', 'pane.splitBelow'],
  ['m', 'pane.zoom'],
  ['ctrl+w v', 'pane.splitRight'],
  ['ctrl+w s', 'pane.splitBelow'],
  ['ctrl+w a', 'pane.join'],
  ['ctrl+w h', 'pane.left'],
  ['ctrl+w j', 'pane.down'],
  ['ctrl+w k', 'pane.up'],
  ['ctrl+w l', 'pane.right'],
  ['ctrl+w w', 'pane.next'],
  ['ctrl+w ctrl+w', 'pane.next'],
  ['ctrl+w q', 'pane.number'],
  ['ctrl+w z', 'pane.zoom'],
  ['ctrl+w space', 'pane.arrange'],
  ['ctrl+w =', 'pane.even'],
  ['ctrl+w >', 'pane.wider'],
  ['ctrl+w <', 'pane.narrower'],
  ['ctrl+w +', 'pane.taller'],
  ['ctrl+w -', 'pane.shorter'],
  ['ctrl+w x', 'pane.swapNext'],
  ['ctrl+w X', 'pane.swapPrevious'],
  ['ctrl+w T', 'pane.breakOut'],
  ['ctrl+w p', 'pane.peek'],
  ['ctrl+w m', 'pane.mark'],
  ['ctrl+w M', 'pane.markAll'],
  ['ctrl+w f', 'pane.fleet'],
  ['ctrl+w /', 'pane.filter'],
  ['ctrl+w Q', 'pane.closeMarked'],
  ['ctrl+w n', 'pane.name'],
];

export const PANE_BINDINGS: readonly Binding[] = [
  ...bindingsOf('run', [...MOVING, ...OPENING]),
  ...bindingsOf('raw', MOVING),
  ...bindingsOf('browse', [...MOVING, ...OPENING, ...BROWSING]),
];

/** Keys behind the prefix of tmux, those that do something without panes first. */
const TMUX: readonly (readonly [key: string, command: CommandId])[] = [
  ['%', 'pane.splitRight'],
  ['"', 'pane.splitBelow'],
];

const TMUX_BESIDE: readonly (readonly [key: string, command: CommandId])[] = [
  ['o', 'pane.next'],
  ['z', 'pane.zoom'],
  ['left', 'pane.left'],
  ['right', 'pane.right'],
  ['up', 'pane.up'],
  ['down', 'pane.down'],
  ['space', 'pane.arrange'],
  ['!', 'pane.breakOut'],
  ['{', 'pane.swapPrevious'],
  ['}', 'pane.swapNext'],
  ['q', 'pane.number'],
];

/** Returns the keys of tmux behind a prefix, in every mode that takes it. */
export function tmuxPaneBindings(prefix: string): Binding[] {
  const rows: readonly BindingRow[] = [
    ...TMUX.map(([key, command]): BindingRow => [`${prefix} ${key}`, command]),
    ...TMUX_BESIDE.map(([key, command]): BindingRow => [`${prefix} ${key}`, command, BESIDE]),
  ];
  return (['run', 'raw', 'browse'] as const).flatMap((table) => bindingsOf(table, rows));
}
