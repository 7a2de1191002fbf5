/**
 * The commands of tmux, and their meaning here: one record for each. The palette takes tmux command lines, and `cotty config
 * import-tmux` reads them from key bindings. For commands that cotty does not have, the answer says what to use instead.
 */

import type { CommandId } from './commands.ts';

export type TmuxMeaning =
  /** The same as this command of cotty; `loss` says which part of the line it does not do. */
  | {
      readonly kind: 'command';
      readonly command: CommandId;
      readonly argument?: number;
      readonly loss?: string;
    }
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string }
  /** Goes to a tab or pane by number from 1, or to a tab by name. */
  | { readonly kind: 'tab'; readonly name: string }
  | { readonly kind: 'pane'; readonly number: number }
  /** Moves the tab to a place, counted from 1. */
  | { readonly kind: 'place'; readonly number: number }
  | { readonly kind: 'synchronize'; readonly on: boolean }
  /** cotty has no such thing; the text says what to use. */
  | { readonly kind: 'instead'; readonly text: string }
  /** The line is wrong; the text names the word. */
  | { readonly kind: 'wrong'; readonly text: string };

export type TmuxVerb = {
  readonly name: string;
  readonly alias?: string;
  /** How the verb is used here, for the palette. */
  readonly usage?: string;
  /** The options, as in getopt: a colon after those that take a value. */
  readonly options?: string;
  readonly about: string;
  readonly means: (line: Words) => TmuxMeaning;
};

/** The options of a line, and the words after them. */
type Words = { readonly options: ReadonlyMap<string, string>; readonly rest: readonly string[] };

const DIRECTIONS = { L: 'left', R: 'right', U: 'up', D: 'down' } as const;
const RESIZES = {
  L: 'pane.resizeLeft',
  R: 'pane.resizeRight',
  U: 'pane.resizeUp',
  D: 'pane.resizeDown',
} as const;
const LAYOUTS: Readonly<Record<string, CommandId>> = {
  'even-horizontal': 'pane.beside',
  'even-vertical': 'pane.below',
  'main-horizontal': 'pane.mainAbove',
  'main-vertical': 'pane.mainLeft',
  tiled: 'pane.grid',
};

const NO_COMMAND = 'the command after it: open the terminal and type it there, or use `cotty run`';
export const ONE_SESSION = 'a host is one session; all windows have its tabs (cotty --connect: another)';
const ONE_BUFFER = 'prefix ] pastes what was copied last; older texts are in your clipboard manager';

