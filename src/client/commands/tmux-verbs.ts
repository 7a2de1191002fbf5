/**
 * The commands of tmux, and what each is here: one row for each. Lines of the palette, the default keys of the tmux preset
 * (`tmux-keys.ts`) and imported configurations (`tui/config/import-tmux.ts`) are read by this table. For commands that cotty does not
 * have, the row says what to use instead.
 */

import type { CommandId } from './commands.ts';
import { tmuxOption } from './tmux-options.ts';
import { boundCommands, typedCommands } from './tmux-words.ts';

export type TmuxMeaning =
  /**
   * The same as this command of cotty. `given` is what the line gives it, where the command by itself asks the user: `what` it is, and
   * its text. `loss` is the part of the line that it does not do.
   */
  | {
      readonly kind: 'command';
      readonly command: CommandId;
      readonly argument?: number;
      readonly given?: { readonly what: 'name' | 'number' | 'value'; readonly text: string };
      readonly loss?: string;
    }
  /** cotty has no such thing; the text says what to use. */
  | { readonly kind: 'instead'; readonly text: string }
  /** The line is wrong; the text names the word. */
  | { readonly kind: 'wrong'; readonly text: string };

/** The flags of a line with their values, and the words after them. */
export type TmuxWords = { readonly flags: ReadonlyMap<string, string>; readonly rest: readonly string[] };

type Act = (words: TmuxWords) => TmuxMeaning;

export type TmuxVerb = {
  readonly name: string;
  readonly alias: string | undefined;
  /** The flags, as in getopt: a colon after those that take a value. Without a list any words are taken. */
  readonly flags: string | undefined;
  readonly about: string;
  readonly act: Act;
  /** How the verb is used here, for the palette. */
  readonly usage: string;
};

const NO_COMMAND = 'the command after it: open the terminal and type it there, or use `cotty run`';
export const ONE_SESSION = 'a host is one session; all windows have its tabs (cotty --connect: another)';
const ONE_BUFFER = 'prefix ] pastes what was copied last; older texts are in your clipboard manager';
const CLOSE_OTHERS = 'mark the others (BROWSE, Ctrl+W m) and close the marked ones (Ctrl+W Q)';
const ONLY_CHANGED = { a: 'only tabs that rang or changed (-a)' };
const IN_FRONT = { t: 'its target: it is the one in front' };
const PLACED = { c: elsewhere, words: NO_COMMAND };

const SIDES = { L: 'Left', R: 'Right', U: 'Up', D: 'Down' } as const;
const LAYOUTS: Readonly<Record<string, CommandId>> = {
  'even-horizontal': 'pane.beside',
  'even-vertical': 'pane.below',
  'main-horizontal': 'pane.mainAbove',
  'main-vertical': 'pane.mainLeft',
  tiled: 'pane.grid',
};
const LAYOUT_NAMES = Object.keys(LAYOUTS);

