/** Help pages: what each key does in a mode, made from the keymap as it is now. */

import type { Binding } from '../binding.ts';
import type { Keymap } from '../bindings/keymap.ts';
import { COMMANDS, GROUPS, type Group } from '../commands.ts';
import { CONDITIONS } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import { MODE_TEXT, type Mode } from '../mode.ts';

export type HelpRow = {
  readonly keys: readonly string[];
  readonly text: string;
  /** When it holds, in words; absent: always. */
  readonly condition?: string;
  /** True when the outer terminal keeps every one of these keys. */
  readonly lost: boolean;
};

export type HelpSection = { readonly group: Group; readonly rows: readonly HelpRow[] };

export type HelpPage = {
  readonly mode: Mode;
  readonly intro: string;
  readonly sections: readonly HelpSection[];
};

export function helpPage(keymap: Keymap, mode: Mode, kept: ReadonlySet<string> = new Set()): HelpPage {
  const own = keymap.bindings.filter((binding) => binding.mode === mode);
  const sections = GROUPS.flatMap((group) => {
    const rows = rowsOf(
      own.filter(({ command }) => COMMANDS[command].group === group),
      kept,
    );
    return rows.length > 0 ? [{ group, rows }] : [];
  });
  return { mode, intro: MODE_TEXT[mode], sections };
}

/** Bindings of the same command and condition share a row; the rows stand in table order. */
function rowsOf(bindings: readonly Binding[], kept: ReadonlySet<string>): HelpRow[] {
  const rows = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const id = [binding.command, binding.when ?? '', binding.text ?? ''].join(' ');
    const row = rows.get(id);
    if (row) row.push(binding);
    else rows.set(id, [binding]);
  }
  return [...rows.values()].map((row) => helpRow(row, kept));
}

function helpRow(row: readonly Binding[], kept: ReadonlySet<string>): HelpRow {
  const [first] = row;
  return {
    keys: joinDigits(row),
    text: first === undefined ? '' : (first.text ?? COMMANDS[first.command].description),
    ...(first?.when === undefined ? {} : { condition: CONDITIONS[first.when].text }),
    lost: row.every(({ key }) => kept.has(key)),
  };
}

/** Nine keys for nine tabs are shown as one range. */
function joinDigits(row: readonly Binding[]): string[] {
  const keys = row.map(({ key }) => key);
  return keys.flatMap((key) => {
    const stem = key.slice(0, -1);
    const isRange =
      /[1-9]$/.test(key) && RANGE.every((digit) => keys.includes(`${stem}${digit}`)) && !/f$/.test(stem);
    if (!isRange) return [keyLabel(key)];
    return key.endsWith('1') ? [`${keyLabel(key)}…9`] : [];
  });
}

const RANGE = Array.from({ length: 9 }, (_, n) => n + 1);