export const TMUX_VERBS: readonly TmuxVerb[] = [
  {
    name: 'split-window',
    alias: 'splitw',
    usage: 'split-window [-h|-v] [-b]',
    options: 'bdfhIvPZc:e:F:l:p:t:',
    about: 'Open a terminal below this one, at its right (-h), above or left (-b)',
    means: ({ options, rest }) => {
      const isBeside = options.has('h');
      const before = isBeside ? 'pane.splitLeft' : 'pane.splitAbove';
      const behind = isBeside ? 'pane.splitRight' : 'pane.splitBelow';
      const size = options.has('l') || options.has('p') ? 'its size: both halves are equal' : undefined;
      return command(
        options.has('b') ? before : behind,
        losses(size, elsewhere(options), rest.length > 0 ? NO_COMMAND : undefined),
      );
    },
  },
  {
    name: 'new-window',
    alias: 'neww',
    usage: 'new-window [-n NAME]',
    options: 'abdkPSc:e:F:n:t:',
    about: 'Open a terminal in a tab, with a name',
    means: ({ options, rest }) => {
      const name = options.get('n');
      if (name !== undefined && rest.length === 0) return { kind: 'new', name };
      return command('tab.new', losses(elsewhere(options), rest.length > 0 ? NO_COMMAND : undefined));
    },
  },
  {
    name: 'rename-window',
    alias: 'renamew',
    usage: 'rename-window NAME',
    options: 't:',
    about: 'Give this tab another name',
    means: ({ rest }) =>
      rest.length === 0 ? command('tab.rename') : { kind: 'rename', name: rest.join(' ') },
  },
  {
    name: 'kill-pane',
    alias: 'killp',
    options: 'at:',
    about: 'Close this terminal; asks if something runs',
    means: ({ options }) =>
      options.has('a')
        ? instead('mark the others (BROWSE, Ctrl+W m) and close the marked ones (Ctrl+W Q)')
        : command('tab.close', target(options)),
  },
  {
    name: 'kill-window',
    alias: 'killw',
    options: 'at:',
    about: 'Close this terminal and those beside it; asks if something runs',
    means: ({ options }) =>
      options.has('a')
        ? instead('mark the others (BROWSE, Ctrl+W m) and close the marked ones (Ctrl+W Q)')
        : command('tab.closeGroup', target(options)),
  },
  {
    name: 'select-pane',
    alias: 'selectp',
    usage: 'select-pane -L|-R|-U|-D|-l|-t N',
    options: 'DdeLlMmRUZP:T:t:',
    about: 'Go to the pane at a side, the last one, or one by its number',
    means: selectPane,
  },
  {
    name: 'last-pane',
    alias: 'lastp',
    options: 'deZt:',
    about: 'Go to the pane that was in front before',
    means: () => command('pane.last'),
  },
  {
    name: 'select-window',
    alias: 'selectw',
    usage: 'select-window -t N|NAME',
    options: 'lnpTt:',
    about: 'Show a tab by its number from 1, or by its name',
    means: ({ options }) => {
      if (options.has('n')) return command('tab.nextGroup');
      if (options.has('p')) return command('tab.previousGroup');
      if (options.has('l')) return command('tab.last');
      const to = options.get('t');
      return to === undefined ? wrong('select-window needs -t and a number or a name') : windowAt(to);
    },
  },
  {
    name: 'next-window',
    alias: 'next',
    options: 'at:',
    about: 'Show the next tab',
    means: ({ options }) =>
      command('tab.nextGroup', options.has('a') ? 'only tabs that rang or changed (-a)' : undefined),
  },
  {
    name: 'previous-window',
    alias: 'prev',
    options: 'at:',
    about: 'Show the previous tab',
    means: ({ options }) =>
      command('tab.previousGroup', options.has('a') ? 'only tabs that rang or changed (-a)' : undefined),
  },
  {
    name: 'last-window',
    alias: 'last',
    options: 't:',
    about: 'Show the tab that was in front before',
    means: () => command('tab.last'),
  },
  {
    name: 'move-window',
    alias: 'movew',
    usage: 'move-window -t N',
    options: 'abdkrs:t:',
    about: 'Move this tab to a place, counted from 1',
    means: ({ options }) => {
      if (options.has('r')) return instead('tabs are numbered without gaps already');
      const to = numberOf(options.get('t'));
      return to === undefined
        ? wrong('move-window needs -t and a number from 1')
        : { kind: 'place', number: to };
    },
  },
  {
    name: 'swap-window',
    alias: 'swapw',
    usage: 'swap-window -t -1|+1',
    options: 'ds:t:',
    about: 'Move this tab one place to the left or right',
    means: ({ options }) => {
      const to = (options.get('t') ?? '').replace(/^:/, '');
      if (/^-1?$/.test(to)) return command('tab.moveLeft');
      if (/^\+1?$/.test(to)) return command('tab.moveRight');
      return instead('move-window -t N moves this tab to a place');
    },
  },
  {
    name: 'resize-pane',
    alias: 'resizep',
    usage: 'resize-pane -L|-R|-U|-D [N], -Z',
    options: 'DLMRTUZt:x:y:',
    about: 'Move a border of this pane by cells; -Z shows it alone',
    means: ({ options, rest }) => {
      if (options.has('Z')) return command('pane.zoom');
      const side = sideOf(options);
      if (side === undefined)
        return instead('resize-pane -L, -R, -U or -D N, or drag a border with the mouse');
      const cells = rest[0] === undefined ? 1 : numberOf(rest[0]);
      if (cells === undefined || cells > 500) return wrong(`not a number of cells from 1 to 500: ${rest[0]}`);
      return { ...command(RESIZES[side]), argument: cells };
    },
  },
  {
    name: 'swap-pane',
    alias: 'swapp',
    usage: 'swap-pane -U|-D',
    options: 'dDUZs:t:',
    about: 'Change places with the previous pane or the next one',
    means: ({ options }) => {
      if (options.has('U')) return command('pane.swapPrevious');
      if (options.has('D')) return command('pane.swapNext');
      return instead('swap-pane -U or -D, or drag a pane with the mouse');
    },
  },
  {
    name: 'rotate-window',
    alias: 'rotatew',
    options: 'DUZt:',
    about: 'Move every pane to the place of the one before it, with -D after it',
    means: ({ options }) => command(options.has('D') ? 'pane.rotateBack' : 'pane.rotate'),
  },
  {
    name: 'select-layout',
    alias: 'selectl',
    usage: `select-layout ${Object.keys(LAYOUTS).join('|')}`,
    options: 'Enopt:',
    about: 'Arrange the panes',
    means: ({ options, rest: [layout] }) => {
      if (options.has('E')) return command('pane.even');
      if (options.has('n') || options.has('p') || layout === undefined) return command('pane.arrange');
      const known = Object.entries(LAYOUTS).find(([name]) => name.startsWith(layout));
      return known === undefined
        ? wrong(`there is no arrangement ${layout}: ${Object.keys(LAYOUTS).join(', ')}`)
        : command(known[1]);
    },
  },
  {
    name: 'next-layout',
    alias: 'nextl',
    options: 't:',
    about: 'Arrange the panes in the next way',
    means: () => command('pane.arrange'),
  },
  {
    name: 'break-pane',
    alias: 'breakp',
    options: 'abdPF:n:s:t:',
    about: 'Take this terminal out of the panes',
    means: () => command('pane.breakOut'),
  },
  {
    name: 'join-pane',
    alias: 'joinp',
    options: 'bdfhvl:p:s:t:',
    about: 'Show another tab beside this one; a list asks which',
    means: ({ options }) =>
      command(
        'pane.join',
        options.has('s') || options.has('t') ? 'its target: a list asks which tab' : undefined,
      ),
  },
  {
    name: 'display-panes',
    alias: 'displayp',
    options: 'bNd:t:',
    about: 'Show the numbers of the panes; a digit goes to one',
    means: () => command('pane.number'),
  },
  {
    name: 'choose-tree',
    options: 'GNrswZF:f:K:O:t:',
    about: 'List the tabs; typing filters them',
    means: () => command('tab.list'),
  },
  {
    name: 'list-windows',
    alias: 'lsw',
    options: 'aF:f:t:',
    about: 'List the tabs; `cotty ls` prints them',
    means: () => command('tab.list'),
  },
  {
    name: 'detach-client',
    alias: 'detach',
    options: 'aE:Ps:t:',
    about: 'Leave cotty; the terminals go on',
    means: () => command('app.detach'),
  },
  {
    name: 'copy-mode',
    options: 'deHMqus:t:',
    about: 'Go to a cursor that selects',
    means: () => command('select.start'),
  },
  {
    name: 'paste-buffer',
    alias: 'pasteb',
    options: 'dprs:b:t:',
    about: 'Paste what was copied last in this window',
    means: ({ options }) => (options.has('b') ? instead(ONE_BUFFER) : command('select.paste')),
  },
  {
    name: 'find-window',
    alias: 'findw',
    options: 'CiNrTZt:',
    about: 'Search all terminals and the record',
    means: () => command('find.everywhere'),
  },
  {
    name: 'refresh-client',
    alias: 'refresh',
    options: 'cDLRSUA:B:C:f:r:t:',
    about: 'Draw the whole window again',
    means: () => command('app.redraw'),
  },
  {
    name: 'suspend-client',
    alias: 'suspendc',
    options: 't:',
    about: 'Stop cotty; `fg` brings it back',
    means: () => command('app.suspend'),
  },
  {
    name: 'list-keys',
    alias: 'lsk',
    options: '1aNP:T:',
    about: 'Show the keys that work here',
    means: () => command('help.open'),
  },
  {
    name: 'show-messages',
    alias: 'showmsgs',
    options: 'JTt:',
    about: 'Show the commands that ended elsewhere',
    means: () => command('feed.open'),
  },
  {
    name: 'clock-mode',
    options: 't:',
    about: 'Tell date and time',
    means: () => command('app.clock'),
  },
  {
    name: 'display-message',
    alias: 'display',
    options: 'aINlpvc:d:F:t:',
    about: 'Tell name, program, size, folder and holder of this terminal',
    means: ({ rest }) =>
      rest.length === 0
        ? command('app.about')
        : instead('nothing shows messages of your own; prefix i tells about the terminal'),
  },
  {
    name: 'set-option',
    alias: 'set',
    usage: 'set synchronize-panes [on|off]',
    options: 'aFgopqsuUwt:',
    about: 'Type to all panes, or to one; other options are settings of cotty',
    means: setOption,
  },
  {
    name: 'set-window-option',
    alias: 'setw',
    options: 'aFgoqut:',
    about: 'As set-option',
    means: setOption,
  },
  {
    name: 'command-prompt',
    options: '1bFiklNI:p:T:t:',
    about: 'Find a command by its name, or type one of tmux',
    means: ({ rest }) => prompted(rest.join(' ')),
  },
  {
    name: 'confirm-before',
    alias: 'confirm',
    options: 'byc:p:t:',
    about: 'Close a pane or a window after the question of tmux',
    means: ({ rest }) => confirmed(tmuxMeaning(rest.length === 1 ? splitWords(rest[0] ?? '') : rest)),
  },
  {
    name: 'kill-server',
    about: 'End every terminal; asks first',
    means: () => command('tab.endAll'),
  },
  {
    name: 'kill-session',
    options: 'aCt:',
    about: 'End every terminal; asks first',
    means: () => command('tab.endAll'),
  },
  ...missing('send-prefix', undefined, 'pressing the prefix twice sends it', '2t:'),
  ...missing('send-keys', 'send', '`cotty send NAME TEXT` types into a terminal', 'FHKlMRXN:t:c:'),
  ...missing('source-file', 'source', 'cotty reads its configuration whenever it changes', 'Fnqvt:'),
  ...missing('respawn-pane', 'respawnp', 'close the tab and open another one'),
  ...missing('respawn-window', 'respawnw', 'close the tab and open another one'),
  ...missing('capture-pane', 'capturep', '`cotty read NAME` prints output, BROWSE copies blocks'),
  ...missing('pipe-pane', 'pipep', 'cotty records every command; `cotty history` and `cotty read` print it'),
  ...missing('clear-history', 'clearhist', 'clear the screen with Ctrl+L; recorded output stays'),
  ...missing('run-shell', 'run', 'type the command in a terminal, or use `cotty run`'),
  ...missing('if-shell', 'if', 'key lines of cotty have conditions: bind … when CONDITION'),
  ...missing('display-popup', 'popup', 'open a pane (prefix %) and close it with prefix x'),
  ...missing('display-menu', 'menu', 'F9 lists all commands'),
  ...missing('choose-buffer', undefined, ONE_BUFFER),
  ...missing('list-buffers', 'lsb', ONE_BUFFER),
  ...missing('show-buffer', 'showb', ONE_BUFFER),
  ...missing('set-buffer', 'setb', ONE_BUFFER),
  ...missing('delete-buffer', 'deleteb', ONE_BUFFER),
  ...missing('save-buffer', 'saveb', ONE_BUFFER),
  ...missing('load-buffer', 'loadb', ONE_BUFFER),
  ...missing('link-window', 'linkw', 'all windows of a host show the same tabs'),
  ...missing('unlink-window', 'unlinkw', 'all windows of a host show the same tabs'),
  ...missing('choose-client', undefined, '`cotty ls` tells who holds a terminal'),
  ...missing('customize-mode', undefined, '`cotty config` prints all settings'),
  ...missing('show-options', 'show', '`cotty config get` prints all settings'),
  ...missing('set-environment', 'setenv', 'set it in your shell'),
  ...missing('set-hook', undefined, '`cotty watch` and `cotty wait` tell when commands end'),
  ...missing('wait-for', 'wait', '`cotty wait` waits for a command'),
  ...missing('bind-key', 'bind', '`cotty config bind MODE KEY COMMAND` keeps a key in your configuration'),
  ...missing('unbind-key', 'unbind', '`cotty config unbind MODE KEY` takes a key away'),
  ...missing('lock-client', 'lockc', 'lock your screen by your desktop'),
  ...missing('lock-server', 'lock', 'lock your screen by your desktop'),
  ...['new-session', 'attach-session', 'switch-client', 'rename-session', 'has-session'].flatMap((name) =>
    missing(name, undefined, ONE_SESSION),
  ),
  ...missing('list-sessions', 'ls', ONE_SESSION),
];

