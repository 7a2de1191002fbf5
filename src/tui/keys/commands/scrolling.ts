/** Commands that scroll the body of the window, a page or a dialog. */

import { commandsOf, PAGED, RUN_OR_BROWSE } from './command.ts';

export const SCROLLING_COMMANDS = commandsOf('Scrolling', {
  'scroll.pageUp': {
    title: 'Page up',
    help: 'One page up',
    modes: PAGED,
    keys: {
      run: ['pageup', 'shift+pageup'],
      browse: ['pageup', 'ctrl+u'],
      page: ['pageup'],
      dialog: ['pageup'],
    },
    keyOnly: true,
  },
  'scroll.pageDown': {
    title: 'Page down',
    help: 'One page down',
    modes: PAGED,
    keys: {
      run: ['pagedown', 'shift+pagedown'],
      browse: ['pagedown', 'ctrl+d'],
      page: ['pagedown', 'space'],
      dialog: ['pagedown'],
    },
    keyOnly: true,
  },
  'scroll.up': {
    title: 'Scroll up',
    help: 'One line up',
    modes: RUN_OR_BROWSE,
    keys: { run: ['shift+up'], browse: ['shift+up'] },
    keyOnly: true,
  },
  'scroll.down': {
    title: 'Scroll down',
    help: 'One line down',
    modes: RUN_OR_BROWSE,
    keys: { run: ['shift+down'], browse: ['shift+down'] },
    keyOnly: true,
  },
  'scroll.top': {
    title: 'To the top',
    help: 'To the very top',
    modes: RUN_OR_BROWSE,
    keys: { run: ['ctrl+home'], browse: ['ctrl+home'] },
    keyOnly: true,
  },
  'scroll.bottom': {
    title: 'To the live end',
    help: 'To the live end, and follow it again',
    modes: RUN_OR_BROWSE,
    keys: { run: ['ctrl+end'], browse: ['ctrl+end'] },
    synonyms: ['scroll'],
  },
});