export const TMUX_VERBS: readonly TmuxVerb[] = [
  verb(
    'split-window splitw',
    'bdfhIvPZc:e:F:l:p:t:',
    'Open a terminal below this one, at its right (-h), above or left (-b)',
    (words) => {
      const [before, behind] = words.flags.has('h')
        ? (['pane.splitLeft', 'pane.splitRight'] as const)
        : (['pane.splitAbove', 'pane.splitBelow'] as const);
      const size = 'its size: both halves are equal';
      return command(words.flags.has('b') ? before : behind, lost(words, { l: size, p: size, ...PLACED }));
    },
    'split-window [-h|-v] [-b]',
  ),
  verb(
    'new-window neww',
    'abdkPSc:e:F:n:t:',
    'Open a terminal in a tab, with a name',
    (words) => {
      const name = words.flags.get('n');
      if (name !== undefined && words.rest.length === 0) return given('tab.new', 'name', name);
      return command('tab.new', lost(words, PLACED));
    },
    'new-window [-n NAME]',
  ),
  verb(
    'rename-window renamew',
    't:',
    'Give this tab another name',
    ({ rest }) => (rest.length === 0 ? command('tab.rename') : given('tab.rename', 'name', rest.join(' '))),
    'rename-window NAME',
  ),
  verb('kill-pane killp', 'at:', 'Close this terminal; asks if something runs', (words) =>
    words.flags.has('a') ? instead(CLOSE_OTHERS) : command('tab.close', lost(words, IN_FRONT)),
  ),
  verb(
    'kill-window killw',
    'at:',
    'Close this terminal and those beside it; asks if something runs',
    (words) =>
      words.flags.has('a') ? instead(CLOSE_OTHERS) : command('tab.closeGroup', lost(words, IN_FRONT)),
  ),
  verb(
    'select-pane selectp',
    'DdeLlMmRUZP:T:t:',
    'Go to the pane at a side, the last one, or one by its number',
    selectPane,
    'select-pane -L|-R|-U|-D|-l|-t N',
  ),
  verb('last-pane lastp', 'deZt:', 'Go to the pane that was in front before', 'pane.last'),
  verb(
    'select-window selectw',
    'lnpTt:',
    'Show a tab by its number from 1, or by its name',
    selectWindow,
    'select-window -t N|NAME',
  ),
  verb('next-window next', 'at:', 'Show the next tab', (words) =>
    command('tab.nextGroup', lost(words, ONLY_CHANGED)),
  ),
  verb('previous-window prev', 'at:', 'Show the previous tab', (words) =>
    command('tab.previousGroup', lost(words, ONLY_CHANGED)),
  ),
  verb('last-window last', 't:', 'Show the tab that was in front before', 'tab.last'),
  verb(
    'move-window movew',
    'abdkrs:t:',
    'Move this tab to a place, counted from 1',
    ({ flags }) => {
      if (flags.has('r')) return instead('tabs are numbered without gaps already');
      const to = targetOf(flags);
      return typeof to === 'number'
        ? given('tab.moveTo', 'number', `${to}`)
        : wrong('move-window needs -t and a number from 1');
    },
    'move-window -t N',
  ),
  verb(
    'swap-window swapw',
    'ds:t:',
    'Move this tab one place to the left or right',
    ({ flags }) => {
      const to = targetOf(flags);
      if (to === 'previous') return command('tab.moveLeft');
      return to === 'next' ? command('tab.moveRight') : instead('move-window -t N moves this tab to a place');
    },
    'swap-window -t -1|+1',
  ),
  verb(
    'resize-pane resizep',
    'DLMRTUZt:x:y:',
    'Move a border of this pane by cells; -Z shows it alone',
    ({ flags, rest: [cells = '1'] }) => {
      if (flags.has('Z')) return command('pane.zoom');
      const side = sideOf(flags);
      if (side === undefined)
        return instead('resize-pane -L, -R, -U or -D N, or drag a border with the mouse');
      const argument = numberOf(cells);
      return argument === undefined || argument > 500
        ? wrong(`not a number of cells from 1 to 500: ${cells}`)
        : { ...command(`pane.resize${side}`), argument };
    },
    'resize-pane -L|-R|-U|-D [N], -Z',
  ),
  verb(
    'swap-pane swapp',
    'dDUZs:t:',
    'Change places with the previous pane or the next one',
    ({ flags }) => {
      if (flags.has('U')) return command('pane.swapPrevious');
      return flags.has('D')
        ? command('pane.swapNext')
        : instead('swap-pane -U or -D, or drag a pane with the mouse');
    },
    'swap-pane -U|-D',
  ),
  verb(
    'rotate-window rotatew',
    'DUZt:',
    'Move every pane to the place of the one before it, with -D after it',
    ({ flags }) => command(flags.has('D') ? 'pane.rotateBack' : 'pane.rotate'),
  ),
  verb(
    'select-layout selectl',
    'Enopt:',
    'Arrange the panes',
    ({ flags, rest: [layout] }) => {
      if (flags.has('E')) return command('pane.even');
      if (flags.has('n') || flags.has('p') || layout === undefined) return command('pane.arrange');
      const known = LAYOUTS[LAYOUT_NAMES.find((name) => name.startsWith(layout)) ?? ''];
      return known === undefined
        ? wrong(`there is no arrangement ${layout}: ${LAYOUT_NAMES.join(', ')}`)
        : command(known);
    },
    `select-layout ${LAYOUT_NAMES.join('|')}`,
  ),
  verb('next-layout nextl', 't:', 'Arrange the panes in the next way', 'pane.arrange'),
  verb('break-pane breakp', 'abdPF:n:s:t:', 'Take this terminal out of the panes', 'pane.breakOut'),
  verb(
    'join-pane joinp',
    'bdfhvl:p:s:t:',
    'Show another tab beside this one; a list asks which',
    ({ flags }) =>
      command(
        'pane.join',
        flags.has('s') || flags.has('t') ? 'its target: a list asks which tab' : undefined,
      ),
  ),
  verb(
    'display-panes displayp',
    'bNd:t:',
    'Show the numbers of the panes; a digit goes to one',
    'pane.number',
  ),
  verb('choose-tree', 'GNrswZF:f:K:O:t:', 'List the tabs; typing filters them', 'tab.list'),
  verb('list-windows lsw', 'aF:f:t:', 'List the tabs; `cotty ls` prints them', 'tab.list'),
  verb('detach-client detach', 'aE:Ps:t:', 'Leave cotty; the terminals go on', 'app.detach'),
  verb('copy-mode', 'deHMqus:t:', 'Go to a cursor that selects', 'select.start'),
  verb('paste-buffer pasteb', 'dprs:b:t:', 'Paste what was copied last in this window', ({ flags }) =>
    flags.has('b') ? instead(ONE_BUFFER) : command('select.paste'),
  ),
  verb('find-window findw', 'CiNrTZt:', 'Search all terminals and the record', 'find.everywhere'),
  verb('refresh-client refresh', 'cDLRSUA:B:C:f:r:t:', 'Draw the whole window again', 'app.redraw'),
  verb('suspend-client suspendc', 't:', 'Stop cotty; `fg` brings it back', 'app.suspend'),
  verb('list-keys lsk', '1aNP:T:', 'Show the keys that work here', 'help.open'),
  verb('show-messages showmsgs', 'JTt:', 'Show the commands that ended elsewhere', 'feed.open'),
  verb('clock-mode', 't:', 'Show date and time', 'app.clock'),
  verb(
    'display-message display',
    'aINlpvc:d:F:t:',
    'Show name, program, size, folder and holder of this terminal',
    ({ rest }) =>
      rest.length === 0
        ? command('app.about')
        : instead('nothing shows messages of your own; prefix i describes the terminal'),
  ),
  verb(
    'set-option set',
    'aFgopqsuUwt:',
    'Type to all panes, or to one; other options are settings of cotty',
    setOption,
    'set synchronize-panes [on|off]',
  ),
  verb('set-window-option setw', 'aFgoqut:', 'As set-option', setOption),
  verb('command-prompt', '1bFiklNI:p:T:t:', 'Find a command by its name, or type one of tmux', ({ rest }) =>
    prompted(rest.join(' ')),
  ),
  verb(
    'confirm-before confirm',
    'byc:p:t:',
    'Close a pane or a window after the question of tmux',
    ({ rest }) => confirmed(tmuxMeaning(boundCommands(rest)[0] ?? [])),
  ),
  verb('send-keys send', 'FHKlMRXN:t:c:', '`cotty send NAME TEXT` types into a terminal', sendKeys),
  verb('kill-server', undefined, 'End every terminal; asks first', 'tab.endAll'),
  verb('kill-session', 'aCt:', 'End every terminal; asks first', 'tab.endAll'),
  missing('send-prefix', 'pressing the prefix twice sends it', '2t:'),
  missing('source-file source', 'cotty reads its configuration whenever it changes', 'Fnqvt:'),
  missing('respawn-pane respawnp', 'close the tab and open another one'),
  missing('respawn-window respawnw', 'close the tab and open another one'),
  missing('capture-pane capturep', '`cotty read NAME` prints output, BROWSE copies blocks'),
  missing('pipe-pane pipep', 'cotty records every command; `cotty history` and `cotty read` print it'),
  missing('clear-history clearhist', 'clear the screen with Ctrl+L; recorded output stays'),
  missing('run-shell run', 'type the command in a terminal, or use `cotty run`'),
  missing('if-shell if', 'key lines of cotty have conditions: bind … when CONDITION'),
  missing('display-popup popup', 'open a pane (prefix %) and close it with prefix x'),
  missing('display-menu menu', 'F9 lists all commands'),
  missing('choose-buffer', ONE_BUFFER),
  missing('list-buffers lsb', ONE_BUFFER),
  missing('show-buffer showb', ONE_BUFFER),
  missing('set-buffer setb', ONE_BUFFER),
  missing('delete-buffer deleteb', ONE_BUFFER),
  missing('save-buffer saveb', ONE_BUFFER),
  missing('load-buffer loadb', ONE_BUFFER),
  missing('link-window linkw', 'all windows of a host show the same tabs'),
  missing('unlink-window unlinkw', 'all windows of a host show the same tabs'),
  missing('choose-client', '`cotty ls` shows who holds a terminal'),
  missing('customize-mode', '`cotty config` prints all settings'),
  missing('show-options show', '`cotty config get` prints all settings'),
  missing('set-environment setenv', 'set it in your shell'),
  missing('set-hook', '`cotty watch` and `cotty wait` report when commands end'),
  missing('wait-for wait', '`cotty wait` waits for a command'),
  missing(
    'bind-key bind',
    '`cotty config bind MODE KEY COMMAND` keeps a key in your configuration',
    'cnrN:T:t:',
  ),
  missing('unbind-key unbind', '`cotty config unbind MODE KEY` takes a key away', 'acnqT:t:'),
  missing('lock-client lockc', 'lock your screen by your desktop'),
  missing('lock-server lock', 'lock your screen by your desktop'),
  missing('new-session', ONE_SESSION),
  missing('attach-session', ONE_SESSION),
  missing('switch-client', ONE_SESSION),
  missing('rename-session', ONE_SESSION),
  missing('has-session', ONE_SESSION),
  missing('list-sessions ls', ONE_SESSION),
];

