/** Commands that scroll the body of the window, a page or a dialog. */

import { commandsOf, PAGED, RUN_OR_BROWSE } from './command.ts';

/** A page has no live end. */
const TO_END = { text: 'To the very end' } as const;

export const SCROLLING_COMMANDS = commandsOf(
  { group: 'Scrolling', modes: RUN_OR_BROWSE, keyOnly: true },
  {
    'scroll.pageUp': {
      title: 'Page up',
      help: 'One page up',
      modes: PAGED,
      keys: {
        run: ['pageup', 'shift+pageup'],
        browse: ['pageup'],
        page: ['pageup'],
        history: ['pageup'],
        dialog: ['pageup'],
      },
    },
    'scroll.pageDown': {
      title: 'Page down',
      help: 'One page down',
      modes: PAGED,
      keys: {
        run: ['pagedown', 'shift+pagedown'],
        browse: ['pagedown'],
        page: ['pagedown', ['space', { when: 'page-scrolls' }]],
        history: ['pagedown', 'space'],
        dialog: ['pagedown'],
      },
    },
    'scroll.halfPageUp': {
      title: 'Half a page up',
      help: 'Half a page up',
      modes: ['browse', 'history'],
      keys: { browse: ['ctrl+u'], history: ['ctrl+u'] },
    },
    'scroll.halfPageDown': {
      title: 'Half a page down',
      help: 'Half a page down',
      modes: ['browse', 'history'],
      keys: { browse: ['ctrl+d'], history: ['ctrl+d'] },
    },
    'scroll.up': {
      title: 'Scroll up',
      help: 'One line up',
      keys: { run: ['shift+up'], browse: ['shift+up'] },
    },
    'scroll.down': {
      title: 'Scroll down',
      help: 'One line down',
      keys: { run: ['shift+down'], browse: ['shift+down'] },
    },
    'scroll.top': {
      title: 'To the top',
      help: 'To the very top',
      modes: [...RUN_OR_BROWSE, 'page', 'history'],
      keys: {
        run: ['ctrl+home'],
        browse: ['ctrl+home'],
        page: ['home', 'g', 'ctrl+home'],
        history: ['home', 'g', 'ctrl+home'],
      },
    },
    'scroll.bottom': {
      title: 'To the live end',
      help: 'To the live end, and follow it again',
      keyOnly: false,
      modes: [...RUN_OR_BROWSE, 'page', 'history'],
      keys: {
        run: ['ctrl+end'],
        browse: ['ctrl+end'],
        page: [
          ['end', TO_END],
          ['G', TO_END],
          ['ctrl+end', TO_END],
        ],
        history: [
          ['end', TO_END],
          ['G', TO_END],
          ['ctrl+end', TO_END],
        ],
      },
      synonyms: ['scroll'],
    },
  },
);
