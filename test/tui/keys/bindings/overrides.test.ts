import { describe, expect, it } from 'vitest';
import { IDLE, type InputContext } from '../../../../src/client/commands/conditions.ts';
import { bindingFor, bindingsFor, chordsOf, keymapOf } from '../../../../src/client/commands/keymap.ts';
import { defaultBindings } from '../../../../src/client/commands/tmux-keys.ts';
import { configKeymap, parseConfig } from '../../../../src/tui/config/parse.ts';
import {
  applyKeyLines,
  type NumberedKeyLine,
  parseKeyLine,
} from '../../../../src/tui/keys/bindings/key-lines.ts';

const defaults = defaultBindings({
  preset: 'default',
  ctrlE: 'smart',
  ctrlK: 'smart',
  lockKey: 'f12',
  keepF4: false,
});
const TYPED: InputContext = { ...IDLE, empty: false, atEnd: true, atStart: false };

function apply(...lines: readonly string[]) {
  const numbered = lines.map((text, i): NumberedKeyLine => {
    const result = parseKeyLine(text.split(' '));
    if (!result.ok) throw new Error(`${text}: ${result.problem}`);
    return { line: i + 1, key: result.line };
  });
  const { bindings, conflicts } = applyKeyLines(defaults, numbered);
  return { keymap: keymapOf(bindings), conflicts };
}

describe('applyKeyLines', () => {
  it('puts a key of one’s own in the place of the default and shows it first', () => {
    const { keymap, conflicts } = apply('bind run ctrl+t tab.new');
    expect(bindingFor(keymap, 'run', 'ctrl+t', IDLE)?.command).toBe('tab.new');
    expect(bindingsFor(keymap, 'run', 'tab.new')[0]?.key).toBe('ctrl+t');
    expect(bindingsFor(keymap, 'run', 'edit.transpose')).toEqual([]);
    expect(conflicts).toEqual([]);
  });

  it('keeps the default where the condition of the line does not hold', () => {
    const { keymap } = apply('bind run ctrl+t tab.new when input-empty');
    expect(bindingFor(keymap, 'run', 'ctrl+t', IDLE)?.command).toBe('tab.new');
    expect(bindingFor(keymap, 'run', 'ctrl+t', TYPED)?.command).toBe('edit.transpose');
  });

  it('lets the later of two lines win and names the earlier', () => {
    const { keymap, conflicts } = apply('bind run f5 tab.next', 'bind run f5 tab.new');
    expect(bindingFor(keymap, 'run', 'f5', IDLE)?.command).toBe('tab.new');
    expect(conflicts).toEqual([
      { line: 2, problem: 'F5 in run was already bound in line 1; this line wins' },
    ]);
  });

  it('takes a rule and its exception as no conflict', () => {
    const { keymap, conflicts } = apply('bind run f5 tab.next', 'bind run f5 help.open when input-empty');
    expect(bindingFor(keymap, 'run', 'f5', IDLE)?.command).toBe('help.open');
    expect(bindingFor(keymap, 'run', 'f5', TYPED)?.command).toBe('tab.next');
    expect(conflicts).toEqual([]);
  });

  it('takes a key away', () => {
    const { keymap } = apply('unbind run f2', 'unbind run ctrl+e');
    expect(bindingsFor(keymap, 'run', 'tab.new')).toEqual([]);
  });

  it('never leaves RAW or LOCK without a way out', () => {
    const { keymap, conflicts } = apply('unbind raw ctrl+k', 'bind lock f12 tab.next', 'bind run f5 tab.new');
    expect(bindingFor(keymap, 'raw', 'ctrl+k', IDLE)?.command).toBe('mode.run');
    expect(bindingFor(keymap, 'lock', 'f12', IDLE)?.command).toBe('mode.unlock');
    expect(bindingFor(keymap, 'run', 'f5', IDLE)?.command).toBe('tab.new');
    expect(conflicts.map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'no key would be left to leave RAW; line ignored'],
      [2, 'no key would be left to leave LOCK; line ignored'],
    ]);
  });

  it('lets RAW be left by another key instead', () => {
    const { keymap, conflicts } = apply('bind raw ctrl+] mode.run', 'unbind raw ctrl+k');
    expect(bindingFor(keymap, 'raw', 'ctrl+k', IDLE)).toBeUndefined();
    expect(conflicts).toEqual([]);
  });
});

describe('two keys one after the other', () => {
  it.each([
    ['bind run ctrl+g ctrl+k tab.close', 'ctrl+g ctrl+k'],
    ['bind browse g x tab.close', 'g x'],
  ])('are bound by %s', (line, key) => {
    const result = parseKeyLine(line.split(' '));
    expect(result.ok && result.line.kind === 'bind' && result.line.binding.key).toBe(key);
  });

  it('are one word in quotes as well', () => {
    const { keymap } = apply('bind run ctrl+g ctrl+k tab.close');
    expect(parseKeyLine(['bind', 'run', 'Ctrl+G C-k', 'tab.close'])).toMatchObject({
      line: { binding: { key: 'ctrl+g ctrl+k' } },
    });
    expect(bindingFor(keymap, 'run', 'ctrl+g ctrl+k', IDLE)?.command).toBe('tab.close');
    expect(chordsOf(keymap, 'run', 'ctrl+g', IDLE)).toHaveLength(1);
  });

  it('are unbound together', () => {
    const { keymap } = apply('unbind run ctrl+x ctrl+e');
    expect(chordsOf(keymap, 'run', 'ctrl+x', IDLE)).toEqual([]);
  });

  it('leave the first of them what it is alone, by default or by a line', () => {
    const { keymap, conflicts } = apply(
      'bind run ctrl+t x tab.close',
      'bind run f5 tab.new',
      'bind run f5 x tab.close',
    );
    expect(bindingFor(keymap, 'run', 'ctrl+t', IDLE)?.command).toBe('edit.transpose');
    expect(bindingFor(keymap, 'run', 'f5', IDLE)?.command).toBe('tab.new');
    expect(conflicts).toEqual([]);
  });
});