/** `names`: the name of the verb, and its alias if it has one. */
function verb(
  names: string,
  flags: string | undefined,
  about: string,
  act: CommandId | Act,
  usage?: string,
): TmuxVerb {
  const [name = '', alias] = names.split(' ');
  return {
    ...{ name, alias, flags, about, usage: usage ?? name },
    act: typeof act === 'string' ? () => command(act) : act,
  };
}

function missing(names: string, about: string, flags?: string): TmuxVerb {
  return verb(names, flags, about, () => instead(about));
}

/** What the copy mode of tmux does by `send-keys -X`. */
const COPY_COMMANDS: Readonly<Record<string, CommandId>> = {
  'begin-selection': 'select.characters',
  'select-line': 'select.lines',
  'rectangle-toggle': 'select.rectangle',
  'copy-selection': 'select.copy',
  'copy-selection-no-clear': 'select.copy',
  'copy-selection-and-cancel': 'select.copy',
  'copy-pipe': 'select.copy',
  'copy-pipe-no-clear': 'select.copy',
  'copy-pipe-and-cancel': 'select.copy',
  cancel: 'select.leave',
  'clear-selection': 'select.clear',
  'other-end': 'select.otherEnd',
  'cursor-left': 'select.left',
  'cursor-right': 'select.right',
  'cursor-up': 'select.up',
  'cursor-down': 'select.down',
  'start-of-line': 'select.rowStart',
  'end-of-line': 'select.rowEnd',
  'back-to-indentation': 'select.textStart',
  'next-word': 'select.wordNext',
  'next-space': 'select.wordNext',
  'next-word-end': 'select.wordEnd',
  'next-space-end': 'select.wordEnd',
  'previous-word': 'select.wordPrevious',
  'previous-space': 'select.wordPrevious',
  'history-top': 'select.first',
  'history-bottom': 'select.last',
  'top-line': 'select.viewTop',
  'middle-line': 'select.viewMiddle',
  'bottom-line': 'select.viewBottom',
  'page-up': 'select.pageUp',
  'page-down': 'select.pageDown',
  'halfpage-up': 'select.halfPageUp',
  'halfpage-down': 'select.halfPageDown',
  'scroll-up': 'select.up',
  'scroll-down': 'select.down',
  'search-again': 'block.searchNext',
  'search-reverse': 'block.searchPrevious',
  'search-forward': 'block.search',
  'search-backward': 'block.search',
  'search-forward-incremental': 'block.search',
  'search-backward-incremental': 'block.search',
};

