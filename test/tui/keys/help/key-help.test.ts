import { describe, expect, it } from 'vitest';
import { COMMAND_IDS, COMMANDS } from '../../../../src/client/commands/commands.ts';
import { KEY_TABLES } from '../../../../src/client/commands/key-table.ts';
import { keymapOf } from '../../../../src/client/commands/keymap.ts';
import { defaultBindings } from '../../../../src/client/commands/tmux-keys.ts';
import { helpPage, keyList, readmeKeyTable, rowText } from '../../../../src/tui/keys/help/help-text.ts';
import { keepsF4, keptKeys, outerOf } from '../../../../src/tui/keys/outer-keys.ts';

const keymap = keymapOf(
  defaultBindings({ preset: 'default', ctrlE: 'smart', ctrlK: 'smart', lockKey: 'f12', keepF4: false }),
);

describe('COMMANDS', () => {
  it('can all be reached by a key or from the palette', () => {
    const inTmux = defaultBindings({
      preset: 'tmux',
      ctrlE: 'smart',
      ctrlK: 'smart',
      lockKey: 'f12',
      keepF4: false,
    });
    const bound = new Set([...keymap.bindings, ...inTmux].map(({ command }) => command));
    const listed = COMMAND_IDS.filter((command) => !COMMANDS[command].keyOnly);
    expect(COMMAND_IDS.filter((command) => !bound.has(command) && !listed.includes(command))).toEqual([]);
  });

  it('are described in one short line each', () => {
    for (const command of COMMAND_IDS) {
      const { title, help } = COMMANDS[command];
      expect([command, title.length <= 24, help.length <= 64]).toEqual([command, true, true]);
      expect(help).not.toMatch(/[.\n]$/);
    }
  });
});

describe('helpPage', () => {
  it('shows every binding of every key table once', () => {
    for (const table of KEY_TABLES) {
      const keys = helpPage(keymap, table).sections.flatMap(({ rows }) => rows.flatMap((row) => row.keys));
      const digits = keymap.bindings.filter((one) => one.table === table && one.command === 'tab.select');
      const ranges = digits.length / 9;
      expect(keys).toHaveLength(
        keymap.bindings.filter((one) => one.table === table).length - digits.length + ranges,
      );
    }
  });

  it('says under which condition a smart key does what', () => {
    const rows = helpPage(keymap, 'run').sections.flatMap((section) => section.rows);
    const ctrlK = rows.filter(({ keys }) => keys.includes('Ctrl+K')).map(rowText);
    expect(ctrlK).toEqual([
      'Go to RAW (cursor at the end)',
      'Cut from the cursor to the end of the line (text to the right)',
    ]);
  });

  it('joins nine tab keys to a range', () => {
    const tabs = helpPage(keymap, 'run').sections.find(({ group }) => group === 'Tabs');
    expect(tabs?.rows.find(({ text }) => text === 'Show tab 1 to 9')?.keys).toEqual(['Alt+1…9']);
  });

  it('marks rows whose every key the outer terminal keeps', () => {
    const page = helpPage(keymap, 'run', keptKeys('gnome'));
    const rows = page.sections.flatMap((section) => section.rows);
    expect(rows.find(({ keys }) => keys.includes('Alt+1…9'))?.lost).toBe(true);
    expect(rows.find(({ keys }) => keys.includes('F2'))?.lost).toBe(false);
  });
});

describe('readmeKeyTable', () => {
  it('has a heading and a table for each mode', () => {
    const table = readmeKeyTable();
    expect(table.match(/^### \w+$/gm)).toEqual([
      '### RUN',
      '### RAW',
      '### LOCK',
      '### BROWSE',
      '### SELECT',
      '### PAGE',
      '### HISTORY',
      '### DIALOG',
    ]);
    expect(table).toContain('| `Ctrl+K` | Back to the command line |');
  });
});

describe('keyList', () => {
  it('names each key that the outer terminal keeps', () => {
    const lines = keyList(keymap, 'vscode').filter((line) => line.startsWith('run     Ctrl+K '));
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.endsWith('[VS Code keeps this key]'))).toBe(true);
  });
});

describe('outerOf', () => {
  it('knows the terminals that keep keys', () => {
    expect(outerOf({ TERM_PROGRAM: 'vscode' }, 'linux')).toBe('vscode');
    expect(outerOf({ TERM_PROGRAM: 'vscode' }, 'darwin')).toBe('vscode-mac');
    expect(outerOf({ VTE_VERSION: '7600' }, 'linux')).toBe('gnome');
    expect(outerOf({ TERM_PROGRAM: 'ghostty' }, 'linux')).toBe('ghostty');
    expect(outerOf({}, 'linux')).toBe('other');
    expect(keepsF4('vscode-mac')).toBe(true);
    expect(keepsF4('gnome')).toBe(false);
  });
});