function missing(
  name: string,
  alias: string | undefined,
  text: string,
  options?: string,
): readonly TmuxVerb[] {
  return [
    {
      name,
      ...(alias === undefined ? {} : { alias }),
      ...(options === undefined ? {} : { options }),
      about: text,
      means: () => instead(text),
    },
  ];
}

/** Returns the meaning of a tmux command line, given as words. */
export function tmuxMeaning(words: readonly string[]): TmuxMeaning {
  const [name = '', ...args] = words;
  const verb = verbOf(name);
  if (verb === undefined) return wrong(`tmux has no command ${name}, or several that begin so`);
  const parsed = parseOptions(verb.options, args);
  return typeof parsed === 'string' ? wrong(`${verb.name}: ${parsed}`) : verb.means(parsed);
}

/** Finds a verb by its name, its alias, or an unambiguous prefix of its name. */
function verbOf(name: string): TmuxVerb | undefined {
  const exact = TMUX_VERBS.find((verb) => verb.name === name || verb.alias === name);
  if (exact !== undefined || name === '') return exact;
  const [found, ...more] = TMUX_VERBS.filter((verb) => verb.name.startsWith(name));
  return more.length === 0 ? found : undefined;
}

/** A word, with or without quoted parts; an open quote reaches to the end. */
const WORD = /(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"'])+/g;

/** Splits a line of the palette at blanks; quotes keep them. */
export function splitWords(line: string): readonly string[] {
  const unquoted = (word: string) =>
    word.replaceAll(
      /"([^"]*)(?:"|$)|'([^']*)(?:'|$)/g,
      (_all, double?: string, single?: string) => double ?? single ?? '',
    );
  return (line.match(WORD) ?? []).map(unquoted);
}