// Lines.

/** Returns the meaning of a line that somebody types, of one command. */
export function typedMeaning(line: string): TmuxMeaning {
  const [words = [], ...more] = typedCommands(line);
  return more.length > 0 ? wrong('only one tmux command at a time: ; is not supported') : tmuxMeaning(words);
}

/** Returns the meaning of a command of tmux, given as words. */
export function tmuxMeaning(words: readonly string[]): TmuxMeaning {
  const read = readVerb(words);
  return typeof read === 'string' ? wrong(read) : read.verb.act(read.words);
}

export type ReadVerb = { readonly verb: TmuxVerb; readonly words: TmuxWords };

/** Finds the verb of a command, and takes its flags apart; returns what is wrong with it instead. */
export function readVerb([name = '', ...args]: readonly string[]): ReadVerb | string {
  const found = verbOf(name);
  if (found === undefined) return `tmux has no command ${name}, or several that begin so`;
  const flags = new Map<string, string>();
  const rest = [...args];
  while (found.flags !== undefined && /^-\D/.test(rest[0] ?? '')) {
    const letters = (rest.shift() ?? '').slice(1);
    if (letters === '-') break;
    const problem = takeLetters(found.flags, letters, rest, flags);
    if (problem !== undefined) return `${found.name}: ${problem}`;
  }
  return { verb: found, words: { flags, rest } };
}

