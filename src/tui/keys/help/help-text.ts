/** Writes the key tables as text: Markdown for the README, plain lines for `keys --list` and narrow windows. */

import { defaultBindings } from '../bindings/default-bindings.ts';
import { type Keymap, keymapOf } from '../bindings/keymap.ts';
import { COMMANDS } from '../commands/commands.ts';
import { keyLabel } from '../key-spelling.ts';
import type { KeyTable } from '../key-table.ts';
import { keptKeys, OUTER_NAMES, type Outer } from '../outer-keys.ts';
import { type HelpPage, type HelpRow, helpPage } from './key-help.ts';

/** Key tables in the order in which a new user meets them. */
const PAGES: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse', 'select', 'page', 'dialog'];

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
