/** What is said of a command: group, title, description, and the key tables in which it may be bound. */

import type { KeyTable } from './key-table.ts';

/** Groups of commands, in the order of the help pages. */
export const GROUPS = [
  'Modes',
  'Tabs',
  'Input',
  'Editing',
  'Blocks',
  'Selecting',
  'Scrolling',
  'Sharing',
  'cotty',
  'Dialogs',
  'Panes',
] as const;

export type Group = (typeof GROUPS)[number];

export type CommandInfo = {
  readonly group: Group;
  /** Name in the palette: two or three words. */
  readonly title: string;
  /** One line for the help pages. */
  readonly description: string;
  /** Key tables in which the command may be bound. */
  readonly tables: readonly KeyTable[];
  /** Whether the palette lists the command: false when it makes sense only as a key. */
  readonly palette: boolean;
};

export function listed(
  group: Group,
  title: string,
  description: string,
  tables: readonly KeyTable[],
): CommandInfo {
  return { group, title, description, tables, palette: true };
}

export function keyOnly(
  group: Group,
  title: string,
  description: string,
  tables: readonly KeyTable[],
): CommandInfo {
  return { group, title, description, tables, palette: false };
}