/** Finds a verb by its name, its alias, or an unambiguous prefix of its name. */
function verbOf(name: string): TmuxVerb | undefined {
  const exact = TMUX_VERBS.find((each) => each.name === name || each.alias === name);
  if (exact !== undefined || name === '') return exact;
  const [found, ...more] = TMUX_VERBS.filter((each) => each.name.startsWith(name));
  return more.length === 0 ? found : undefined;
}

/** Takes the letters after one `-`. The value of a flag follows its letter directly, or is the next word. */
function takeLetters(
  known: string,
  letters: string,
  rest: string[],
  flags: Map<string, string>,
): string | undefined {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    const place = letter === ':' ? -1 : known.indexOf(letter);
    if (place < 0) return `there is no option -${letter}`;
    if (known.charAt(place + 1) !== ':') {
      flags.set(letter, '');
      continue;
    }
    const value = letters.slice(at + 1) || rest.shift();
    if (value === undefined) return `-${letter} needs a value`;
    flags.set(letter, value);
    return undefined;
  }
  return undefined;
}

/**
 * What `-t` names: the one before or behind, the one in front before, a number from 1, or, as an object, a name; undefined without it.
 */
type Target = 'next' | 'previous' | 'last' | number | { readonly name: string } | undefined;

function targetOf(flags: TmuxWords['flags']): Target {
  const text = flags.get('t');
  if (text === undefined) return undefined;
  const bare = text.replace(/^:?\.?/, '');
  if (/^\+1?$/.test(bare)) return 'next';
  if (/^-1?$/.test(bare)) return 'previous';
  if (bare === '!') return 'last';
  return numberOf(bare) ?? { name: text.replace(/^:?=?/, '') };
}

