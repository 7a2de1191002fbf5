/** Commands that change the mode of the window: RUN, RAW, LOCK, BROWSE. */

import { ANY_MODE, commandsOf, EVERY_MODE, RUN_OR_BROWSE, TO_RAW } from './command.ts';

export const MODE_COMMANDS = commandsOf(
  { group: 'Modes', modes: ANY_MODE },
  {
    'mode.toggleRaw': {
      title: 'RUN or RAW',
      help: 'Go to RAW, or from RAW back to RUN',
      keys: { run: [['f4', TO_RAW]], browse: [['f4', TO_RAW]] },
      hints: {
        idle: [1, 'raw'],
        typed: [2, 'raw'],
        inside: [4, 'raw'],
        running: [1, 'raw'],
        runningTyped: [2, 'raw'],
        watchedRunning: [3, 'raw'],
      },
    },
    'mode.raw': { title: 'Go to RAW', help: 'Send every key to the program', modes: RUN_OR_BROWSE },
    'mode.run': {
      title: 'Back to RUN',
      help: 'Back to the command line',
      modes: EVERY_MODE,
      keys: { browse: ['escape', 'i', 'q'], select: ['escape'] },
      hints: { closed: [1, 'back'], raw: [1, 'back to RUN'], browse: [1, 'run'], select: [5, 'run'] },
      keyOnly: true,
    },
    'mode.lock': {
      title: 'Go to LOCK',
      help: 'Send every key to the program, the RAW key too',
      keys: { browse: ['L'] },
    },
    'mode.unlock': {
      title: 'Leave LOCK',
      help: 'Back from LOCK',
      modes: ['lock'],
      hints: { lock: [1, 'unlock'] },
      keyOnly: true,
    },
    'mode.browse': {
      title: 'Go to BROWSE',
      help: 'Browse finished commands',
      keys: { run: [['escape', { when: 'no-program-reads' }], 'f7'] },
      hints: {
        idle: [2, 'browse'],
        running: [3, 'browse'],
        watchedRunning: [1, 'browse'],
        readOnly: [1, 'browse'],
      },
    },
  },
);
