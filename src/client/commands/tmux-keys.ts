/** The keys of tmux after its prefix, which the bar lists in this order, and with them the bindings of every preset. */

import { PREFIXED, TO_RAW } from './command.ts';
import { isCommandId } from './commands.ts';
import {
  type BindingRow,
  bindingsBehind,
  bindingsOf,
  prefixOf,
  type SwitchChoices,
} from './default-bindings.ts';
import type { Binding } from './keymap.ts';
import { tmuxMeaning } from './tmux-verbs.ts';

/**
 * The keys of tmux after its prefix, the most useful first, each with the line that it runs there, or with a command of cotty. What the
 * line means here comes from the table of verbs.
 */
const TMUX_KEYS: readonly (readonly [key: string, line: string])[] = [
  ['c', 'new-window'],
  ['n', 'next-window'],
  ['p', 'previous-window'],
  ['%', 'split-window -h'],
  ['"', 'split-window'],
  ['o', 'select-pane -t +'],
  ['[', 'copy-mode'],
  ['d', 'detach-client'],
  ['?', 'list-keys'],
  ['x', 'confirm-before kill-pane'],
  ['z', 'resize-pane -Z'],
  [',', 'command-prompt rename-window'],
  ['w', 'choose-tree'],
  ['s', 'choose-tree -s'],
  ['l', 'last-window'],
  [':', 'command-prompt'],
  [']', 'paste-buffer'],
  ['&', 'confirm-before kill-window'],
  ...Array.from({ length: 10 }, (_, n) => [`${n}`, `select-window -t ${n === 0 ? 10 : n}`] as const),
  ['left', 'select-pane -L'],
  ['right', 'select-pane -R'],
  ['up', 'select-pane -U'],
  ['down', 'select-pane -D'],
  [';', 'last-pane'],
  ['ctrl+left', 'resize-pane -L'],
  ['ctrl+right', 'resize-pane -R'],
  ['ctrl+up', 'resize-pane -U'],
  ['ctrl+down', 'resize-pane -D'],
  ['alt+left', 'resize-pane -L 5'],
  ['alt+right', 'resize-pane -R 5'],
  ['alt+up', 'resize-pane -U 5'],
  ['alt+down', 'resize-pane -D 5'],
  ['!', 'break-pane'],
  ['{', 'swap-pane -U'],
  ['}', 'swap-pane -D'],
  ['space', 'next-layout'],
  ['E', 'select-layout -E'],
  ['alt+1', 'select-layout even-horizontal'],
  ['alt+2', 'select-layout even-vertical'],
  ['alt+3', 'select-layout main-horizontal'],
  ['alt+4', 'select-layout main-vertical'],
  ['alt+5', 'select-layout tiled'],
  ['ctrl+o', 'rotate-window'],
  ['m', 'select-pane -m'],
  ['q', 'display-panes'],
  ["'", 'command-prompt select-window'],
  ['.', 'command-prompt move-window'],
  ['f', 'command-prompt find-window'],
  ['pageup', 'copy-mode -u'],
  ['r', 'refresh-client'],
  ['i', 'display-message'],
  ['t', 'clock-mode'],
  ['~', 'show-messages'],
  ['(', 'app.sessions'],
  [')', 'app.sessions'],
  ['ctrl+z', 'suspend-client'],
  ['$', 'command-prompt rename-session'],
  ['=', 'choose-buffer'],
  ['#', 'list-buffers'],
  ['D', 'choose-client'],
  ['C', 'customize-mode'],
  ['<', 'display-menu'],
  ['>', 'display-menu'],
  ['/', 'command-prompt list-keys'],
];

/** The keys after the prefix that run a command of cotty. */
function prefixRows(): readonly BindingRow[] {
  return TMUX_KEYS.flatMap(([key, line]): BindingRow[] => {
    if (isCommandId(line)) return [[key, line]];
    const meaning = tmuxMeaning(line.split(' '));
    if (meaning.kind !== 'command') return [];
    const { command, argument } = meaning;
    return [argument === undefined ? [key, command] : [key, command, { argument }]];
  });
}

/**
 * The line of a key after the prefix that opens a prompt, a list or a menu in tmux which cotty has not. Here it opens the palette with
 * that line: it says what to use, and what is typed by habit goes to it, not to the terminal.
 */
export function tmuxPrompt(key: string): string | undefined {
  const line = TMUX_KEYS.find(([each]) => each === key)?.[1];
  if (line === undefined || isCommandId(line) || tmuxMeaning(line.split(' ')).kind === 'command')
    return undefined;
  return `${line.replace(/^command-prompt /, '')} `;
}

/** Returns the bindings of a preset without the user's own key lines. */
export function defaultBindings(choices: SwitchChoices): Binding[] {
  const prefix = prefixOf(choices);
  return bindingsBehind(prefix === undefined ? [] : prefixBindings(prefix), choices);
}

/** Returns the keys of tmux after the prefix, in every mode that has the prefix; Enter goes to RAW and back. */
function prefixBindings(prefix: string): Binding[] {
  const tmuxRows = prefixRows();
  return PREFIXED.flatMap((table) => {
    const leaves = table === 'raw' || table === 'select';
    const enter: BindingRow = leaves ? ['enter', 'mode.run'] : ['enter', 'mode.toggleRaw', TO_RAW];
    const rows = [...tmuxRows, enter];
    return bindingsOf(
      table,
      rows.map(([key, ...rest]): BindingRow => [`${prefix} ${key}`, ...rest]),
    );
  });
}