/**
 * Returns the options and the words after them, or the problem with an option. A verb without a list of options takes any
 * words.
 */
function parseOptions(known: string | undefined, args: readonly string[]): Words | string {
  const options = new Map<string, string>();
  const rest = [...args];
  while (known !== undefined && /^-\D/.test(rest[0] ?? '')) {
    const letters = (rest.shift() ?? '').slice(1);
    if (letters === '-') break;
    const problem = takeLetters(known, letters, rest, options);
    if (problem !== undefined) return problem;
  }
  return { options, rest };
}

/** Takes the letters after one `-`. The value of an option follows its letter directly, or is the next word. */
function takeLetters(
  known: string,
  letters: string,
  rest: string[],
  options: Map<string, string>,
): string | undefined {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at);
    const place = letter === ':' ? -1 : known.indexOf(letter);
    if (place < 0) return `there is no option -${letter}`;
    if (known.charAt(place + 1) !== ':') {
      options.set(letter, '');
      continue;
    }
    const value = letters.slice(at + 1) || rest.shift();
    if (value === undefined) return `-${letter} needs a value`;
    options.set(letter, value);
    return undefined;
  }
  return undefined;
}

function command(id: CommandId, loss?: string) {
  return { kind: 'command', command: id, ...(loss === undefined ? {} : { loss }) } as const;
}

