/** Commands of pages and dialogs. */

import { commandsOf, DIALOG } from './command.ts';

export const DIALOG_COMMANDS = commandsOf('Dialogs', {
  'dialog.accept': {
    title: 'Accept',
    help: 'Yes',
    modes: DIALOG,
    keys: {
      page: [['enter', { text: 'Go to the selected command, or close the page' }]],
      dialog: ['enter', ['y', { when: 'yes-or-no' }]],
    },
    hints: { dialog: [1, 'ok'] },
    keyOnly: true,
  },
  'dialog.cancel': {
    title: 'Cancel',
    help: 'No, close',
    modes: DIALOG,
    keys: {
      page: [
        ['escape', { text: 'Close the page' }],
        ['q', { text: 'Close the page' }],
        ['ctrl+c', { text: 'Close the page' }],
        ['ctrl+g', { text: 'Close the page' }],
      ],
      dialog: [
        'escape',
        ['n', { when: 'yes-or-no' }],
        ['w', { when: 'take-over', text: 'Only watch' }],
        'ctrl+c',
        'ctrl+g',
      ],
    },
    hints: { page: [1, 'close'], dialog: [2, 'cancel'] },
    keyOnly: true,
  },
  'dialog.next': {
    title: 'Next',
    help: 'The next choice',
    modes: DIALOG,
    keys: {
      page: [
        ['down', { text: 'Down' }],
        ['j', { text: 'Down' }],
        ['tab', { text: 'Down' }],
        ['ctrl+n', { text: 'Down' }],
      ],
      dialog: ['down', 'tab', 'ctrl+n'],
    },
    keyOnly: true,
  },
  'dialog.previous': {
    title: 'Previous',
    help: 'The previous choice',
    modes: DIALOG,
    keys: {
      page: [
        ['up', { text: 'Up' }],
        ['k', { text: 'Up' }],
        ['shift+tab', { text: 'Up' }],
        ['ctrl+p', { text: 'Up' }],
      ],
      dialog: ['up', 'shift+tab', 'ctrl+p'],
    },
    keyOnly: true,
  },
  'find.scope': {
    title: 'Everywhere or here',
    help: 'List matches of all terminals and the record, or of this one',
    modes: DIALOG,
    keys: { dialog: ['alt+a'] },
    keyOnly: true,
  },
  'page.copyLine': {
    title: 'Copy the line',
    help: 'Copy the line for Claude Code (agents)',
    modes: ['page'],
    keys: { page: ['y'] },
    keyOnly: true,
  },
  'page.copyJson': {
    title: 'Copy the JSON',
    help: 'Copy the JSON for any MCP client (agents)',
    modes: ['page'],
    keys: { page: ['Y'] },
    keyOnly: true,
  },
});
