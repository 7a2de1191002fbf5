/** Commands of pages and dialogs. */

import { commandsOf, DIALOG } from './command.ts';

export const DIALOG_COMMANDS = commandsOf(
  { group: 'Dialogs', modes: DIALOG, keyOnly: true },
  {
    'dialog.accept': {
      title: 'Accept',
      help: 'Yes',
      keys: {
        page: [['enter', { text: 'Go to the selected command, or close the page' }]],
        history: [['enter', { text: 'Go to the command, also in a closed terminal' }]],
        dialog: ['enter', ['y', { when: 'yes-or-no' }]],
      },
      hints: {
        dialog: [1, 'ok'],
        history: [1, 'go there'],
        historyField: [1, 'go there'],
        lineSearch: [1, 'take it'],
      },
    },
    'dialog.cancel': {
      title: 'Cancel',
      help: 'No, close',
      keys: {
        page: [
          ['escape', { text: 'Close the page' }],
          ['q', { text: 'Close the page' }],
          ['ctrl+c', { text: 'Close the page' }],
          ['ctrl+g', { text: 'Close the page' }],
        ],
        history: [
          ['escape', { text: 'Close the history' }],
          ['q', { text: 'Close the history' }],
          ['ctrl+c', { text: 'Close the history' }],
          ['ctrl+g', { text: 'Close the history' }],
        ],
        dialog: [
          'escape',
          ['n', { when: 'yes-or-no' }],
          ['w', { when: 'take-over', text: 'Only watch' }],
          'ctrl+c',
          'ctrl+g',
        ],
      },
      hints: {
        page: [1, 'close'],
        dialog: [2, 'cancel'],
        history: [9, 'close'],
        historyField: [6, 'close'],
        lineSearch: [4, 'close'],
      },
    },
    'dialog.next': {
      title: 'Next',
      help: 'The next choice',
      keys: {
        page: [
          ['down', { text: 'Down' }],
          ['j', { text: 'Down' }],
          ['tab', { text: 'Down' }],
          ['ctrl+n', { text: 'Down' }],
        ],
        history: [
          ['down', { text: 'Down' }],
          ['j', { text: 'Down' }],
          ['ctrl+n', { text: 'Down' }],
        ],
        dialog: ['down', 'ctrl+n'],
      },
    },
    'dialog.switch': {
      title: 'Next, or the list',
      help: 'The next choice; words or list of the history; edit a found line',
      modes: ['history', 'dialog'],
      keys: {
        history: [
          ['/', { text: 'Type words and filters' }],
          ['tab', { text: 'Type words and filters' }],
        ],
        dialog: ['tab'],
      },
      hints: { history: [2, 'search'], historyField: [2, 'to the list'], lineSearch: [2, 'edit it'] },
    },
    'dialog.previous': {
      title: 'Previous',
      help: 'The previous choice',
      keys: {
        page: [
          ['up', { text: 'Up' }],
          ['k', { text: 'Up' }],
          ['shift+tab', { text: 'Up' }],
          ['ctrl+p', { text: 'Up' }],
        ],
        history: [
          ['up', { text: 'Up' }],
          ['k', { text: 'Up' }],
          ['ctrl+p', { text: 'Up' }],
        ],
        dialog: ['up', 'shift+tab', 'ctrl+p'],
      },
    },
    'find.scope': {
      title: 'Everywhere or here',
      help: 'List matches of all terminals and the record, or of this one',
      keys: { dialog: ['alt+a'] },
    },
    'queue.answer': {
      title: 'Answer from here',
      help: 'Show the question of the program, and answer it',
      modes: ['page'],
      keys: { page: [['a', { when: 'queue' }]] },
    },
    'queue.snooze': {
      title: 'Put off',
      help: 'Be called again in ten minutes; again: at once',
      modes: ['page'],
      keys: { page: [['s', { when: 'queue' }]] },
    },
    'question.text': {
      title: 'Answer with a text',
      help: 'Type an answer, which is sent with Enter',
      modes: ['dialog'],
      keys: { dialog: [['t', { when: 'question' }]] },
    },
    'question.escape': {
      title: 'Send Esc',
      help: 'Send Esc to the program; Esc itself closes the question',
      modes: ['dialog'],
      keys: { dialog: [['e', { when: 'question' }]] },
    },
    'page.search': {
      title: 'Search the help',
      help: 'Show only the keys with some words (help)',
      modes: ['page'],
      keys: { page: ['/'] },
    },
    'page.copyLine': {
      title: 'Copy the line',
      help: 'Copy the line for Claude Code',
      modes: ['page'],
      keys: { page: [['y', { when: 'agents' }]] },
    },
    'page.copyJson': {
      title: 'Copy the JSON',
      help: 'Copy the JSON for any MCP client',
      modes: ['page'],
      keys: { page: [['Y', { when: 'agents' }]] },
    },
  },
);