function instead(text: string): TmuxMeaning {
  return { kind: 'instead', text };
}

function wrong(text: string): TmuxMeaning {
  return { kind: 'wrong', text };
}

function losses(...parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join('; ') || undefined;
}

/** Returns the loss if a line names another folder: a new terminal always opens in the folder of the one in front. */
function elsewhere(options: ReadonlyMap<string, string>): string | undefined {
  const folder = options.get('c');
  return folder === undefined || folder.includes('pane_current_path')
    ? undefined
    : `its folder ${folder}: a terminal opens where the one in front is`;
}

function target(options: ReadonlyMap<string, string>): string | undefined {
  return options.has('t') ? 'its target: it is the one in front' : undefined;
}

function sideOf(options: ReadonlyMap<string, string>): keyof typeof DIRECTIONS | undefined {
  return (['L', 'R', 'U', 'D'] as const).find((side) => options.has(side));
}

function numberOf(word: string | undefined): number | undefined {
  const digits = /^(?::?=?)(\d{1,3})$/.exec(word ?? '')?.[1];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}

function selectPane({ options }: Words): TmuxMeaning {
  const side = sideOf(options);
  if (side !== undefined) return command(`pane.${DIRECTIONS[side]}`);
  if (options.has('l')) return command('pane.last');
  if (options.has('m') || options.has('M')) return command('pane.mark');
  const title = options.get('T');
  if (title !== undefined) return { kind: 'rename', name: title };
  const to = options.get('t') ?? '';
  if (/^(:\.|\.|:)?\+1?$/.test(to)) return command('pane.next');
  if (/^(:\.|\.|:)?-1?$/.test(to)) return command('pane.previous');
  const number = numberOf(to.replace(/^:?\./, ''));
  if (number !== undefined) return { kind: 'pane', number };
  return wrong('select-pane needs -L, -R, -U, -D, -l or -t and a number from 1');
}

