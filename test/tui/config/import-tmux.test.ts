import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE } from '../../../src/client/commands/conditions.ts';
import type { KeyTable } from '../../../src/client/commands/key-table.ts';
import { bindingFor } from '../../../src/client/commands/keymap.ts';
import { tmuxKey } from '../../../src/client/commands/tmux-options.ts';
import { readTmuxConf } from '../../../src/client/commands/tmux-words.ts';
import { importTmux } from '../../../src/tui/config/import-tmux.ts';
import { configKeymap, parseConfig } from '../../../src/tui/config/parse.ts';

/** What cotty's own parser makes of the lines, and the notes among them. */
function imported(...lines: readonly string[]) {
  const text = importTmux(lines.join('\n'), '~/.tmux.conf');
  const config = parseConfig(text);
  const { keymap, problems } = configKeymap(config, 'other');
  const command = (table: KeyTable, key: string) => {
    const binding = bindingFor(keymap, table, key, IDLE);
    return binding && `${binding.command}${binding.argument === undefined ? '' : ` ${binding.argument}`}`;
  };
  const notes = text.split('\n').filter((line) => line.startsWith('#   line'));
  return { text, settings: config.settings, problems: [...config.problems, ...problems], command, notes };
}

const USUAL = `# a file as people have it
unbind C-b
set -g prefix C-a
bind C-a send-prefix
set -g mouse on
setw -g mode-keys vi
set -g base-index 1
set -g history-limit 50000
set -sg escape-time 0
set -g default-shell /bin/sh
bind | split-window -h -c "#{pane_current_path}"   # at the right
bind - split-window -v -c '#{pane_current_path}'
unbind '"'
unbind %
bind -r H resize-pane -L 5
bind h select-pane -L
bind -n M-Left select-pane -L
bind -n S-Right next-window
bind -T copy-mode-vi v send-keys -X begin-selection
bind -T copy-mode-vi y send-keys -X copy-pipe-and-cancel "xclip -in -selection clipboard"
bind S setw synchronize-panes
bind '#' choose-tree
bind '"' split-window
bind \\\\ split-window -h
bind C-l \\
  last-window
bind r source-file ~/.tmux.conf \\; display "Reloaded"
set -g status-bg black
set -g @plugin 'tmux-plugins/tpm'
run '~/.tmux/plugins/tpm/tpm'
`;

describe('an option that is set without a value', () => {
  it('is switched, from what it was in tmux', () => {
    const settings = (...lines: readonly string[]) => imported(...lines).settings;
    expect(settings('set -g mouse off', 'set -g mouse').mouse).toBe(true);
    expect(settings('set -g mouse').mouse).toBe(true);
    expect(settings('set -g mouse', 'set -g mouse').mouse).toBe(false);
    expect(settings('set -g mouse on', 'set -g mouse').mouse).toBe(false);
    expect(settings('setw -g mode-keys').selectKeys).toBe('vi');
    expect(settings('setw -g mode-keys vi', 'setw -g mode-keys').selectKeys).toBe('emacs');
    expect(settings('set -g bell-action').bell).toBe(false);
    expect(settings('set -g bell-action none', 'set -g bell-action').bell).toBe(true);
    expect(settings('set -s set-clipboard').clipboard).toBe('off');
    // Neither of the two: it stays, as in tmux.
    expect(settings('set -s set-clipboard on', 'set -s set-clipboard').clipboard).toBe('on');
  });

  it('decides which copy mode the keys are for', () => {
    const lines = ['setw -g mode-keys', 'bind -T copy-mode-vi V send -X select-line'];
    expect(imported(...lines).notes).toEqual([]);
    expect(imported(...lines).command('select', 'V')).toBe('select.lines');
  });

  it('is told where tmux wants a value', () => {
    for (const option of ['history-limit', 'default-shell', 'default-command', 'prefix']) {
      const { text, notes, problems } = imported(`set -g ${option}`);
      expect([option, problems, notes.length]).toEqual([option, [], 1]);
      expect(text.split('\n').filter((line) => /^\w+ =/.test(line))).toEqual(['preset = tmux']);
    }
    expect(imported('set -g history-limit').notes).toEqual([
      '#   line 1: set -g history-limit: history-limit needs a value',
    ]);
  });

  it('is forgotten with -u, and a value that is none is told', () => {
    expect(imported('set -g history-limit 500', 'set -gu history-limit').text).not.toContain('scrollback =');
    expect(imported('set -g mouse off', 'set -gu mouse', 'set -g mouse').settings.mouse).toBe(true);
    const { text, notes } = imported('set -g mouse maybe');
    expect(text).not.toContain('\nmouse =');
    expect(notes).toEqual([expect.stringContaining('mouse')]);
  });

  it('is a switch behind a key, too', () => {
    expect(imported('bind m set -g mouse').command('raw', 'ctrl+b m')).toBe('mouse.toggle');
    expect(imported('bind m set -g mouse on').notes).toEqual([
      expect.stringContaining('`cotty config set mouse on`'),
    ]);
  });
});

