/** Table of all commands: title, description and key tables. Help, hints and palette are made from it. */

import type { CommandId } from './command-ids.ts';
import { type CommandInfo, keyOnly, listed } from './command-info.ts';
import { EDIT_COMMANDS } from './edit-commands.ts';
import type { KeyTable } from './key-table.ts';
import { PANE_COMMANDS } from './pane-commands.ts';
import { SELECT_COMMANDS } from './select-commands.ts';

const RUN_OR_BROWSE: readonly KeyTable[] = ['run', 'browse'];
const ALL_BUT_SELECT: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse'];
const RUN: readonly KeyTable[] = ['run'];
const BROWSE: readonly KeyTable[] = ['browse'];
/** Tables in which one looks at what there is. */
const LOOKING: readonly KeyTable[] = ['browse', 'select'];
const SEARCHING: readonly KeyTable[] = ['run', 'browse', 'select'];
/** Tables with paging, pages and dialogs included: a page may be longer than the window. */
const PAGED: readonly KeyTable[] = ['run', 'browse', 'page', 'dialog'];
const DIALOG: readonly KeyTable[] = ['page', 'dialog'];
const PAGE: readonly KeyTable[] = ['page'];
/** Tables in which a page can be opened; one page can be opened from another. */
const OPEN_OR_PAGE: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse', 'select', 'page'];

