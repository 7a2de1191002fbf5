/** The palette: all commands with their keys, filtered by typed letters. Pure. */

import { Fzf } from 'fzf';
import type { Group } from './command.ts';
import { COMMAND_IDS, COMMANDS, type CommandId } from './commands.ts';
import type { InputContext } from './conditions.ts';
import { keyLabel } from './key-labels.ts';
import type { KeyTable } from './key-table.ts';
import { bindingsFor, type Keymap } from './keymap.ts';
import { verbChoices } from './tmux-verbs.ts';

export type PaletteItem = {
  readonly command: CommandId;
  readonly group: Group;
  readonly title: string;
  readonly description: string;
  /** Labels of the keys that run the command right now. */
  readonly keys: readonly string[];
  /** Indexes of the matched characters of the title, in ascending order. */
  readonly marked: readonly number[];
};

/** A tmux command line, complete or partly typed, and what it does. */
export type VerbItem = Omit<PaletteItem, 'command' | 'group'> & { readonly line: string };

/** Returns the tmux commands that match the beginning of a line. */
export function verbItems(query: string): VerbItem[] {
  return verbChoices(query).map(({ line, title, about }) => ({
    line,
    title,
    description: about,
    keys: [],
    marked: [],
  }));
}

/** The state in which the palette was opened: the key table, the input, and the commands that were chosen last. */
export type PaletteMoment = {
  readonly table: KeyTable;
  readonly input?: InputContext;
  /** Commands chosen before, newest first. */
  readonly recent?: readonly CommandId[];
};

/** Key tables whose commands make no sense without their page or dialog. */
const ELSEWHERE: readonly KeyTable[] = ['run', 'raw', 'lock', 'browse', 'select'];

/**
 * Returns the commands that match, best match first; without a query all of them, those chosen last first. Every mode
 * lists the commands of all modes: a person looks for a command, not for a mode. A match in the title ranks above a word
 * of other programs for the command, and that above its id. A description matches only word for word, and ranks last.
 */
export function paletteItems(keymap: Keymap, query: string, moment: PaletteMoment): PaletteItem[] {
  const commands = listed(moment);
  const words = query.trim().toLowerCase();
  const byTitle = fuzzyFind(commands, query, (command) => COMMANDS[command].title);
  const byId = fuzzyFind(commands, query, (command) => command);
  const meant = commandsMeantBy(query);
  const wholeWord = byTitle.filter(({ item }) =>
    ` ${COMMANDS[item].title.toLowerCase()}`.includes(` ${words}`),
  );
  const byDescription = commands.filter((command) => COMMANDS[command].help.toLowerCase().includes(words));
  const marked = new Map(byTitle.map((match) => [match.item, match.at]));
  const found = new Set([
    ...(words === '' ? commands : wholeWord.map(({ item }) => item)),
    ...meant.filter((command) => commands.includes(command)),
    ...byTitle.map(({ item }) => item),
    ...byId.map(({ item }) => item),
    ...byDescription,
  ]);
  return [...found].map((command) => {
    const { group, title, help } = COMMANDS[command];
    const bindings = bindingsFor(keymap, moment.table, command, moment.input);
    const keys = bindings.map((binding) => keyLabel(binding.key));
    return { command, group, title, description: help, keys, marked: marked.get(command) ?? [] };
  });
}

/** Returns all commands: those chosen last, those of the mode, then those of other modes. */
function listed({ table, recent = [] }: PaletteMoment): readonly CommandId[] {
  const all = COMMAND_IDS.filter(
    (command) =>
      !COMMANDS[command].keyOnly && COMMANDS[command].modes.some((each) => ELSEWHERE.includes(each)),
  );
  const isHere = (command: CommandId) => COMMANDS[command].modes.includes(table);
  return [...new Set([...recent, ...all.filter(isHere), ...all])];
}

/** Fewest typed letters that match a synonym: one or two letters begin too many words. */
const LEAST_LETTERS = 3;

type Meaning = { readonly command: CommandId; readonly word: string; readonly rank: number };

/** The synonyms of all commands, sorted by word; for the same word, commands that list it earlier come first. */
const MEANINGS: readonly Meaning[] = COMMAND_IDS.flatMap((command) =>
  (COMMANDS[command].synonyms ?? []).map((word, rank) => ({ command, word, rank })),
).toSorted((a, b) => (a.word === b.word ? a.rank - b.rank : a.word < b.word ? -1 : 1));

/** Returns the commands that a word, or its beginning, means in other programs. */
function commandsMeantBy(query: string): readonly CommandId[] {
  const word = query.trim().toLowerCase();
  if (word.length < LEAST_LETTERS) return [];
  return MEANINGS.filter((meaning) => meaning.word.startsWith(word)).map(({ command }) => command);
}

// Fuzzy search with the algorithm of fzf: the letters of a query in order, better at starts of words and
// in a row.

type FuzzyMatch<Item> = {
  readonly item: Item;
  /** Indexes of the matched characters, in ascending order. */
  readonly at: readonly number[];
};

/** Longest query in characters; longer ones match nothing. fzf scores in 16 bits, and no title is as long. */
const MAX_QUERY = 64;

/** The package's own type declarations import without extensions, which NodeNext does not resolve. */
type Found<Item> = { readonly item: Candidate<Item>; readonly positions: ReadonlySet<number> };

type Candidate<Item> = { readonly item: Item; readonly text: string };

/** Returns the matching items, best match first; equal scores keep their order. Spaces in the query do not count. */
export function fuzzyFind<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): FuzzyMatch<Item>[] {
  const letters = query.replaceAll(' ', '');
  if (letters.length > MAX_QUERY) return [];
  const candidates = items.map((item): Candidate<Item> => ({ item, text: textOf(item) }));
  const selector = ({ text }: Candidate<Item>) => text;
  const fzf = new Fzf(candidates, { selector, casing: 'case-insensitive', normalize: false });
  const found: readonly Found<Item>[] = fzf.find(letters);
  return found.map(({ item: { item }, positions }) => ({
    item,
    at: [...positions].toSorted((a, b) => a - b),
  }));
}