/** Reads a number from 1 to 999. */
function numberOf(word: string): number | undefined {
  const digits = /^=?(\d{1,3})$/.exec(word)?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}

function sideOf(flags: TmuxWords['flags']) {
  const side = (['L', 'R', 'U', 'D'] as const).find((each) => flags.has(each));
  return side && SIDES[side];
}

function command(id: CommandId, loss?: string) {
  return { kind: 'command', command: id, ...(loss === undefined ? {} : { loss }) } as const;
}

function given(id: CommandId, what: 'name' | 'number' | 'value', text: string): TmuxMeaning {
  return { ...command(id), given: { what, text } };
}

function instead(text: string): TmuxMeaning {
  return { kind: 'instead', text };
}

function wrong(text: string): TmuxMeaning {
  return { kind: 'wrong', text };
}

type Losses = { readonly [flag: string]: string | ((value: string) => string | undefined) };

/** Returns what a line loses by the flags that it has; `words` stands for the words behind them. */
function lost({ flags, rest }: TmuxWords, losses: Losses): string | undefined {
  const parts = Object.entries(losses).map(([flag, loss]) => {
    const value = flag === 'words' ? rest[0] : flags.get(flag);
    if (value === undefined) return undefined;
    return typeof loss === 'string' ? loss : loss(value);
  });
  return [...new Set(parts)].filter((part) => part !== undefined).join('; ') || undefined;
}

/** Returns the loss if a line names another folder: a new terminal always opens in the folder of the one in front. */
function elsewhere(folder: string): string | undefined {
  return folder.includes('pane_current_path')
    ? undefined
    : `its folder ${folder}: a terminal opens where the one in front is`;
}

// Acts of verbs that decide more.

function selectPane({ flags }: TmuxWords): TmuxMeaning {
  const side = sideOf(flags);
  if (side !== undefined) return command(`pane.${side.toLowerCase() as Lowercase<typeof side>}`);
  if (flags.has('l')) return command('pane.last');
  if (flags.has('m') || flags.has('M')) return command('pane.mark');
  const title = flags.get('T');
  if (title !== undefined) return given('tab.rename', 'name', title);
  const to = targetOf(flags);
  if (to === 'next') return command('pane.next');
  if (to === 'previous') return command('pane.previous');
  return typeof to === 'number'
    ? given('pane.number', 'number', `${to}`)
    : wrong('select-pane needs -L, -R, -U, -D, -l or -t and a number from 1');
}

function selectWindow({ flags }: TmuxWords): TmuxMeaning {
  const to = targetOf(flags);
  if (flags.has('n') || to === 'next') return command('tab.nextGroup');
  if (flags.has('p') || to === 'previous') return command('tab.previousGroup');
  if (flags.has('l') || to === 'last') return command('tab.last');
  if (to === undefined) return wrong('select-window needs -t and a number or a name');
  if (typeof to === 'number' && to < 100) return { ...command('tab.group'), argument: to };
  const name = typeof to === 'number' ? `${to}` : to.name;
  return /^\d+$/.test(name)
    ? wrong(`tabs are numbered from 1 to 99: ${name}`)
    : given('tab.list', 'name', name);
}