describe('importTmux', () => {
  it('takes over prefix, options and keys of a usual file', () => {
    const { settings, problems, command } = imported(USUAL);
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      preset: 'tmux',
      prefix: 'ctrl+a',
      mouse: true,
      selectKeys: 'vi',
      scrollback: 50_000,
      shell: '/bin/sh',
    });
    for (const mode of ['run', 'raw', 'browse', 'select'] as const) {
      expect(command(mode, 'ctrl+a |')).toBe('pane.splitRight');
      expect(command(mode, 'ctrl+a -')).toBe('pane.splitBelow');
      expect(command(mode, 'ctrl+a %')).toBeUndefined();
      expect(command(mode, 'ctrl+a H')).toBe('pane.resizeLeft 5');
      expect(command(mode, 'ctrl+a S')).toBe('pane.markAll');
      expect(command(mode, 'ctrl+a #')).toBe('tab.list');
      expect(command(mode, 'ctrl+a "')).toBe('pane.splitBelow');
      expect(command(mode, 'ctrl+a \\')).toBe('pane.splitRight');
      expect(command(mode, 'ctrl+a ctrl+l')).toBe('tab.last');
      expect(command(mode, 'alt+left')).toBe('pane.left');
      expect(command(mode, 'shift+right')).toBe('tab.nextGroup');
      // What the file does not say is as in tmux.
      expect(command(mode, 'ctrl+a c')).toBe('tab.new');
    }
    expect(command('select', 'v')).toBe('select.characters');
    expect(command('select', 'y')).toBe('select.copy');
  });

  it('tells each line that it cannot take over, with its number and why', () => {
    expect(imported(USUAL).notes).toEqual([
      '#   line 4: bind C-a send-prefix: pressing the prefix twice sends it',
      '#   line 7: set -g base-index 1: it is so here anyway',
      '#   line 9: set -sg escape-time 0: a lone Esc is told from a sequence without it',
      expect.stringContaining('#   line 27: bind r source-file'),
      '#   line 28: set -g status-bg black: the bar is cotty’s own; a theme has its colours',
      "#   line 29: set -g @plugin 'tmux-plugins/tpm': plugins of tmux do not run here",
      "#   line 30: run '~/.tmux/plugins/tpm/tpm': plugins of tmux do not run here",
    ]);
  });

  it.each([
    ['set -g prefix `', 'prefix must be a key that types nothing'],
    ['set -g prefix Hyper', 'there is no key called Hyper'],
    ['set -g history-limit 999999', 'scrollback is at most 100000'],
    ['set -g history-limit many', 'scrollback must be a whole number'],
    ['set -g mode-keys ed', 'selectKeys must be vi or emacs'],
    ['set -g prefix2 C-s', 'one prefix'],
    ['set -g monkey on', 'there is no such setting'],
    ['bind x', 'it is bound to nothing'],
    ['bind', 'the key is missing'],
    ['bind -n x kill-pane', 'could no longer be typed'],
    ['bind Wurst kill-pane', 'there is no key called Wurst'],
    ['bind -n MouseDown1Pane select-pane -t=', 'mouse'],
    ['bind -T mine x kill-pane', 'no key table mine'],
    ['bind x fly-window', 'no command fly-window'],
    ['bind x kill-pane \\; next-window', 'several commands'],
    ['bind C-l { clear-history ; send-keys C-l }', 'several commands'],
    ['bind -T copy-mode-vi x send -X knit', 'SELECT has nothing like knit'],
    ['if-shell true "set -g mouse on"', 'only options and keys'],
    ['source ~/other.conf', 'import that file by itself'],
    ['unbind -a', 'all keys at once'],
    ['%if 1', 'conditions are not evaluated'],
    ['bind x new-window -n htop', 'its name htop'],
  ])('says why not: %s', (line, why) => {
    const { notes, problems } = imported(line);
    expect(problems).toEqual([]);
    expect(notes.join('\n')).toContain(why);
  });

  it('leaves out what stands under a condition', () => {
    const { command, settings } = imported(
      '%if "x"',
      'set -g mouse off',
      '%if 1',
      '%endif',
      'bind Z kill-pane',
      '%endif',
      'bind X kill-pane',
    );
    expect([settings.mouse, command('raw', 'ctrl+b Z'), command('raw', 'ctrl+b X')]).toEqual([
      true,
      undefined,
      'tab.close',
    ]);
  });

  it('lets the later of two lines win, without a conflict', () => {
    const { problems, command, settings } = imported(
      'bind x next-window',
      'bind x kill-window',
      'set -g mouse on',
      'set -g mouse off',
    );
    expect([problems, command('run', 'ctrl+b x'), settings.mouse]).toEqual([[], 'tab.closeGroup', false]);
  });

  it('knows key tables of the copy mode: emacs is that of tmux unless the file says vi', () => {
    const emacs = imported('bind -T copy-mode C-k send -X cancel');
    expect([emacs.command('select', 'ctrl+k'), emacs.notes]).toEqual(['select.leave', []]);
    const old = imported('setw -g mode-keys vi', 'bind -t vi-copy v begin-selection');
    expect([old.command('select', 'v'), old.notes]).toEqual(['select.characters', []]);
    expect(imported('set -g mode-keys vi', 'bind -T copy-mode x send -X cancel').notes.join('')).toContain(
      'keys of vi',
    );
  });

  it('prints nothing that reaches a terminal or ends a comment', () => {
    const { text, problems } = imported(
      'bind \x1b]0;x\x07 kill-pane \u2028 bind',
      'set -g status-left "a\rpreset = safe\u0085b"',
    );
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}]/u);
    expect(problems).toEqual([]);
  });

  it('makes lines of any file that the parser of cotty takes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'bind',
        ' ',
        'bind -n ',
        'set -g ',
        'prefix ',
        'C-a ',
        '\n',
        ';',
        '\\;',
        '{',
        '}',
        '"',
        "'",
        '\\',
        '#',
        'split-window ',
        'M-x ',
        'unbind ',
        '-T copy-mode-vi ',
        'send -X ',
        'cancel',
        'mouse on',
        '%if',
        '$',
        '=',
        'default-shell ',
        'C-',
        'S-F5 ',
        'resize-pane -L ',
        '9999',
        'history-limit ',
        '|',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { problems, text } = imported(pieces.join(''));
        expect([problems, text]).toEqual([[], text]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('readTmuxConf', () => {
  const words = (file: string) => readTmuxConf(file).commands.map((command) => command.words);

  it('takes words, quotes, escapes, comments, blocks and lines that go on', () => {
    expect(words('a "b c" \'d\\e\' f\\ g # rest\nh\\\ni')).toEqual([['a', 'b c', 'd\\e', 'f g'], ['hi']]);
    expect(words('bind x { a ; "}" }\nnext')).toEqual([['bind', 'x', ' a ; "}" '], ['next']]);
    expect(words('a ; b; c\\; d \\; e')).toEqual([['a'], ['b'], ['c;', 'd', ';', 'e']]);
    expect(words('a #{b} #c')).toEqual([['a', '#{b}']]);
  });

  it('counts the lines', () => {
    const file = '\n\na \\\n b\n{\n}\nc';
    expect(readTmuxConf(file).commands.map(({ line }) => line)).toEqual([3, 5, 7]);
  });

  it('ends with a file that does not end its quotes, and stops at a limit', () => {
    expect(words('a "b')).toEqual([['a', 'b']]);
    expect(words('a {b')).toEqual([['a', 'b']]);
    const long = readTmuxConf('a\n'.repeat(5_001));
    expect([long.commands.length, long.problem]).toEqual([
      5_000,
      'the file is too long; what follows was not read',
    ]);
  });
});

describe('tmuxKey', () => {
  it.each([
    ['C-a', 'ctrl+a'],
    ['^B', 'ctrl+b'],
    ['M-Left', 'alt+left'],
    ['C-M-x', 'ctrl+alt+x'],
    ['M-H', 'alt+H'],
    ['S-F5', 'shift+f5'],
    ['BTab', 'shift+tab'],
    ['BSpace', 'backspace'],
    ['PPage', 'pageup'],
    ['NPage', 'pagedown'],
    ['DC', 'delete'],
    ['C-Space', 'ctrl+space'],
    ['Space', 'space'],
    ['-', '-'],
    ['^', '^'],
    ['C--', 'ctrl+-'],
    ['Wurst', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('reads %j as %j', (written, name) => {
    expect(tmuxKey(written)).toBe(name);
  });
});
