/** What each command is called and does, and where it exists: help, hints and palette are all made from this table. */

import type { CommandId } from './command-ids.ts';
import type { Mode } from './mode.ts';

/** Order is the order of help pages. */
export const GROUPS = [
  'Modes',
  'Tabs',
  'Input',
  'Editing',
  'Blocks',
  'Scrolling',
  'Sharing',
  'cotty',
  'Dialogs',
] as const;

export type Group = (typeof GROUPS)[number];

export type CommandInfo = {
  readonly group: Group;
  /** Two or three words, as the palette lists it. */
  readonly title: string;
  /** One line, as help shows it. */
  readonly description: string;
  readonly modes: readonly Mode[];
  /** Listed in the palette: false where it makes sense only as a key. */
  readonly palette: boolean;
};

const OPEN: readonly Mode[] = ['run', 'browse'];
const ANY: readonly Mode[] = ['run', 'raw', 'lock', 'browse'];
const RUN: readonly Mode[] = ['run'];
const BROWSE: readonly Mode[] = ['browse'];
const TYPING: readonly Mode[] = ['run', 'dialog'];
/** Pages are longer than the window. */
const PAGED: readonly Mode[] = ['run', 'browse', 'page', 'dialog'];
const DIALOG: readonly Mode[] = ['page', 'dialog'];
const PAGE: readonly Mode[] = ['page'];
/** Reached from one page to the other, too. */
const OPEN_OR_PAGE: readonly Mode[] = ['run', 'raw', 'lock', 'browse', 'page'];