function windowAt(to: string): TmuxMeaning {
  if (/^:?(\+1?|!n)$/.test(to)) return command('tab.nextGroup');
  if (/^:?-1?$/.test(to)) return command('tab.previousGroup');
  if (to === '!' || to === ':!') return command('tab.last');
  const number = numberOf(to);
  if (number !== undefined && number < 100) return { ...command('tab.group'), argument: number };
  return /^:?=?\d+$/.test(to)
    ? wrong(`tabs are numbered from 1 to 99: ${to}`)
    : { kind: 'tab', name: to.replace(/^:?=?/, '') };
}

function setOption({ rest: [option, value] }: Words): TmuxMeaning {
  if (option === undefined) return wrong('set needs an option');
  if (option === 'mouse')
    return value === undefined ? command('mouse.toggle') : instead(`\`cotty config set mouse ${value}\``);
  if (!option.startsWith('sync'))
    return instead(`\`cotty config set\` changes a setting; there is none called ${option} here`);
  if (value === undefined) return command('pane.markAll');
  if (!/^(on|off|1|0)$/.test(value)) return wrong(`synchronize-panes is on or off, not ${value}`);
  return { kind: 'synchronize', on: value === 'on' || value === '1' };
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
  return command(meaning.command, losses(meaning.loss, 'the question before it'));
}

/** Returns the command of cotty that asks the same as a prompt of tmux. */
function prompted(template: string): TmuxMeaning {
  const [name = ''] = splitWords(template);
  if (name === '') return command('palette.open');
  const asks: Readonly<Record<string, CommandId>> = {
    'rename-window': 'tab.rename',
    'select-window': 'tab.number',
    'move-window': 'tab.moveTo',
    'find-window': 'find.everywhere',
    'new-window': 'tab.new',
  };
  const verb = verbOf(name);
  const id = verb === undefined ? undefined : asks[verb.name];
  if (id !== undefined) return command(id);
  const means = verb?.means({ options: new Map(), rest: [] });
  return means?.kind === 'instead' ? means : instead('the palette (F9) takes lines of tmux');
}

// The verbs in the palette.

export type VerbChoice = { readonly line: string; readonly title: string; readonly about: string };

/**
 * Returns the verbs that match the beginning of a line in the palette. A word without a hyphen counts only if more words
 * follow it: alone it may be the beginning of a title.
 */
export function verbChoices(line: string): readonly VerbChoice[] {
  const words = splitWords(line);
  const [name = ''] = words;
  if (name.length < 2) return [];
  const hasMore = words.length > 1 || /\s$/.test(line);
  const exact = TMUX_VERBS.find((verb) => verb.name === name || verb.alias === name);
  if (exact !== undefined && (hasMore || name.includes('-')))
    return [{ line, title: exact.usage ?? exact.name, about: exact.about }];
  if (!name.includes('-') || hasMore) return [];
  return TMUX_VERBS.filter((verb) => verb.name.startsWith(name)).map((verb) => ({
    line: verb.name,
    title: verb.usage ?? verb.name,
    about: verb.about,
  }));
}
