import { describe, expect, it } from 'vitest';
import { IDLE } from '../../../src/client/commands/conditions.ts';
import { bindingFor } from '../../../src/client/commands/keymap.ts';
import { nearest } from '../../../src/protocol/common/nearest.ts';
import { configPath } from '../../../src/tui/config/edit-config.ts';
import { configKeymap, parseConfig } from '../../../src/tui/config/parse.ts';

describe('configKeymap', () => {
  it('follows preset, smart keys, terminal and own lines together', () => {
    const config = parseConfig('preset = screen\nctrlE = off\nbind run f5 tab.next\n');
    const { keymap, problems } = configKeymap(config, 'vscode');
    expect(bindingFor(keymap, 'raw', 'ctrl+a', IDLE)?.command).toBe('mode.run');
    expect(bindingFor(keymap, 'raw', 'f4', IDLE)?.command).toBe('mode.run');
    expect(bindingFor(keymap, 'run', 'ctrl+e', IDLE)?.command).toBe('edit.end');
    expect(bindingFor(keymap, 'run', 'f5', IDLE)?.command).toBe('tab.next');
    expect(problems).toEqual([]);
  });

  it('leaves LOCK by the key of the setting, and by no other', () => {
    const { keymap } = configKeymap(parseConfig('lockKey = C-]'), 'other');
    expect(bindingFor(keymap, 'lock', 'ctrl+]', IDLE)?.command).toBe('mode.unlock');
    expect(bindingFor(keymap, 'lock', 'f12', IDLE)).toBeUndefined();
    expect(keymap.bindings.filter(({ table }) => table === 'lock')).toHaveLength(1);
  });

  it('reports key lines that cannot stand, with line and text', () => {
    const { problems } = configKeymap(parseConfig('# keys\nunbind lock f12'), 'other');
    const problem = 'no key would be left to leave LOCK; line ignored';
    expect(problems).toEqual([{ line: 2, text: 'unbind lock f12', problem }]);
  });
});

describe('configPath', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x', HOME: '/home/mara' }, '/x/cotty/config'],
    [{ XDG_CONFIG_HOME: '', HOME: '/home/mara' }, '/home/mara/.config/cotty/config'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/mara' }, '/home/mara/.config/cotty/config'],
    [{}, undefined],
  ])('finds the file by %j', (env, path) => {
    expect(configPath(env)).toBe(path);
  });
});

describe('nearest', () => {
  it('finds a misspelt word, but not another one', () => {
    const known = ['scrollback', 'theme', 'mouse'];
    expect(nearest('scrolback', known)).toBe('scrollback');
    expect(nearest('Mouse', known)).toBe('mouse');
    expect(nearest('colour', known)).toBeUndefined();
    expect(nearest('m'.repeat(10_000), known)).toBeUndefined();
  });
});
