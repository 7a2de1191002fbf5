import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/client/commands/commands.ts';
import {
  TMUX_VERBS,
  tmuxMeaning,
  typedMeaning,
  verbChoices,
} from '../../../src/client/commands/tmux-verbs.ts';
import { typedCommands } from '../../../src/client/commands/tmux-words.ts';

const meaning = typedMeaning;

describe('tmuxMeaning', () => {
  it.each([
    ['split-window', 'pane.splitBelow'],
    ['split-window -v', 'pane.splitBelow'],
    ['split-window -h', 'pane.splitRight'],
    ['splitw -hb', 'pane.splitLeft'],
    ['split-window -h -c "#{pane_current_path}"', 'pane.splitRight'],
    ['new-window', 'tab.new'],
    ['rename-window', 'tab.rename'],
    ['kill-pane', 'tab.close'],
    ['kill-window', 'tab.closeGroup'],
    ['select-pane -L', 'pane.left'],
    ['selectp -t :.+', 'pane.next'],
    ['select-pane -l', 'pane.last'],
    ['last-pane', 'pane.last'],
    ['next-window', 'tab.nextGroup'],
    ['previous-window', 'tab.previousGroup'],
    ['last-window', 'tab.last'],
    ['swap-pane -D', 'pane.swapNext'],
    ['swap-window -t -1', 'tab.moveLeft'],
    ['select-layout even-horizontal', 'pane.beside'],
    ['select-layout even-vertical', 'pane.below'],
    ['select-layout main-vertical', 'pane.mainLeft'],
    ['select-layout main-horizontal', 'pane.mainAbove'],
    ['select-layout tiled', 'pane.grid'],
    ['select-layout -E', 'pane.even'],
    ['resize-pane -Z', 'pane.zoom'],
    ['break-pane', 'pane.breakOut'],
    ['join-pane', 'pane.join'],
    ['display-panes', 'pane.number'],
    ['choose-tree -Zs', 'tab.list'],
    ['detach-client', 'app.detach'],
    ['copy-mode -u', 'select.start'],
    ['set synchronize-panes', 'pane.markAll'],
    ['command-prompt -I "#W" "rename-window \'%%\'"', 'tab.rename'],
    ['confirm-before -p "kill? (y/n)" kill-window', 'tab.killWindow'],
    ['confirm kill-pane', 'tab.killPane'],
    ['confirm-before kill-server', 'tab.endAll'],
    ['kill-p', 'tab.close'],
    ['swap-window -t :+1', 'tab.moveRight'],
    ['select-window -t :-', 'tab.previousGroup'],
    ['select-window -t !', 'tab.last'],
    ['select-pane -t :.-', 'pane.previous'],
    ['send-keys -X begin-selection', 'select.characters'],
    ['command-prompt -p search "send -X search-backward"', 'block.search'],
  ])('takes %s for %s', (line, command) => {
    expect(meaning(line)).toEqual({ kind: 'command', command });
  });

  it.each([
    ['resize-pane -L 5', { kind: 'command', command: 'pane.resizeLeft', argument: 5 }],
    ['resize-pane -D', { kind: 'command', command: 'pane.resizeDown', argument: 1 }],
    ['select-window -t 3', { kind: 'command', command: 'tab.group', argument: 3 }],
    ['select-window -t :=3', { kind: 'command', command: 'tab.group', argument: 3 }],
    ['select-window -t api', { kind: 'command', command: 'tab.list', given: { what: 'name', text: 'api' } }],
    ['select-pane -t 2', { kind: 'command', command: 'pane.number', given: { what: 'number', text: '2' } }],
    [
      'new-window -n "two words"',
      { kind: 'command', command: 'tab.new', given: { what: 'name', text: 'two words' } },
    ],
    [
      'rename-window two words',
      { kind: 'command', command: 'tab.rename', given: { what: 'name', text: 'two words' } },
    ],
    ['move-window -t 1', { kind: 'command', command: 'tab.moveTo', given: { what: 'number', text: '1' } }],
    [
      'set -g synchronize-panes on',
      { kind: 'command', command: 'pane.markAll', given: { what: 'value', text: 'on' } },
    ],
    [
      'setw synchronize-panes off',
      { kind: 'command', command: 'pane.markAll', given: { what: 'value', text: 'off' } },
    ],
  ])('reads %s', (line, expected) => {
    expect(meaning(line)).toEqual(expected);
  });

  it.each([
    ['split-window -h htop', 'command after it'],
    ['split-window -l 30%', 'its size'],
    ['new-window -c /tmp', 'its folder /tmp'],
    ['kill-pane -t 2', 'its target'],
  ])('tells what of %s is not done', (line, loss) => {
    expect(meaning(line)).toMatchObject({ kind: 'command', loss: expect.stringContaining(loss) });
  });

  it.each([
    ['new-session -s x', 'one session'],
    ['list-sessions', 'one session'],
    ['choose-buffer', 'prefix ]'],
    ['send-keys C-l', 'cotty send'],
    ['run-shell "ls"', 'cotty run'],
    ['set -g mouse on', 'cotty config set mouse on'],
    ['set -g history-limit 5000', 'cotty config set scrollback 5000'],
    ['set -g history-limit', 'cotty config set scrollback VALUE'],
    ['set -g status off', 'the bar is cotty’s own'],
    ['set -g monkey on', 'no such setting: monkey'],
    ['display-message hello', 'prefix i'],
    ['kill-pane -a', 'Ctrl+W Q'],
  ])('answers %s with what to use', (line, text) => {
    expect(meaning(line)).toMatchObject({ kind: 'instead', text: expect.stringContaining(text) });
  });

  it.each([
    ['fly-window', 'no command fly-window'],
    ['kill-pane; next-window', 'only one tmux command at a time'],
    ['kill-pane \\; next-window', 'only one tmux command at a time'],
    ['kill', 'no command kill'],
    ['split-window -X', 'no option -X'],
    ['new-window -n', '-n needs a value'],
    ['resize-pane -L zero', 'from 1 to 500: zero'],
    ['resize-pane -L 501', 'from 1 to 500: 501'],
    ['select-window', 'needs -t'],
    ['select-window -t 0', 'numbered from 1 to 99: 0'],
    ['select-layout cosy', 'no arrangement cosy'],
    ['set synchronize-panes maybe', 'on or off, not maybe'],
  ])('says what is wrong with %s', (line, text) => {
    expect(meaning(line)).toMatchObject({ kind: 'wrong', text: expect.stringContaining(text) });
  });

  it('has an answer to any line, and only for commands that exist', () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...TMUX_VERBS.map(({ name }) => name),
        '-t',
        '-L',
        '-n',
        '-h',
        '5',
        '-1',
        'on',
        '',
        'set',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const found = tmuxMeaning(words);
        if (found.kind === 'command') expect(COMMANDS[found.command]).toBeDefined();
        else expect(found.kind).toMatch(/^(instead|wrong)$/);
      }),
    );
  });

  it('answers in lines that a window of 80 columns shows, under names that are used once', () => {
    for (const { about } of TMUX_VERBS) expect([about, about.length <= 80]).toEqual([about, true]);
    const names = TMUX_VERBS.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('verbChoices', () => {
  const titles = (line: string) => verbChoices(line).map(({ title }) => title);

  it('lists the verbs that a word with a hyphen begins, and the one that a line has', () => {
    expect(titles('split-w')).toEqual(['split-window [-h|-v] [-b]']);
    expect(titles('split-window -h')).toEqual(['split-window [-h|-v] [-b]']);
    expect(titles('select-')).toHaveLength(3);
    expect(titles('set synchronize-panes on')).toEqual(['set synchronize-panes [on|off]']);
  });

  it('leaves words alone that may begin a title', () => {
    for (const line of ['', 's', 'new', 'set', 'last', 'next', 'split']) expect(titles(line)).toEqual([]);
  });
});

describe('a typed line', () => {
  it('keeps blanks in quotes, and has no comments', () => {
    expect(typedCommands(`a  'b c' "d 'e'" f"g h"i ''`)).toEqual([['a', 'b c', "d 'e'", 'fg hi', '']]);
    expect(typedCommands('open "quote')).toEqual([['open', 'quote']]);
    expect(typedCommands('rename-window #1')).toEqual([['rename-window', '#1']]);
  });
});
