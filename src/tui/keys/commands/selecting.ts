/** Commands of SELECT, and those that start a selection. Their keys follow the copy mode of tmux with vi keys. */

import { BROWSING, commandsOf, SEARCHING } from './command.ts';

export const SELECTING_COMMANDS = commandsOf(
  { group: 'Selecting', modes: ['select'], keyOnly: true },
  {
    'select.copy': {
      title: 'Copy selection',
      help: 'Copy the selected text',
      modes: SEARCHING,
      keys: {
        run: [['ctrl+c', { when: 'text-selected' }]],
        browse: [['y', { when: 'text-selected' }]],
        select: ['y', 'enter'],
      },
      hints: { select: [1, 'copy'] },
    },
    'select.lines': {
      title: 'Select lines',
      help: 'Select lines; again: nothing',
      keyOnly: false,
      modes: BROWSING,
      keys: { browse: ['v'], select: ['v', 'V'] },
      hints: { browse: [5, 'select'] },
      synonyms: ['mark', 'select', 'copy', 'highlight', 'clipboard', 'yank'],
    },
    'select.characters': {
      title: 'Select characters',
      help: 'Select from here, character by character',
      keyOnly: false,
      modes: BROWSING,
      keys: { select: ['space'] },
      hints: { select: [2, 'characters'] },
    },
    'select.rectangle': {
      title: 'Select a rectangle',
      help: 'Select a rectangle; again: nothing',
      keyOnly: false,
      modes: BROWSING,
      keys: { browse: ['ctrl+v'], select: ['ctrl+v'] },
      hints: { select: [3, 'rectangle'] },
      synonyms: ['mark', 'select'],
    },
    'select.otherEnd': {
      title: 'Other end',
      help: 'Move the other end of the selection',
      keys: { select: ['O'] },
    },
    'select.openLink': {
      title: 'Open the link here',
      help: 'Open the link or file under the cursor',
      keys: { select: ['o'] },
      hints: { select: [4, 'open link'] },
    },
    'select.left': { title: 'Left', help: 'One cell left', keys: { select: ['h', 'left'] } },
    'select.right': { title: 'Right', help: 'One cell right', keys: { select: ['l', 'right'] } },
    'select.down': { title: 'Down', help: 'One line down', keys: { select: ['j', 'down'] } },
    'select.up': { title: 'Up', help: 'One line up', keys: { select: ['k', 'up'] } },
    'select.wordNext': { title: 'Word next', help: 'To the next word', keys: { select: ['w'] } },
    'select.wordPrevious': { title: 'Word previous', help: 'To the word before', keys: { select: ['b'] } },
    'select.wordEnd': { title: 'Word end', help: 'To the end of the word', keys: { select: ['e'] } },
    'select.rowStart': {
      title: 'Row start',
      help: 'To the start of the line',
      keys: { select: ['0', 'home'] },
    },
    'select.textStart': {
      title: 'Text start',
      help: 'To the first character of the line',
      keys: { select: ['^'] },
    },
    'select.rowEnd': { title: 'Row end', help: 'To the end of the line', keys: { select: ['$', 'end'] } },
    'select.first': { title: 'First', help: 'To the oldest line', keys: { select: ['g'] } },
    'select.last': { title: 'Last', help: 'To the newest line', keys: { select: ['G'] } },
    'select.viewTop': { title: 'View top', help: 'To the top of the view', keys: { select: ['H'] } },
    'select.viewMiddle': { title: 'View middle', help: 'To the middle of the view', keys: { select: ['M'] } },
    'select.viewBottom': { title: 'View bottom', help: 'To the bottom of the view', keys: { select: ['L'] } },
    'select.pageUp': {
      title: 'Page up',
      help: 'One page up',
      keys: { select: ['pageup', 'ctrl+b', 'ctrl+u'] },
    },
    'select.pageDown': {
      title: 'Page down',
      help: 'One page down',
      keys: { select: ['pagedown', 'ctrl+f', 'ctrl+d'] },
    },
    'select.leave': {
      title: 'Leave SELECT',
      help: 'Drop the selection, back to BROWSE',
      keys: { select: ['q', 'ctrl+c'] },
      hints: { select: [6, 'browse'] },
    },
  },
);
