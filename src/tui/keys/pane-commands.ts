/** Commands on panes: terminals side by side in one window. */

import { type CommandInfo, keyOnly, listed } from './command-info.ts';
import type { KeyTable } from './key-table.ts';

const ANY: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse', 'select'];

export const PANE_COMMANDS = {
  'pane.splitRight': listed('Panes', 'Split right', 'Open a terminal at the right of this one', ANY),
  'pane.splitBelow': listed('Panes', 'Split below', 'Open a terminal below this one', ANY),
  'pane.join': listed('Panes', 'Tab beside', 'Show another tab beside this one', ANY),
  'pane.left': keyOnly('Panes', 'Pane at the left', 'The pane at the left', ANY),
  'pane.right': keyOnly('Panes', 'Pane at the right', 'The pane at the right', ANY),
  'pane.up': keyOnly('Panes', 'Pane above', 'The pane above', ANY),
  'pane.down': keyOnly('Panes', 'Pane below', 'The pane below', ANY),
  'pane.next': listed('Panes', 'Next pane', 'The next pane', ANY),
  'pane.number': listed('Panes', 'Number panes', 'Show the numbers of the panes; a digit goes to one', ANY),
  'pane.zoom': listed('Panes', 'Zoom pane', 'Show this pane alone, or all of them again', ANY),
  'pane.arrange': listed('Panes', 'Arrange panes', 'Arrange the panes in the next way', ANY),
  'pane.even': listed('Panes', 'Even panes', 'Give all panes the same size', ANY),
  'pane.wider': listed('Panes', 'Pane wider', 'Make this pane wider', ANY),
  'pane.narrower': listed('Panes', 'Pane narrower', 'Make this pane narrower', ANY),
  'pane.taller': listed('Panes', 'Pane taller', 'Make this pane taller', ANY),
  'pane.shorter': listed('Panes', 'Pane shorter', 'Make this pane shorter', ANY),
  'pane.swapNext': listed('Panes', 'Swap with next', 'Change places with the next pane', ANY),
  'pane.swapPrevious': listed('Panes', 'Swap with previous', 'Change places with the previous pane', ANY),
  'pane.breakOut': listed('Panes', 'Break out', 'Take this terminal out of the panes', ANY),
  'pane.peek': listed('Panes', 'Peek', 'Only watch this pane: no key goes to it, and its size stays', ANY),
  'pane.mark': listed(
    'Panes',
    'Mark terminal',
    'Mark this terminal: what you type in a marked one goes to all',
    ANY,
  ),
  'pane.markAll': listed(
    'Panes',
    'Type to all panes',
    'Mark all panes, or none: what you type goes to all',
    ANY,
  ),
  'pane.fleet': listed('Panes', 'Fleet', 'Show every terminal in a row of its own, and this one open', ANY),
  'pane.filter': listed('Panes', 'Filter rows', 'Show only the terminals that have some words', ANY),
  'pane.closeMarked': listed('Panes', 'Close marked', 'Close all marked terminals, after a question', ANY),
  'pane.name': listed('Panes', 'Name panes', 'Give the panes that stand here a name', ANY),
} as const satisfies Readonly<Record<string, CommandInfo>>;
