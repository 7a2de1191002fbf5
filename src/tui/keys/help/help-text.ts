/** Writes the key tables as text: Markdown for the README, plain lines for `keys --list` and narrow windows. */

import { GROUPS, type Group } from '../../../client/commands/command.ts';
import { COMMANDS } from '../../../client/commands/commands.ts';
import { CONDITIONS } from '../../../client/commands/conditions.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import { KEY_TABLE_TEXT, type KeyTable } from '../../../client/commands/key-table.ts';
import { type Binding, type Keymap, keymapOf } from '../../../client/commands/keymap.ts';
import { defaultBindings } from '../../../client/commands/tmux-keys.ts';
import { keptKeys, OUTER_NAMES, type Outer } from '../outer-keys.ts';

/** Key tables in the order in which a new user meets them. */
const PAGES: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse', 'select', 'page', 'history', 'dialog'];

/** Returns the key section of the README: the default bindings, outside VS Code. */
export function readmeKeyTable(): string {
  const keymap = keymapOf(
    defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4: false }),
  );
  return PAGES.map((table) => pageMarkdown(helpPage(keymap, table))).join('\n');
}

function pageMarkdown(page: HelpPage): string {
  const rows = page.sections.flatMap(({ rows }) => rows.map(rowMarkdown));
  return [
    `### ${page.table.toUpperCase()}`,
    '',
    page.intro,
    '',
    '| Key | What it does |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function rowMarkdown(row: HelpRow): string {
  const keys = row.keys.map((key) => `\`${key.replaceAll('|', '\\|')}\``).join(' ');
  return `| ${keys} | ${rowText(row)} |`;
}

export function rowText({ text, condition }: HelpRow): string {
  return condition === undefined ? text : `${text} (${condition})`;
}

/** Lists the current keymap as lines `run  Ctrl+K  mode.toggleRaw  …`, with a note on keys that never arrive. */
export function keyList(keymap: Keymap, outer: Outer): string[] {
  const kept = keptKeys(outer);
  return keymap.bindings.map(({ table, key, command, argument, when, text }) => {
    const what = argument === undefined ? command : `${command} ${argument}`;
    const condition = when === undefined ? '' : ` when ${when}`;
    const note = kept.has(key) ? `  [${OUTER_NAMES[outer]} keeps this key]` : '';
    const start = `${table.padEnd(6)}  ${keyLabel(key).padEnd(16)}  ${`${what}${condition}`.padEnd(40)}`;
    return `${start}  ${text ?? COMMANDS[command].help}${note}`;
  });
}

// Help pages: what each key of a key table does, made from the current keymap.

export type HelpRow = {
  readonly keys: readonly string[];
  readonly text: string;
  /** Condition in words; absent when the binding always holds. */
  readonly condition?: string;
  /** Whether the outer terminal keeps every one of these keys. */
  readonly lost: boolean;
};

type HelpSection = { readonly group: Group; readonly rows: readonly HelpRow[] };

export type HelpPage = {
  readonly table: KeyTable;
  readonly intro: string;
  readonly sections: readonly HelpSection[];
};

export function helpPage(keymap: Keymap, table: KeyTable, kept: ReadonlySet<string> = new Set()): HelpPage {
  const own = keymap.bindings.filter((binding) => binding.table === table);
  const sections = GROUPS.flatMap((group) => {
    const rows = rowsOf(
      own.filter(({ command }) => COMMANDS[command].group === group),
      kept,
    );
    return rows.length > 0 ? [{ group, rows }] : [];
  });
  return { table, intro: KEY_TABLE_TEXT[table], sections };
}

/** Groups bindings of the same command and condition into one row each, in the order of the key table. */
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
    text: first === undefined ? '' : (first.text ?? COMMANDS[first.command].help),
    ...(first?.when === undefined ? {} : { condition: CONDITIONS[first.when].text }),
    lost: row.every(({ key }) => kept.has(key)),
  };
}

/** Labels the keys of a row. The nine keys for nine tabs become one range. */
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
