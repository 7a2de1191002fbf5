/** A binding: in this mode, this key does this command, perhaps only under a condition. */

import type { CommandId } from './command-ids.ts';
import type { Condition } from './conditions.ts';
import type { Mode } from './mode.ts';

export type Binding = {
  readonly mode: Mode;
  /** As `keyName` spells it. */
  readonly key: string;
  readonly command: CommandId;
  /** Number of the tab, for `tab.select`. */
  readonly argument?: number;
  readonly when?: Condition;
  /** What the command means under this condition, where that is less than its own description. */
  readonly text?: string;
};

/** A line of the default tables; the mode is that of the table. */
export type BindingRow = readonly [key: string, command: CommandId, more?: BindingExtras];

export type BindingExtras = Pick<Binding, 'argument' | 'when' | 'text'>;

/** From here the switch only leads one way. */
export const TO_RAW = { text: 'Go to RAW' } as const satisfies BindingExtras;

export function bindingsOf(mode: Mode, rows: readonly BindingRow[]): Binding[] {
  return rows.map(([key, command, more]) => ({ mode, key, command, ...more }));
}

/** Keys 1 to 9, with an optional modifier in front, show that tab. */
export function tabNumberRows(prefix: string): BindingRow[] {
  return Array.from({ length: 9 }, (_, n) => [`${prefix}${n + 1}`, 'tab.select', { argument: n + 1 }]);
}
