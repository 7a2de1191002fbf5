/** The table of all commands: everything that a key, the palette or the mouse can do. */

import { BLOCK_COMMANDS } from './blocks.ts';
import type { Command } from './command.ts';
import { COMPARING_COMMANDS } from './comparing.ts';
import { DIALOG_COMMANDS } from './dialogs.ts';
import { EDITING_COMMANDS } from './editing.ts';
import { HISTORY_COMMANDS } from './history.ts';
import { INPUT_COMMANDS } from './input.ts';
import { MODE_COMMANDS } from './modes.ts';
import { PANE_COMMANDS } from './panes.ts';
import { REPLAYING_COMMANDS } from './replaying.ts';
import { SCROLLING_COMMANDS } from './scrolling.ts';
import { SELECTING_COMMANDS } from './selecting.ts';
import { SHARING_COMMANDS } from './sharing.ts';
import { TAB_COMMANDS } from './tabs.ts';
import { WINDOW_COMMANDS } from './window.ts';

const TABLE = {
  ...TAB_COMMANDS,
  ...PANE_COMMANDS,
  ...MODE_COMMANDS,
  ...INPUT_COMMANDS,
  ...EDITING_COMMANDS,
  ...SCROLLING_COMMANDS,
  ...BLOCK_COMMANDS,
  ...SELECTING_COMMANDS,
  ...HISTORY_COMMANDS,
  ...SHARING_COMMANDS,
  ...WINDOW_COMMANDS,
  ...DIALOG_COMMANDS,
  ...COMPARING_COMMANDS,
  ...REPLAYING_COMMANDS,
};

export type CommandId = keyof typeof TABLE;

export const COMMANDS: Readonly<Record<CommandId, Command>> = TABLE;

/** All commands in the order of the palette. */
export const COMMAND_IDS = Object.keys(COMMANDS) as readonly CommandId[];

export function isCommandId(word: string): word is CommandId {
  return Object.hasOwn(COMMANDS, word);
}
