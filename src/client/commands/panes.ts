/** Commands on panes: terminals side by side in one window. Their keys follow vim in BROWSE and tmux in its preset. */

import { commandsOf, EVERY_MODE } from './command.ts';

const BESIDE = { when: 'side-by-side' } as const;

export const PANE_COMMANDS = commandsOf(
  { group: 'Panes', modes: EVERY_MODE },
  {
    'pane.left': {
      title: 'Pane at the left',
      help: 'The pane at the left',
      keys: {
        run: [['alt+left', BESIDE]],
        raw: [['alt+left', BESIDE]],
        browse: [['alt+left', BESIDE], 'ctrl+w h'],
      },
      keyOnly: true,
    },
    'pane.right': {
      title: 'Pane at the right',
      help: 'The pane at the right',
      keys: {
        run: [['alt+right', BESIDE]],
        raw: [['alt+right', BESIDE]],
        browse: [['alt+right', BESIDE], 'ctrl+w l'],
      },
      keyOnly: true,
    },
    'pane.up': {
      title: 'Pane above',
      help: 'The pane above',
      keys: {
        run: [['alt+up', BESIDE]],
        raw: [['alt+up', BESIDE]],
        browse: [['alt+up', BESIDE], 'ctrl+w k'],
      },
      keyOnly: true,
    },
    'pane.down': {
      title: 'Pane below',
      help: 'The pane below',
      keys: {
        run: [['alt+down', BESIDE]],
        raw: [['alt+down', BESIDE]],
        browse: [['alt+down', BESIDE], 'ctrl+w j'],
      },
      keyOnly: true,
    },
    'pane.wider': {
      title: 'Pane wider',
      help: 'Make this pane wider',
      keys: {
        run: [['ctrl+alt+right', BESIDE]],
        raw: [['ctrl+alt+right', BESIDE]],
        browse: [['ctrl+alt+right', BESIDE], 'ctrl+w >'],
      },
    },
    'pane.narrower': {
      title: 'Pane narrower',
      help: 'Make this pane narrower',
      keys: {
        run: [['ctrl+alt+left', BESIDE]],
        raw: [['ctrl+alt+left', BESIDE]],
        browse: [['ctrl+alt+left', BESIDE], 'ctrl+w <'],
      },
    },
    'pane.taller': {
      title: 'Pane taller',
      help: 'Make this pane taller',
      keys: {
        run: [['ctrl+alt+down', BESIDE]],
        raw: [['ctrl+alt+down', BESIDE]],
        browse: [['ctrl+alt+down', BESIDE], 'ctrl+w +'],
      },
    },
    'pane.shorter': {
      title: 'Pane shorter',
      help: 'Make this pane shorter',
      keys: {
        run: [['ctrl+alt+up', BESIDE]],
        raw: [['ctrl+alt+up', BESIDE]],
        browse: [['ctrl+alt+up', BESIDE], 'ctrl+w -'],
      },
    },
    'pane.resizeLeft': {
      title: 'Border left',
      help: 'Move the right border left; of the last pane the left border',
      synonyms: ['resize'],
    },
    'pane.resizeRight': {
      title: 'Border right',
      help: 'Move the right border right; of the last pane the left border',
      synonyms: ['resize'],
    },
    'pane.resizeUp': {
      title: 'Border up',
      help: 'Move the border below up; of the last pane the one above',
      synonyms: ['resize'],
    },
    'pane.resizeDown': {
      title: 'Border down',
      help: 'Move the border below down; of the last pane the one above',
      synonyms: ['resize'],
    },
    'pane.zoom': {
      title: 'Zoom pane',
      help: 'Show this pane alone, or all of them again',
      keys: {
        run: [['f11', BESIDE]],
        raw: [['f11', BESIDE]],
        browse: [['f11', BESIDE], 'm', 'ctrl+w z'],
      },
      synonyms: ['maximise', 'maximize'],
    },
    'pane.splitRight': {
      title: 'Split right',
      help: 'Open a terminal at the right of this one',
      keys: { run: ['alt+shift+right'], browse: ['alt+shift+right', '|', 'ctrl+w v'] },
      synonyms: ['split', 'panel'],
    },
    'pane.splitBelow': {
      title: 'Split below',
      help: 'Open a terminal below this one',
      keys: { run: ['alt+shift+down'], browse: ['alt+shift+down', '-', 'ctrl+w s'] },
      synonyms: ['split', 'panel'],
    },
    'pane.splitLeft': {
      title: 'Split left',
      help: 'Open a terminal at the left of this one',
      keys: { run: ['alt+shift+left'], browse: ['alt+shift+left'] },
      synonyms: ['split', 'panel'],
    },
    'pane.splitAbove': {
      title: 'Split above',
      help: 'Open a terminal above this one',
      keys: { run: ['alt+shift+up'], browse: ['alt+shift+up'] },
      synonyms: ['split', 'panel'],
    },
    'pane.join': {
      title: 'Tab beside',
      help: 'Show another tab beside this one',
      keys: { browse: ['ctrl+w a'] },
      synonyms: ['split'],
    },
    'pane.joinMarked': {
      title: 'Marked beside',
      help: 'Show the marked terminals beside this one, wherever they are',
      keys: { browse: ['ctrl+w J'] },
      synonyms: ['join'],
    },
    'pane.next': {
      title: 'Next pane',
      help: 'The next pane',
      keys: { browse: ['ctrl+w w', 'ctrl+w ctrl+w'] },
    },
    'pane.previous': {
      title: 'Previous pane',
      help: 'The previous pane',
      keys: { browse: ['ctrl+w W'] },
    },
    'pane.last': {
      title: 'Last pane',
      help: 'The pane that was in front before this one',
      keys: { browse: ['ctrl+w ;'] },
    },
    'pane.number': {
      title: 'Number panes',
      help: 'Show the numbers of the panes; a digit goes to one',
      keys: { browse: ['ctrl+w q'] },
    },
    'pane.arrange': {
      title: 'Arrange panes',
      help: 'Arrange the panes in the next way',
      keys: { browse: ['ctrl+w space'] },
      synonyms: ['layout'],
    },
    'pane.beside': {
      title: 'Panes side by side',
      help: 'All panes side by side, of the same width',
      synonyms: ['layout', 'columns'],
    },
    'pane.below': {
      title: 'Panes below each other',
      help: 'All panes one below the other, of the same height',
      synonyms: ['layout', 'rows'],
    },
    'pane.mainLeft': {
      title: 'Main pane left',
      help: 'The first pane left, the others below each other at its right',
      synonyms: ['layout'],
    },
    'pane.mainAbove': {
      title: 'Main pane above',
      help: 'The first pane above, the others side by side below it',
      synonyms: ['layout'],
    },
    'pane.grid': {
      title: 'Panes in a grid',
      help: 'All panes in rows and columns',
      synonyms: ['layout', 'tiled'],
    },
    'pane.stack': {
      title: 'Stack of panes',
      help: 'A row for each pane and this one open; again, as it was',
      keys: { browse: ['ctrl+w _'] },
      synonyms: ['layout'],
    },
    'pane.even': {
      title: 'Even panes',
      help: 'Make this and the panes beside it even; again, those around',
      keys: { browse: ['ctrl+w ='] },
      synonyms: ['layout'],
    },
    'pane.swapNext': {
      title: 'Swap with next',
      help: 'Change places with the next pane',
      keys: { browse: ['ctrl+w x'] },
    },
    'pane.swapPrevious': {
      title: 'Swap with previous',
      help: 'Change places with the previous pane',
      keys: { browse: ['ctrl+w X'] },
    },
    'pane.rotate': {
      title: 'Rotate panes',
      help: 'Move every pane to the place of the one before it',
      keys: { browse: ['ctrl+w r'] },
    },
    'pane.rotateBack': {
      title: 'Rotate panes back',
      help: 'Move every pane to the place of the one after it',
      keys: { browse: ['ctrl+w R'] },
    },
    'pane.breakOut': {
      title: 'Break out',
      help: 'Take this terminal out of the panes',
      keys: { browse: ['ctrl+w T'] },
      synonyms: ['unsplit'],
    },
    'pane.peek': {
      title: 'Peek',
      help: 'Only watch this pane: no key goes to it, and its size stays',
      keys: { browse: ['ctrl+w p'] },
    },
    'pane.mark': {
      title: 'Mark terminal',
      help: 'Mark this terminal: what you type in one goes to all in sight',
      keys: { browse: ['ctrl+w m'] },
      synonyms: ['broadcast'],
    },
    'pane.markAll': {
      title: 'Type to all panes',
      help: 'Mark all panes, or none: what you type goes to all in sight',
      keys: { browse: ['ctrl+w M'] },
      synonyms: ['synchronize', 'broadcast'],
    },
    'pane.fleet': {
      title: 'Fleet',
      help: 'Show every terminal in a row of its own, and this one open',
      keys: { browse: ['ctrl+w f'] },
      synonyms: ['tabs'],
    },
    'pane.filter': {
      title: 'Filter rows',
      help: 'Show only the terminals that have some words',
      keys: { browse: ['ctrl+w /'] },
    },
    'pane.closeMarked': {
      title: 'Close marked',
      help: 'Close all marked terminals, after a question',
      keys: { browse: ['ctrl+w Q'] },
    },
    'pane.name': {
      title: 'Name panes',
      help: 'Give the panes that stand here a name',
      keys: { browse: ['ctrl+w n'] },
    },
  },
);
