/** Commands on the page that replays a command or a terminal. */

import { commandsOf } from './command.ts';

const REPLAYING = { when: 'replaying' } as const;

export const REPLAYING_COMMANDS = commandsOf(
  { group: 'Replaying', modes: ['page'], keyOnly: true },
  {
    'replay.pause': {
      title: 'Pause',
      help: 'Pause the replay, or go on',
      keys: { page: [['space', REPLAYING]] },
    },
    'replay.back': {
      title: 'Back',
      help: 'Five seconds back',
      keys: { page: [['left', REPLAYING]] },
    },
    'replay.forward': {
      title: 'Forward',
      help: 'Five seconds forward',
      keys: { page: [['right', REPLAYING]] },
    },
    'replay.faster': {
      title: 'Faster',
      help: 'Play faster, up to eight times',
      keys: {
        page: [
          ['+', REPLAYING],
          ['>', REPLAYING],
        ],
      },
    },
    'replay.slower': {
      title: 'Slower',
      help: 'Play slower, down to half',
      keys: {
        page: [
          ['-', REPLAYING],
          ['<', REPLAYING],
        ],
      },
    },
    'replay.pauses': {
      title: 'Cut pauses',
      help: 'Play long pauses as they were; again: cut them to two seconds',
      keys: { page: [['c', REPLAYING]] },
    },
    'replay.next': {
      title: 'Next command',
      help: 'Go to the next command',
      keys: { page: [['n', REPLAYING]] },
    },
    'replay.previous': {
      title: 'Previous command',
      help: 'Go to the previous command',
      keys: { page: [['p', REPLAYING]] },
    },
  },
);
