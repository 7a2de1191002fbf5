/** Commands on tabs: open, show, move, rename and close terminals. */

import { commandsOf, EVERY_MODE, tabNumbers } from './command.ts';

export const TAB_COMMANDS = commandsOf(
  { group: 'Tabs', modes: EVERY_MODE },
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
      word: 'rename',
      keys: { run: ['f8'], browse: [',', 'f8'] },
      synonyms: ['title'],
      changes: true,
    },
    'tab.close': {
      title: 'Close tab',
      help: 'Close this terminal; asks if something runs; can be undone',
      word: 'close',
      keys: { run: ['alt+w'], browse: ['x', 'alt+w'] },
      synonyms: ['delete', 'close', 'kill', 'exit'],
    },
    'tab.closeGroup': {
      title: 'Close tab and panes',
      help: 'Close this terminal and those beside it; can be undone',
      word: 'close all panes',
      synonyms: ['window'],
    },
    'tab.killPane': {
      title: 'Kill pane',
      help: 'Close this terminal after the question of tmux: y or n',
      word: 'kill pane',
      keyOnly: true,
    },
    'tab.killWindow': {
      title: 'Kill window',
      help: 'Close this terminal and those beside it after that question',
      word: 'kill window',
      keyOnly: true,
    },
    'tab.undoClose': {
      title: 'Undo close',
      help: 'Bring back the tab that was closed last, in any window',
      keys: { run: ['alt+z'], browse: ['u', 'alt+z'] },
      synonyms: ['undo'],
    },
    'tab.select': {
      title: 'Go to tab',
      help: 'Show tab 1 to 9',
      keys: { run: [...tabNumbers('alt+')], browse: [...tabNumbers(''), ...tabNumbers('alt+')] },
      keyOnly: true,
    },
    'tab.group': {
      title: 'Go to group',
      help: 'Show tab 1 to 99, where tabs side by side count as one',
      word: 'tab',
      keyOnly: true,
    },
    'tab.number': {
      title: 'Go to number',
      help: 'Show the tab with a number that you type',
      word: 'tab by number',
    },
    'tab.last': {
      title: 'Last tab',
      help: 'Show the tab that was in front before',
      synonyms: ['previous', 'back'],
    },
    'tab.nextWaiting': {
      title: 'Next that waits',
      help: 'Show the next terminal that waits for you, or that is done',
      word: 'next that waits',
      keys: {
        run: ['alt+a'],
        raw: [['alt+a', { when: 'waiting' }]],
        browse: ['W', 'alt+a'],
      },
      synonyms: ['attention', 'queue', 'blocked', 'agent', 'waiting'],
    },
    'tab.list': {
      title: 'All tabs',
      help: 'List the tabs; typing filters them',
      word: 'all tabs',
      keys: { run: ['alt+0'], browse: ['0', 'alt+0'] },
      synonyms: ['tabs'],
    },
    'machine.list': {
      title: 'Machines',
      help: 'List the machines: connect to one, or open a terminal there',
      word: 'machines',
      keys: { browse: ['I'] },
      synonyms: ['remote', 'ssh', 'host', 'container', 'connect'],
    },
    'tab.moveLeft': {
      title: 'Move tab left',
      help: 'Move this tab one place to the left',
      keys: { run: ['ctrl+shift+pageup'], browse: ['{', 'ctrl+shift+pageup'] },
      synonyms: ['move'],
      changes: true,
    },
    'tab.moveRight': {
      title: 'Move tab right',
      help: 'Move this tab one place to the right',
      keys: { run: ['ctrl+shift+pagedown'], browse: ['}', 'ctrl+shift+pagedown'] },
      synonyms: ['move'],
      changes: true,
    },
    'tab.moveTo': {
      title: 'Move tab to number',
      help: 'Move this tab to the place whose number you type',
      word: 'move tab',
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
    'tab.nextGroup': {
      title: 'Next group',
      help: 'Show the next tab that is no pane beside this one',
      word: 'next tab',
    },
    'tab.previousGroup': {
      title: 'Previous group',
      help: 'Show the previous tab that is no pane beside this one',
      word: 'previous tab',
    },
    'tab.replay': {
      title: 'Replay terminal',
      help: 'Play all that is recorded of this terminal, command by command',
      word: 'replay',
      keys: { browse: ['P'] },
      synonyms: ['play', 'recording', 'asciicast', 'raw log', 'watch'],
    },
    'tab.endAll': {
      title: 'End all',
      help: 'End every terminal; asks first, cannot be undone',
      keys: { browse: ['X'] },
      synonyms: ['delete', 'quit', 'kill'],
    },
  },
);