export const COMMANDS: Readonly<Record<CommandId, CommandInfo>> = {
  'mode.toggleRaw': listed('Modes', 'RUN or RAW', 'Go to RAW, or from RAW back to RUN', ANY),
  'mode.raw': listed('Modes', 'Go to RAW', 'Send every key to the program', OPEN),
  'mode.run': keyOnly('Modes', 'Back to RUN', 'Back to the command line', ANY),
  'mode.lock': listed('Modes', 'Go to LOCK', 'Send every key to the program, the RAW key too', ANY),
  'mode.unlock': keyOnly('Modes', 'Leave LOCK', 'Back from LOCK', ['lock']),
  'mode.browse': listed('Modes', 'Go to BROWSE', 'Walk the finished commands', ANY),

  'tab.new': listed('Tabs', 'New tab', 'Open a terminal; asks for a name', ANY),
  'tab.next': listed('Tabs', 'Next tab', 'Show the next tab', ANY),
  'tab.previous': listed('Tabs', 'Previous tab', 'Show the previous tab', ANY),
  'tab.select': keyOnly('Tabs', 'Go to tab', 'Show tab 1 to 9', ANY),
  'tab.rename': listed('Tabs', 'Rename tab', 'Give this tab another name', ANY),
  'tab.close': listed('Tabs', 'Close tab', 'End this terminal; can be undone for a while', OPEN),
  'tab.undoClose': listed('Tabs', 'Undo close', 'Bring the closed tab back', OPEN),
  'tab.endAll': listed('Tabs', 'End all', 'End every terminal; asks first, cannot be undone', OPEN),

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
    'Stop the running program (SIGTSTP); `fg` goes on',
    RUN,
  ),
  'input.quitJob': keyOnly('Input', 'Quit the program', 'End the running program (SIGQUIT)', RUN),
  'input.clearScreen': listed('Input', 'Clear the screen', 'Clear what is shown; the record stays', RUN),
  'input.dropIntoShell': keyOnly(
    'Input',
    'Complete in the shell',
    'Hand the line to the shell, with its own completion',
    RUN,
  ),
  'input.historyPrevious': keyOnly('Input', 'Up', 'A line up, or the command before', RUN),
  'input.historyNext': keyOnly('Input', 'Down', 'A line down, or the command after', RUN),
  'input.historySearch': listed('Input', 'Search history', 'Find a command that ran here before', RUN),

  'edit.left': keyOnly('Editing', 'Left', 'One character left', TYPING),
  'edit.right': keyOnly('Editing', 'Right', 'One character right', TYPING),
  'edit.wordLeft': keyOnly('Editing', 'Word left', 'One word left', TYPING),
  'edit.wordRight': keyOnly('Editing', 'Word right', 'One word right', TYPING),
  'edit.home': keyOnly('Editing', 'Start of line', 'Start of the line; again: of all lines', TYPING),
  'edit.end': keyOnly('Editing', 'End of line', 'End of the line; again: of all lines', TYPING),
  'edit.deleteLeft': keyOnly('Editing', 'Delete left', 'Delete the character before the cursor', TYPING),
  'edit.deleteRight': keyOnly('Editing', 'Delete right', 'Delete the character at the cursor', TYPING),
  'edit.deleteWordLeft': keyOnly('Editing', 'Cut word left', 'Cut the word before the cursor', TYPING),
  'edit.deleteWordRight': keyOnly('Editing', 'Cut word right', 'Cut the word after the cursor', TYPING),
  'edit.deleteArgumentLeft': keyOnly('Editing', 'Cut argument', 'Cut back to the last blank', TYPING),
  'edit.killToEnd': keyOnly(
    'Editing',
    'Cut to the end',
    'Cut from the cursor to the end of the line',
    TYPING,
  ),
  'edit.killToStart': keyOnly(
    'Editing',
    'Cut to the start',
    'Cut from the cursor to the start of the line',
    TYPING,
  ),
  'edit.yank': keyOnly('Editing', 'Put back', 'Insert what was cut last', TYPING),
  'edit.yankOlder': keyOnly('Editing', 'Put back older', 'After that: what was cut before it', TYPING),
  'edit.transpose': keyOnly('Editing', 'Swap', 'Swap two characters', TYPING),
  'edit.undo': keyOnly('Editing', 'Undo', 'Undo the last edit', TYPING),
  'edit.redo': keyOnly('Editing', 'Redo', 'Do the undone edit again', TYPING),

  'block.next': keyOnly('Blocks', 'Next block', 'The block below', BROWSE),
  'block.previous': keyOnly('Blocks', 'Previous block', 'The block above', BROWSE),
  'block.nextFailed': listed('Blocks', 'Next failed', 'The next block that failed', BROWSE),
  'block.previousFailed': listed('Blocks', 'Previous failed', 'The block before that failed', BROWSE),
  'block.first': keyOnly('Blocks', 'First block', 'The oldest block', BROWSE),
  'block.last': keyOnly('Blocks', 'Last block', 'The newest block', BROWSE),
  'block.toggleFold': listed('Blocks', 'Fold or unfold', 'Fold or unfold this block', BROWSE),
  'block.foldAll': listed('Blocks', 'Fold all', 'Fold every block but the last', OPEN),
  'block.unfoldAll': listed('Blocks', 'Unfold all', 'Unfold every block', OPEN),
  'block.onlyFailed': listed('Blocks', 'Only failed', 'Show only blocks that failed, or all again', OPEN),
  'block.search': listed('Blocks', 'Search', 'Search in commands and outputs', OPEN),
  'block.searchNext': keyOnly('Blocks', 'Next match', 'The next match', BROWSE),
  'block.searchPrevious': keyOnly('Blocks', 'Previous match', 'The match before', BROWSE),
  'block.copyOutput': listed('Blocks', 'Copy output', 'Copy the output', BROWSE),
  'block.copyCommand': listed('Blocks', 'Copy command', 'Copy the command line', BROWSE),
  'block.copyBoth': listed('Blocks', 'Copy both', 'Copy command and output, as Markdown', BROWSE),
  'block.rerun': listed('Blocks', 'Run again', 'Run the command again', BROWSE),
  'block.edit': listed('Blocks', 'Edit again', 'Put the command in the input line', BROWSE),
  'block.openPager': listed('Blocks', 'Open in pager', 'Open the output in $PAGER', BROWSE),

  'scroll.pageUp': keyOnly('Scrolling', 'Page up', 'A page up', PAGED),
  'scroll.pageDown': keyOnly('Scrolling', 'Page down', 'A page down', PAGED),
  'scroll.up': keyOnly('Scrolling', 'Scroll up', 'A line up', OPEN),
  'scroll.down': keyOnly('Scrolling', 'Scroll down', 'A line down', OPEN),
  'scroll.top': keyOnly('Scrolling', 'To the top', 'To the very top', OPEN),
  'scroll.bottom': listed('Scrolling', 'To the live end', 'To the live end, and follow it again', OPEN),

  'claim.takeOver': listed('Sharing', 'Take over', 'Take the terminal from whoever holds it', ANY),
  'claim.handBack': listed(
    'Sharing',
    'Hand over',
    'Give the terminal to the agent that asks, or that had it',
    OPEN,
  ),
  'claim.decline': listed('Sharing', 'Not now', 'Keep the terminal that an agent asks for', OPEN),
  'feed.open': listed('Sharing', 'What ended', 'Show which commands ended elsewhere', OPEN_OR_PAGE),
  'agents.open': listed('Sharing', 'Agents', 'Show the agents, and how another one joins', OPEN_OR_PAGE),

  'palette.open': keyOnly('cotty', 'All commands', 'Find a command by name', ANY),
  'help.open': listed('cotty', 'Help', 'Show the keys that work here', OPEN_OR_PAGE),
  'app.detach': listed('cotty', 'Detach', 'Leave cotty; the terminals go on', ANY),
  'app.suspend': listed('cotty', 'Suspend', 'Stop cotty; `fg` brings it back', OPEN),
  'app.redraw': listed('cotty', 'Redraw', 'Draw the whole window again', OPEN),
  'mouse.toggle': listed('cotty', 'Mouse on or off', 'Give the mouse to your own terminal, or take it', OPEN),

  'page.copyLine': keyOnly('Dialogs', 'Copy the line', 'Copy the line for Claude Code (agents)', PAGE),
  'page.copyJson': keyOnly('Dialogs', 'Copy the JSON', 'Copy the JSON for any MCP client (agents)', PAGE),

  'dialog.accept': keyOnly('Dialogs', 'Accept', 'Yes', DIALOG),
  'dialog.cancel': keyOnly('Dialogs', 'Cancel', 'No, close', DIALOG),
  'dialog.next': keyOnly('Dialogs', 'Next', 'The next choice', DIALOG),
  'dialog.previous': keyOnly('Dialogs', 'Previous', 'The choice before', DIALOG),
};

function listed(group: Group, title: string, description: string, modes: readonly Mode[]): CommandInfo {
  return { group, title, description, modes, palette: true };
}

function keyOnly(group: Group, title: string, description: string, modes: readonly Mode[]): CommandInfo {
  return { group, title, description, modes, palette: false };
}
