/** Commands on the page that compares two runs of a command. */

import { commandsOf } from './command.ts';

export const COMPARING_COMMANDS = commandsOf(
  { group: 'Comparing', modes: ['page'], keyOnly: true },
  {
    'compare.nextChange': {
      title: 'Next change',
      help: 'The next change',
      keys: { page: [['n', { when: 'comparing' }]] },
    },
    'compare.previousChange': {
      title: 'Previous change',
      help: 'The previous change',
      keys: { page: [['N', { when: 'comparing' }]] },
    },
    'compare.masks': {
      title: 'Show what was masked',
      help: 'Show what was masked, such as times, or mask it again',
      keys: { page: [['m', { when: 'comparing' }]] },
    },
    'compare.sideBySide': {
      title: 'Side by side',
      help: 'Show both outputs side by side, or one below the other',
      keys: { page: [['s', { when: 'comparing' }]] },
    },
    'compare.succeeded': {
      title: 'Last that succeeded',
      help: 'Compare with the last run that succeeded, or the last again',
      keys: { page: [['o', { when: 'comparing' }]] },
    },
    'compare.older': {
      title: 'Older run',
      help: 'Compare with the run before that',
      keys: { page: [['p', { when: 'comparing' }]] },
    },
    'compare.rerun': {
      title: 'Run again',
      help: 'Run the command again, and compare that run',
      keys: { page: [['r', { when: 'comparing' }]] },
      changes: true,
    },
    'compare.copy': {
      title: 'Copy the differences',
      help: 'Copy the differences as a unified diff',
      keys: { page: [['y', { when: 'comparing' }]] },
    },
  },
);
