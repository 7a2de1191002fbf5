/** A binding: this key in this key table runs this command, perhaps only under a condition. */

import type { CommandId } from './command-ids.ts';
import type { Condition } from './conditions.ts';
import type { KeyTable } from './key-table.ts';

export type Binding = {
  readonly table: KeyTable;
  /** Name of the key, as `keyName` spells it. */
  readonly key: string;
  readonly command: CommandId;
  /** Number of the tab, for `tab.select`. */
  readonly argument?: number;
  readonly when?: Condition;
  /** Description shown instead of the command's own, when the command does less under this condition. */
  readonly text?: string;
};

/** One row of a default key table; the key table itself is given to `bindingsOf`. */
export type BindingRow = readonly [key: string, command: CommandId, more?: BindingExtras];

export type BindingExtras = Pick<Binding, 'argument' | 'when' | 'text'>;

/** Description of `mode.toggleRaw` in key tables where it can only enter RAW. */
export const TO_RAW = { text: 'Go to RAW' } as const satisfies BindingExtras;

export function bindingsOf(table: KeyTable, rows: readonly BindingRow[]): Binding[] {
  return rows.map(([key, command, more]) => ({ table, key, command, ...more }));
}

/** Rows that bind the digits 1 to 9, with an optional modifier prefix, to the tab of that number. */
export function tabNumberRows(prefix: string): BindingRow[] {
  return Array.from({ length: 9 }, (_, n) => [`${prefix}${n + 1}`, 'tab.select', { argument: n + 1 }]);
}
