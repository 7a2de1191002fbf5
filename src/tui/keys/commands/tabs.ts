/** Commands on tabs: open, show, move, rename and close terminals. */

import { ANY_MODE, commandsOf, RUN_OR_BROWSE, tabNumbers } from './command.ts';

export const TAB_COMMANDS = commandsOf(
  { group: 'Tabs', modes: ANY_MODE },
  {
    'tab.new': {
      title: 'New tab',
      help: 'Open a terminal in the same folder',
      keys: { run: ['f2'], browse: ['t', 'f2'] },
      hints: { idle: [4, 'new tab'], typed: [5, 'new tab'], readOnly: [2, 'new tab'] },
      synonyms: ['open', 'window', 'session'],
    },
    'tab.rename': {
      title: 'Rename tab',
      help: 'Give this tab another name',
      keys: { run: ['f8'], browse: [',', 'f8'] },
      synonyms: ['title'],
      changes: true,
    },
    'tab.close': {
      title: 'Close tab',
      help: 'Close this terminal; asks if something runs; can be undone',
      modes: RUN_OR_BROWSE,
      keys: { run: ['alt+w'], browse: ['x', 'alt+w'] },
      synonyms: ['delete', 'close', 'kill', 'exit'],
    },
    'tab.undoClose': {
      title: 'Undo close',
      help: 'Bring back the tab that was closed last, in any window',
      modes: RUN_OR_BROWSE,
      keys: { run: ['alt+z'], browse: ['u', 'alt+z'] },
      synonyms: ['undo'],
    },
    'tab.select': {
      title: 'Go to tab',
      help: 'Show tab 1 to 9',
      keys: { run: [...tabNumbers('alt+')], browse: [...tabNumbers(''), ...tabNumbers('alt+')] },
      keyOnly: true,
    },
    'tab.list': {
      title: 'All tabs',
      help: 'List the tabs; typing filters them',
      keys: { run: ['alt+0'], browse: ['0', 'alt+0'] },
      synonyms: ['tabs'],
    },
    'tab.moveLeft': {
      title: 'Move tab left',
      help: 'Move this tab one place to the left',
      modes: RUN_OR_BROWSE,
      keys: { run: ['ctrl+shift+pageup'], browse: ['{', 'ctrl+shift+pageup'] },
      synonyms: ['move'],
      changes: true,
    },
    'tab.moveRight': {
      title: 'Move tab right',
      help: 'Move this tab one place to the right',
      modes: RUN_OR_BROWSE,
      keys: { run: ['ctrl+shift+pagedown'], browse: ['}', 'ctrl+shift+pagedown'] },
      synonyms: ['move'],
      changes: true,
    },
    'tab.next': {
      title: 'Next tab',
      help: 'Show the next tab',
      keys: { run: ['ctrl+pagedown', 'ctrl+tab'], browse: [']'] },
    },
    'tab.previous': {
      title: 'Previous tab',
      help: 'Show the previous tab',
      keys: { run: ['ctrl+pageup', 'ctrl+shift+tab'], browse: ['['] },
    },
    'tab.endAll': {
      title: 'End all',
      help: 'End every terminal; asks first, cannot be undone',
      modes: RUN_OR_BROWSE,
      keys: { browse: ['X'] },
      synonyms: ['delete', 'quit', 'kill'],
    },
  },
);