export const COMMANDS: Readonly<Record<CommandId, CommandInfo>> = {
  'mode.toggleRaw': listed('Modes', 'RUN or RAW', 'Go to RAW, or from RAW back to RUN', ALL_BUT_SELECT),
  'mode.raw': listed('Modes', 'Go to RAW', 'Send every key to the program', RUN_OR_BROWSE),
  'mode.run': keyOnly('Modes', 'Back to RUN', 'Back to the command line', [...ALL_BUT_SELECT, 'select']),
  'mode.lock': listed(
    'Modes',
    'Go to LOCK',
    'Send every key to the program, the RAW key too',
    ALL_BUT_SELECT,
  ),
  'mode.unlock': keyOnly('Modes', 'Leave LOCK', 'Back from LOCK', ['lock']),
  'mode.browse': listed('Modes', 'Go to BROWSE', 'Browse finished commands', ALL_BUT_SELECT),

  'tab.new': listed('Tabs', 'New tab', 'Open a terminal; asks for a name', ALL_BUT_SELECT),
  'tab.next': listed('Tabs', 'Next tab', 'Show the next tab', ALL_BUT_SELECT),
  'tab.previous': listed('Tabs', 'Previous tab', 'Show the previous tab', ALL_BUT_SELECT),
  'tab.select': keyOnly('Tabs', 'Go to tab', 'Show tab 1 to 9', ALL_BUT_SELECT),
  'tab.list': listed('Tabs', 'All tabs', 'List the tabs; typing filters them', ALL_BUT_SELECT),
  'tab.moveLeft': listed('Tabs', 'Move tab left', 'Move this tab one place to the left', RUN_OR_BROWSE),
  'tab.moveRight': listed('Tabs', 'Move tab right', 'Move this tab one place to the right', RUN_OR_BROWSE),
  'tab.rename': listed('Tabs', 'Rename tab', 'Give this tab another name', ALL_BUT_SELECT),
  'tab.close': listed(
    'Tabs',
    'Close tab',
    'Close this terminal; asks if something runs; can be undone',
    RUN_OR_BROWSE,
  ),
  'tab.undoClose': listed(
    'Tabs',
    'Undo close',
    'Bring back the tab that was closed last, in any window',
    RUN_OR_BROWSE,
  ),
  'tab.endAll': listed('Tabs', 'End all', 'End every terminal; asks first, cannot be undone', RUN_OR_BROWSE),

  'input.submit': keyOnly('Input', 'Run', 'Run the command, or send the line to the running program', RUN),
  'input.newline': keyOnly('Input', 'New line', 'Start another line of the same command', RUN),
  'input.interrupt': keyOnly(
    'Input',
    'Clear or interrupt',
    'Clear the input; if empty, interrupt the program',
    RUN,
  ),
  'input.eof': keyOnly('Input', 'End of input', 'End the input of the program, or leave the shell', RUN),
  'input.suspendJob': keyOnly(
    'Input',
    'Stop the program',
    'Stop the running program (SIGTSTP); `fg` continues it',
    RUN,
  ),
  'input.quitJob': keyOnly('Input', 'Quit the program', 'End the running program (SIGQUIT)', RUN),
  'input.clearScreen': listed(
    'Input',
    'Clear the screen',
    'Clear the screen; the recorded output stays',
    RUN,
  ),
  'input.dropIntoShell': keyOnly(
    'Input',
    'Complete in the shell',
    'Move the line to the shell to complete it',
    RUN,
  ),
  'input.historyPrevious': keyOnly('Input', 'Up', 'One line up, or the previous command', RUN),
  'input.historyNext': keyOnly('Input', 'Down', 'One line down, or the next command', RUN),
  'input.lastArgument': keyOnly(
    'Input',
    'Last argument',
    'Insert the last argument of the last command',
    RUN,
  ),
  'input.editLine': listed(
    'Input',
    'Edit in editor',
    'Edit the line in $VISUAL or $EDITOR, and take it back',
    RUN,
  ),
  'input.historySearch': listed('Input', 'Search history', 'Find a command that ran before', RUN),

  ...EDIT_COMMANDS,

  'block.next': keyOnly('Blocks', 'Next block', 'The block below', BROWSE),
  'block.previous': keyOnly('Blocks', 'Previous block', 'The block above', BROWSE),
  'block.nextFailed': listed('Blocks', 'Next failed', 'The next block that failed', BROWSE),
  'block.previousFailed': listed('Blocks', 'Previous failed', 'The previous block that failed', BROWSE),
  'block.first': keyOnly('Blocks', 'First block', 'The oldest block', BROWSE),
  'block.last': keyOnly('Blocks', 'Last block', 'The newest block', BROWSE),
  'block.toggleFold': listed('Blocks', 'Fold or unfold', 'Fold or unfold this block', BROWSE),
  'block.foldAll': listed('Blocks', 'Fold all', 'Fold every block but the last', RUN_OR_BROWSE),
  'block.unfoldAll': listed('Blocks', 'Unfold all', 'Unfold every block', RUN_OR_BROWSE),
  'block.onlyFailed': listed(
    'Blocks',
    'Only failed',
    'Show only blocks that failed, or all again',
    RUN_OR_BROWSE,
  ),
  'block.filter': listed(
    'Blocks',
    'Filter',
    'Show only blocks by folder, writer, age, time taken or failure',
    RUN_OR_BROWSE,
  ),
  'block.search': listed('Blocks', 'Search', 'Search in commands and outputs', SEARCHING),
  'block.searchNext': keyOnly('Blocks', 'Next match', 'The next match', LOOKING),
  'block.searchPrevious': keyOnly('Blocks', 'Previous match', 'The previous match', LOOKING),
  'find.here': listed(
    'Blocks',
    'List matches',
    'List all matches in this terminal, with the lines around',
    SEARCHING,
  ),
  'find.everywhere': listed(
    'Blocks',
    'Find everywhere',
    'Search all terminals and the record, by text and by filters',
    SEARCHING,
  ),
  'find.scope': keyOnly(
    'Dialogs',
    'Everywhere or here',
    'List matches of all terminals and the record, or of this one',
    DIALOG,
  ),
  'block.copyOutput': listed('Blocks', 'Copy output', 'Copy the output', BROWSE),
  'block.copyCommand': listed('Blocks', 'Copy command', 'Copy the command line', BROWSE),
  'block.copyBoth': listed('Blocks', 'Copy both', 'Copy command and output, as Markdown', BROWSE),
  'block.rerun': listed('Blocks', 'Run again', 'Run the command again', BROWSE),
  'block.edit': listed('Blocks', 'Edit again', 'Put the command in the input line', BROWSE),
  'block.openPager': listed('Blocks', 'Open in pager', 'Open the output in $PAGER', BROWSE),
  'block.openLink': listed(
    'Blocks',
    'Open link',
    'Open the link in the output (on the line found, or the first)',
    BROWSE,
  ),

  ...PANE_COMMANDS,
  ...SELECT_COMMANDS,

  'scroll.pageUp': keyOnly('Scrolling', 'Page up', 'One page up', [...PAGED, 'raw']),
  'scroll.pageDown': keyOnly('Scrolling', 'Page down', 'One page down', [...PAGED, 'raw']),
  'scroll.up': keyOnly('Scrolling', 'Scroll up', 'One line up', RUN_OR_BROWSE),
  'scroll.down': keyOnly('Scrolling', 'Scroll down', 'One line down', RUN_OR_BROWSE),
  'scroll.top': keyOnly('Scrolling', 'To the top', 'To the very top', RUN_OR_BROWSE),
  'scroll.bottom': listed(
    'Scrolling',
    'To the live end',
    'To the live end, and follow it again',
    RUN_OR_BROWSE,
  ),

  'claim.takeOver': listed('Sharing', 'Take over', 'Take the terminal from whoever holds it', ALL_BUT_SELECT),
  'claim.handBack': listed(
    'Sharing',
    'Hand over',
    'Give the terminal to the agent that asks for it, or had it',
    RUN_OR_BROWSE,
  ),
  'claim.decline': listed('Sharing', 'Not now', 'Keep the terminal that an agent asks for', RUN_OR_BROWSE),
  'blocks.forget': listed('Sharing', 'Ask about machines', 'Ask again which get blocks', RUN_OR_BROWSE),
  'feed.open': listed('Sharing', 'What ended', 'Show the commands that ended elsewhere', OPEN_OR_PAGE),
  'agents.open': listed('Sharing', 'Agents', 'Show the agents, and how another one joins', OPEN_OR_PAGE),

  'palette.open': keyOnly('cotty', 'All commands', 'Find a command by name', ALL_BUT_SELECT),
  'help.open': listed('cotty', 'Help', 'Show the keys that work here', OPEN_OR_PAGE),
  'app.detach': listed('cotty', 'Detach', 'Leave cotty; the terminals go on', ALL_BUT_SELECT),
  'app.suspend': listed('cotty', 'Suspend', 'Stop cotty; `fg` brings it back', RUN_OR_BROWSE),
  'app.redraw': listed('cotty', 'Redraw', 'Draw the whole window again', RUN_OR_BROWSE),
  'app.restartHost': listed('cotty', 'Restart host', 'Exchange the host; programs go on', RUN_OR_BROWSE),
  'mouse.toggle': listed(
    'cotty',
    'Mouse on or off',
    'Give the mouse to your own terminal, or take it back',
    RUN_OR_BROWSE,
  ),
  'theme.choose': listed('cotty', 'Theme', 'Choose the colours; kept in your configuration', RUN_OR_BROWSE),
  'config.open': listed('cotty', 'Edit configuration', 'Open your file of settings and keys', RUN_OR_BROWSE),
  'clipboard.accept': listed(
    'cotty',
    'Take offered text',
    'Copy the text that a program offers',
    ALL_BUT_SELECT,
  ),

  'page.copyLine': keyOnly('Dialogs', 'Copy the line', 'Copy the line for Claude Code (agents)', PAGE),
  'page.copyJson': keyOnly('Dialogs', 'Copy the JSON', 'Copy the JSON for any MCP client (agents)', PAGE),

  'dialog.accept': keyOnly('Dialogs', 'Accept', 'Yes', DIALOG),
  'dialog.cancel': keyOnly('Dialogs', 'Cancel', 'No, close', DIALOG),
  'dialog.next': keyOnly('Dialogs', 'Next', 'The next choice', DIALOG),
  'dialog.previous': keyOnly('Dialogs', 'Previous', 'The previous choice', DIALOG),
};
