/** Commands of the history, the page with the commands of all terminals: filters, order, and what is done with a command. */

import { commandsOf, HISTORY, OPEN_OR_PAGE } from './command.ts';

export const HISTORY_COMMANDS = commandsOf(
  { group: 'History', modes: HISTORY, keyOnly: true },
  {
    'history.open': {
      title: 'History',
      help: 'Show the commands of all terminals, open and closed',
      modes: [...OPEN_OR_PAGE, 'dialog'],
      keys: {
        run: ['alt+h'],
        browse: ['H'],
        page: ['H'],
        dialog: [['ctrl+r', { text: 'From the search of Ctrl+R to the history' }]],
      },
      hints: { lineSearch: [3, 'history page'] },
      keyOnly: false,
      synonyms: ['history', 'past', 'record', 'closed', 'log', 'search'],
    },
    'history.sort': {
      title: 'Sort',
      help: 'Sort by newest, oldest, longest, failed, or command line',
      keys: { history: ['s', 'alt+s'], dialog: ['alt+s'] },
      hints: { history: [7, 'sort'], historyField: [3, 'sort'] },
    },
    'history.failed': {
      title: 'Failed',
      help: 'Only commands that failed, or all again',
      keys: { history: ['f', 'alt+x'], dialog: ['alt+x'] },
      hints: { history: [8, 'failed'], historyField: [4, 'failed'] },
    },
    'history.folder': {
      title: 'This folder',
      help: 'Only commands in the folder in front, or all again',
      keys: { history: ['i', 'alt+i'], dialog: ['alt+i'] },
      hints: { historyField: [5, 'this folder'] },
    },
    'history.repository': {
      title: 'This repository',
      help: 'Only commands in the repository in front, or all again',
      keys: { history: ['p', 'alt+p'], dialog: ['alt+p'] },
    },
    'history.mine': {
      title: 'Mine',
      help: 'Only commands that you ran, or all again',
      keys: { history: ['m', 'alt+m'], dialog: ['alt+m'] },
    },
    'history.today': {
      title: 'Today',
      help: 'Only commands of today, or all again',
      keys: { history: ['t', 'alt+t'], dialog: ['alt+t'] },
    },
    'history.dropWord': {
      title: 'Drop the last word',
      help: 'Take out the last word or filter',
      modes: ['history'],
      keys: { history: ['backspace'] },
    },
    'history.copyCommand': {
      title: 'Copy command',
      help: 'Copy the command line',
      keys: { history: ['c', 'alt+c'], dialog: ['alt+c'] },
      hints: { history: [5, 'copy'] },
    },
    'history.copyOutput': {
      title: 'Copy output',
      help: 'Copy the output',
      modes: ['history'],
      keys: { history: ['y'] },
    },
    'history.edit': {
      title: 'Edit again',
      help: 'Put the command in the input line',
      modes: ['history'],
      keys: { history: ['e'] },
      hints: { history: [4, 'edit'] },
    },
    'history.rerun': {
      title: 'Run again',
      help: 'Run the command again in the terminal in front',
      modes: ['history'],
      keys: { history: ['r'] },
      hints: { history: [3, 'run again'] },
    },
    'history.rerunCompare': {
      title: 'Run again and compare',
      help: 'Run it in the terminal in front, then compare both runs',
      modes: ['history'],
      keys: { history: ['R'] },
    },
    'history.compare': {
      title: 'Compare',
      help: 'Compare with the run before, or with the marked one',
      modes: ['history'],
      keys: { history: ['='] },
      hints: { history: [6, 'compare'] },
    },
    'history.compareMark': {
      title: 'Mark to compare',
      help: 'Mark this run to compare another one with it, or unmark it',
      modes: ['history'],
      keys: { history: ['+'] },
    },
    'history.bookmark': {
      title: 'Bookmark',
      help: 'Set or remove a bookmark on the command',
      modes: ['history'],
      keys: { history: ['*'] },
    },
    'history.note': {
      title: 'Note',
      help: 'Write a note on the command; an empty one removes it',
      modes: ['history'],
      keys: { history: ['C'] },
    },
    'history.export': {
      title: 'Export…',
      help: 'Write commands as a document, a picture, or a recording',
      modes: ['history'],
      keys: { history: ['E'] },
    },
  },
);
