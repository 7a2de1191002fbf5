/** The commands of SELECT, and those that lead there. */

import { keyOnly, listed } from './command-info.ts';
import type { KeyTable } from './key-table.ts';

const SELECT: readonly KeyTable[] = ['select'];
/** Tables in which one looks at what there is. */
const LOOKING: readonly KeyTable[] = ['browse', 'select'];

export const SELECT_COMMANDS = {
  'select.lines': listed('Selecting', 'Select lines', 'Select lines; again: nothing', LOOKING),
  'select.characters': listed(
    'Selecting',
    'Select characters',
    'Select from here, character by character',
    LOOKING,
  ),
  'select.rectangle': listed(
    'Selecting',
    'Select a rectangle',
    'Select a rectangle; again: nothing',
    LOOKING,
  ),
  'select.otherEnd': keyOnly('Selecting', 'Other end', 'Move the other end of the selection', SELECT),
  'select.left': keyOnly('Selecting', 'Left', 'One cell left', SELECT),
  'select.right': keyOnly('Selecting', 'Right', 'One cell right', SELECT),
  'select.up': keyOnly('Selecting', 'Up', 'One line up', SELECT),
  'select.down': keyOnly('Selecting', 'Down', 'One line down', SELECT),
  'select.wordNext': keyOnly('Selecting', 'Word next', 'To the next word', SELECT),
  'select.wordPrevious': keyOnly('Selecting', 'Word previous', 'To the word before', SELECT),
  'select.wordEnd': keyOnly('Selecting', 'Word end', 'To the end of the word', SELECT),
  'select.rowStart': keyOnly('Selecting', 'Row start', 'To the start of the line', SELECT),
  'select.textStart': keyOnly('Selecting', 'Text start', 'To the first character of the line', SELECT),
  'select.rowEnd': keyOnly('Selecting', 'Row end', 'To the end of the line', SELECT),
  'select.first': keyOnly('Selecting', 'First', 'To the oldest line', SELECT),
  'select.last': keyOnly('Selecting', 'Last', 'To the newest line', SELECT),
  'select.viewTop': keyOnly('Selecting', 'View top', 'To the top of the view', SELECT),
  'select.viewMiddle': keyOnly('Selecting', 'View middle', 'To the middle of the view', SELECT),
  'select.viewBottom': keyOnly('Selecting', 'View bottom', 'To the bottom of the view', SELECT),
  'select.pageUp': keyOnly('Selecting', 'Page up', 'One page up', SELECT),
  'select.pageDown': keyOnly('Selecting', 'Page down', 'One page down', SELECT),
  'select.copy': keyOnly('Selecting', 'Copy selection', 'Copy the selected text', [
    'run',
    'browse',
    'select',
  ]),
  'select.openLink': keyOnly(
    'Selecting',
    'Open the link here',
    'Open the link or file under the cursor',
    SELECT,
  ),
  'select.leave': keyOnly('Selecting', 'Leave SELECT', 'Drop the selection, back to BROWSE', SELECT),
} as const;
