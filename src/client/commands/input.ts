/** Commands of the RUN line that are sent to the shell or to the running program. */

import { commandsOf } from './command.ts';

export const INPUT_COMMANDS = commandsOf(
  { group: 'Input', modes: ['run'], keyOnly: true },
  {
    'input.submit': {
      title: 'Run',
      help: 'Run the command, or send the line to the running program',
      keys: { run: ['enter'] },
      hints: {
        typed: [1, 'run'],
        inside: [1, 'run'],
        runningTyped: [1, 'send'],
        watchedTyped: [1, 'run, asks first'],
        watchedRunningTyped: [1, 'send, asks first'],
      },
    },
    'input.newline': {
      title: 'New line',
      help: 'Start another line of the same command',
      keys: { run: ['alt+enter', 'shift+enter', 'ctrl+j'] },
      hints: { typed: [4, 'new line'], inside: [5, 'new line'] },
    },
    'input.dropIntoShell': {
      title: 'Complete in the shell',
      help: 'Move the line to the shell to complete it',
      keys: { run: ['tab'] },
      hints: { typed: [3, 'complete'] },
    },
    'input.historyPrevious': {
      title: 'Up',
      help: 'One line up, or the previous command',
      keys: { run: ['up', 'ctrl+p'] },
    },
    'input.historyNext': {
      title: 'Down',
      help: 'One line down, or the next command',
      keys: { run: ['down', 'ctrl+n'] },
    },
    'input.historySearch': {
      title: 'Search history',
      help: 'Find a command that ran before',
      keyOnly: false,
      keys: { run: ['ctrl+r'] },
      hints: { idle: [5, 'history'] },
      synonyms: ['search', 'find'],
    },
    'input.lastArgument': {
      title: 'Last argument',
      help: 'Insert the last argument of the last command',
      keys: { run: ['alt+.', 'alt+_'] },
    },
    'input.editLine': {
      title: 'Edit in editor',
      help: 'Edit the line in $VISUAL or $EDITOR, and take it back',
      keyOnly: false,
      keys: { run: ['ctrl+x ctrl+e'] },
      synonyms: ['editor'],
    },
    'input.interrupt': {
      title: 'Clear or interrupt',
      help: 'Clear the input; if empty, interrupt the program',
      keys: {
        run: [
          ['ctrl+c', { when: 'typed-none-selected', text: 'Clear the input' }],
          ['ctrl+c', { when: 'empty-none-selected', text: 'Interrupt the program' }],
        ],
      },
      hints: {
        running: [2, 'stop'],
        runningTyped: [3, 'clear'],
        watchedTyped: [2, 'clear'],
        watchedRunning: [2, 'stop, asks first'],
        watchedRunningTyped: [2, 'clear'],
      },
    },
    'input.eof': {
      title: 'End of input',
      help: 'End the input of the program, or leave the shell',
      keys: { run: [['ctrl+d', { when: 'input-empty' }]] },
      hints: { running: [4, 'end input'] },
    },
    'input.clearScreen': {
      title: 'Clear the screen',
      help: 'Clear the screen; the recorded output stays',
      keyOnly: false,
      keys: { run: ['ctrl+l'] },
      synonyms: ['clear'],
    },
    'input.suspendJob': {
      title: 'Stop the program',
      help: 'Stop the running program (SIGTSTP); `fg` continues it',
      keys: { run: [['ctrl+z', { when: 'command-running' }]] },
    },
    'input.quitJob': {
      title: 'Quit the program',
      help: 'End the running program (SIGQUIT)',
      keys: { run: [['ctrl+\\', { when: 'command-running' }]] },
    },
  },
);
