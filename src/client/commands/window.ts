/** Commands on the window itself: palette, help, theme, configuration, detaching. */

import { commandsOf, EVERY_MODE, OPEN_OR_PAGE } from './command.ts';

export const WINDOW_COMMANDS = commandsOf(
  { group: 'cotty', modes: EVERY_MODE },
  {
    'app.suspend': {
      title: 'Suspend',
      help: 'Stop cotty; `fg` brings it back',
      keys: { run: [['ctrl+z', { when: 'idle' }]], browse: ['ctrl+z'] },
    },
    'help.open': {
      title: 'Help',
      help: 'Show the keys that work here',
      modes: OPEN_OR_PAGE,
      keys: {
        run: [['?', { when: 'prompt-empty' }]],
        browse: ['?'],
        select: ['?'],
        page: ['?'],
        history: ['?'],
      },
      hints: {
        idle: [3, 'help'],
        readOnly: [3, 'help'],
        closed: [5, 'help'],
        browse: [2, 'help'],
        select: [7, 'help'],
      },
      synonyms: ['shortcuts', 'keys'],
    },
    'palette.open': {
      title: 'All commands',
      help: 'Find a command by name',
      word: 'command',
      keys: { run: ['f9'], browse: [':', 'f9'] },
      hints: { browse: [9, 'all commands'] },
      keyOnly: true,
    },
    'app.detach': {
      title: 'Detach',
      help: 'Leave cotty; the terminals go on',
      keys: { browse: ['d'] },
      synonyms: ['quit', 'session', 'exit', 'leave', 'close', 'bye'],
    },
    'app.redraw': {
      title: 'Redraw',
      help: 'Draw the whole window again',
      keys: { browse: ['ctrl+l'] },
      synonyms: ['refresh'],
    },
    'app.clock': { title: 'Clock', help: 'Tell date and time', synonyms: ['time', 'date'] },
    'app.about': {
      title: 'About this terminal',
      help: 'Tell name, size, folder, program and holder',
      word: 'about',
      synonyms: ['info'],
    },
    'app.sessions': {
      title: 'Sessions',
      help: 'Tell what cotty has in place of the sessions of tmux',
      word: 'sessions',
    },
    'app.restartHost': {
      title: 'Restart host',
      help: 'Exchange the host; programs go on',
      synonyms: ['upgrade', 'update', 'restart'],
    },
    'mouse.toggle': {
      title: 'Mouse on or off',
      help: 'Give the mouse to your own terminal, or take it back',
      keys: { browse: ['M'] },
      synonyms: ['mouse'],
    },
    'clipboard.accept': {
      title: 'Take offered text',
      help: 'Copy the text that a program offers',
    },
    'theme.choose': {
      title: 'Theme',
      help: 'Choose the colours; kept in your configuration',
      synonyms: ['dark', 'appearance', 'colors', 'settings', 'light', 'colours'],
    },
    'config.open': {
      title: 'Edit configuration',
      help: 'Open your file of settings and keys',
      synonyms: ['options', 'preferences', 'settings'],
    },
  },
);