function setOption({ flags, rest: [option, value] }: TmuxWords): TmuxMeaning {
  if (option === undefined) return wrong('set needs an option');
  if (option.startsWith('sync')) {
    if (value === undefined) return command('pane.markAll');
    if (!/^(on|off|1|0)$/.test(value)) return wrong(`synchronize-panes is on or off, not ${value}`);
    return given('pane.markAll', 'value', value === 'on' || value === '1' ? 'on' : 'off');
  }
  if (option === 'mouse' && value === undefined && !flags.has('u')) return command('mouse.toggle');
  const known = tmuxOption(option, value ?? '');
  if (typeof known === 'string') return instead(known);
  return instead(`\`cotty config set ${known[0]} ${value === undefined ? 'VALUE' : known[1]}\``);
}

function sendKeys({ flags, rest: [name = '', ...rest] }: TmuxWords): TmuxMeaning {
  if (!flags.has('X')) return instead('`cotty send NAME TEXT` types into a terminal');
  const id = Object.hasOwn(COPY_COMMANDS, name) ? COPY_COMMANDS[name] : undefined;
  if (id === undefined) return instead(`SELECT has nothing like ${name}`);
  // Copying sets the clipboard, as these programs do.
  const isClipboard = rest.some((word) =>
    /xclip|xsel|pbcopy|wl-copy|clip\.exe|win32yank|reattach-to-user/.test(word),
  );
  return command(
    id,
    name.startsWith('copy-pipe') && !isClipboard ? 'the command that takes the text' : undefined,
  );
}

/** Commands that ask as tmux does, whatever runs, for those that ask only where something would be lost. */
const ASKING: { readonly [Id in CommandId]?: CommandId } = {
  'tab.close': 'tab.killPane',
  'tab.closeGroup': 'tab.killWindow',
};

/** Returns the command of cotty that asks first. */
function confirmed(meaning: TmuxMeaning): TmuxMeaning {
  if (meaning.kind !== 'command' || meaning.command === 'tab.endAll') return meaning;
  const asking = ASKING[meaning.command];
  if (asking !== undefined) return { ...meaning, command: asking };
  const loss = 'the question before it';
  return { ...meaning, loss: meaning.loss === undefined ? loss : `${meaning.loss}; ${loss}` };
}

/** The commands that ask for what the prompt of tmux asks for. */
const PROMPTS: Readonly<Record<string, CommandId>> = {
  'rename-window': 'tab.rename',
  'select-window': 'tab.number',
  'move-window': 'tab.moveTo',
  'find-window': 'find.everywhere',
  'new-window': 'tab.new',
};

/** Returns the command of cotty that asks the same as a prompt of tmux. */
function prompted(template: string): TmuxMeaning {
  const [name = ''] = boundCommands([template])[0] ?? [];
  if (name === '') return command('palette.open');
  if (/(?:^|\s)search-/.test(template)) return command('block.search');
  const found = verbOf(name);
  if (found?.name === 'send-keys') return instead('SELECT asks for nothing but a text to search');
  const id = found && PROMPTS[found.name];
  if (id !== undefined) return command(id);
  const means = found?.act({ flags: new Map(), rest: [] });
  return means?.kind === 'instead' ? means : instead('the palette (F9) takes lines of tmux');
}

// The verbs in the palette.

export type VerbChoice = { readonly line: string; readonly title: string; readonly about: string };

/**
 * Returns the verbs that match the beginning of a line in the palette. A word without a hyphen counts only if more words
 * follow it: alone it may be the beginning of a title.
 */
export function verbChoices(line: string): readonly VerbChoice[] {
  const [[name = '', ...more] = []] = typedCommands(line);
  if (name.length < 2) return [];
  const hasMore = more.length > 0 || /\s$/.test(line);
  const exact = TMUX_VERBS.find((each) => each.name === name || each.alias === name);
  if (exact !== undefined && (hasMore || name.includes('-')))
    return [{ line, title: exact.usage, about: exact.about }];
  if (!name.includes('-') || hasMore) return [];
  return TMUX_VERBS.filter((each) => each.name.startsWith(name)).map((each) => ({
    line: each.name,
    title: each.usage,
    about: each.about,
  }));
}