describe('the keys behind the prefix', () => {
  const inTmux = (...lines: readonly string[]) => {
    const config = parseConfig(['preset = tmux', ...lines].join('\n'));
    const { keymap, problems } = configKeymap(config, 'other');
    return { keymap, problems: [...config.problems, ...problems].map(({ problem }) => problem) };
  };

  it('are bound in every mode that takes the prefix, and unbound', () => {
    const { keymap, problems } = inTmux('prefix = C-a', 'bind prefix | pane.splitRight', 'unbind prefix %');
    for (const table of ['run', 'raw', 'browse', 'select'] as const) {
      expect(bindingFor(keymap, table, 'ctrl+a |', IDLE)?.command).toBe('pane.splitRight');
      expect(bindingFor(keymap, table, 'ctrl+a %', IDLE)).toBeUndefined();
    }
    expect([keymap.prefix, problems]).toEqual(['ctrl+a', []]);
  });

  it('take a number where the command has one', () => {
    const { keymap, problems } = inTmux('bind prefix H pane.resizeLeft 5', 'bind prefix 0 tab.group 1');
    expect(bindingFor(keymap, 'raw', 'ctrl+b H', IDLE)?.argument).toBe(5);
    expect(bindingFor(keymap, 'raw', 'ctrl+b 0', IDLE)?.argument).toBe(1);
    expect(problems).toEqual([]);
  });

  it.each([
    ['bind prefix x y tab.close', 'one key goes behind the prefix'],
    ['bind prefix x tab.close when idle', 'bindings in prefix cannot have a condition'],
    ['bind prefix H pane.resizeLeft 0', 'pane.resizeLeft takes a number from 1 to 500'],
    ['bind prefix 0 tab.group', 'tab.group needs a number from 1 to 99'],
    ['unbind prefix enter', 'no key would be left to leave RAW; line ignored'],
  ])('refuse %s', (line, problem) => {
    expect(inTmux(line).problems).toEqual([problem]);
  });

  it('are told of where there is no prefix', () => {
    const { keymap, conflicts } = apply('bind prefix c tab.new');
    expect(conflicts).toEqual([{ line: 1, problem: 'only preset = tmux has a prefix; line ignored' }]);
    expect(chordsOf(keymap, 'run', 'ctrl+b', IDLE)).toEqual([]);
  });
});

describe('parseKeyLine', () => {
  it.each([
    [
      'bind fly f5 tab.new',
      'mode must be one of run, raw, lock, browse, select, page, history, dialog, prefix',
    ],
    ['bind run', 'the key is missing'],
    ['bind run hyperspace tab.new', 'there is no key called hyperspace'],
    ['bind run f5', 'the command is missing'],
    ['bind run f5 tab.fly', 'there is no command called tab.fly'],
    ['bind run f5 block.next', 'block.next does not exist in run'],
    ['bind run f5 tab.new 3', 'nothing may follow tab.new: 3'],
    ['bind run f5 tab.select', 'tab.select needs a number from 1 to 9'],
    ['bind run f5 tab.select 10', 'tab.select needs a number from 1 to 9'],
    ['bind raw f5 mode.run when input-empty', 'bindings in raw cannot have a condition'],
    ['bind run x tab.close', 'this character could no longer be typed'],
    ['bind run space tab.next when input-at-end', 'this character could no longer be typed'],
    ['bind run x ctrl+k tab.close', 'this character could no longer be typed'],
    ['bind raw x ctrl+k mode.run', 'this character could no longer be typed'],
    ['bind lock ctrl+x ctrl+k mode.run', 'two keys can be bound in run, raw, browse, select only'],
    ['unbind run f5 tab.new', 'nothing may follow the key: tab.new'],
  ])('refuses %s', (line, problem) => {
    expect(parseKeyLine(line.split(' '))).toEqual({ ok: false, problem });
  });

  it('refuses an unknown condition and lists those there are', () => {
    const result = parseKeyLine('bind run f5 tab.new when raining'.split(' '));
    expect(result.ok ? '' : result.problem).toContain('input-at-end');
  });

  it('reads an argument and a condition', () => {
    expect(parseKeyLine('bind run F5 tab.select 3 when idle'.split(' '))).toEqual({
      ok: true,
      line: {
        kind: 'bind',
        binding: { table: 'run', key: 'f5', command: 'tab.select', argument: 3, when: 'idle' },
      },
    });
  });
});
