/**
 * The name of a terminal, its title, which no other terminal of the host has. Until somebody gives it one it is named after its
 * folder: the name follows the folder of its shell, never the program that runs. A name that a terminal had stays its own while it
 * lives: no other one gets it, unless somebody gives it that name.
 */

import { MOST_EARLIER, type TerminalFacts } from '../../ledger/files/meta-file.ts';
import { cleanName } from '../launch/open-terminal.ts';

/** `earlier`: names that the terminal had before, the newest first. */
export type Naming = Required<Pick<TerminalFacts, 'name' | 'named' | 'earlier'>>;

export type NameMeans = {
  /** Path of the home folder of the host's user. */
  readonly home: string;
  /** Whether another terminal has a name now, or had it before. Ids and URIs count as names. */
  readonly taken: (name: string) => 'now' | 'before' | undefined;
  /** Called with a name that has become an earlier one of the terminal: another one that had it before has lost it to this one. */
  readonly onLeft: (name: string) => void;
};

/** Limit of a name made of a folder, in characters. */
const MOST_CHARS = 32;
/** How versions before this one called terminals that nobody had named. Their records have no earlier names. */
const COUNTED = /^term:\d+$/;

/**
 * Returns the name of a terminal that is opened: as it was recorded, as it was asked for with a number behind it if another terminal
 * has that name, or after its folder.
 */
export function namingOf(
  { name, named, earlier }: Pick<TerminalFacts, 'name' | 'named' | 'earlier'>,
  cwd: string | undefined,
  means: Omit<NameMeans, 'onLeft'>,
): Naming {
  const keeps = name !== '' && (earlier !== undefined || (named && !COUNTED.test(name)));
  if (keeps && means.taken(name) !== 'now') return { name, named, earlier: earlier ?? [] };
  const wanted = keeps && named ? name : folderName(cwd, means.home);
  const before = { name, named: keeps && named, earlier: earlier ?? [] };
  return renamed(before, freeName(wanted, means), keeps && named);
}

/**
 * Returns the last part of the path or URI of a folder, of characters that no shell reads as anything else: letters, digits and
 * `_ . + -`. A name of digits would be read as the number of a command.
 */
export function folderName(cwd: string | undefined, home: string): string {
  const path = cwd === undefined ? undefined : pathOf(cwd);
  if (path === undefined) return 'terminal';
  if (path === home) return 'home';
  const last = path.slice(path.lastIndexOf('/') + 1).slice(0, 4 * MOST_CHARS);
  if (last === '') return 'root';
  const plain = last
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.+-]/gu, '-')
    .replace(/--+/g, '-')
    .replace(/^[-+]+/, '');
  const name = Array.from(plain).slice(0, MOST_CHARS).join('').replace(/-$/, '');
  if (!/[\p{L}\p{N}_]/u.test(name)) return 'folder';
  return /^[\d-]+$/.test(name) ? `folder-${name}` : name;
}

/** Returns the path of a file URI without a slash at its end. */
function pathOf(cwd: string): string {
  const path = cwd.startsWith('file://') ? cwd.slice(cwd.indexOf('/', 'file://'.length)) : cwd;
  const whole = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  try {
    return decodeURIComponent(whole);
  } catch {
    // A stray % in the URI of another host.
    return whole;
  }
}

/** Returns the name, or the first of `NAME-2`, `NAME-3` … that no other terminal has or had. */
function freeName(wanted: string, { taken }: Pick<NameMeans, 'taken'>): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (taken(name) === undefined) return name;
  }
}

function renamed({ name: before, earlier }: Naming, name: string, named: boolean): Naming {
  const others = [before, ...earlier].filter((each) => each !== name && each !== '');
  return { name, named, earlier: [...new Set(others)].slice(0, MOST_EARLIER) };
}

export class TerminalName {
  readonly #means: NameMeans;
  readonly #onChange: (naming: Naming) => void;
  #naming: Naming;
  #folder: string;

  /** `cwd`: the folder at the time of the naming. `onChange` is called when the name, or who has given it, has changed. */
  constructor(naming: Naming, cwd: string | undefined, means: NameMeans, onChange: (naming: Naming) => void) {
    this.#naming = naming;
    this.#folder = folderName(cwd, means.home);
    this.#means = means;
    this.#onChange = onChange;
  }

  /** Whether somebody has given the name. */
  get named(): boolean {
    return this.#naming.named;
  }

  /** Names that the terminal had before, the newest first. */
  get earlier(): readonly string[] {
    return this.#naming.earlier;
  }

  /** Returns why the terminal cannot be given that name; undefined if it can. */
  refuses(name: string): string | undefined {
    const wanted = cleanName(name);
    return this.#means.taken(wanted) === 'now' ? takenText(wanted) : undefined;
  }

  /** Takes a name that somebody gives; an empty one gives the name back to the folder. Returns the name. */
  give(given: string): string {
    const name = cleanName(given);
    if (name !== '') return this.#set(name, true);
    return this.#naming.named ? this.#set(freeName(this.#folder, this.#means), false) : this.#naming.name;
  }

  /** Must be called with a name that has become an earlier one of another terminal. */
  lose(name: string): void {
    const { earlier } = this.#naming;
    if (!earlier.includes(name)) return;
    this.#naming = { ...this.#naming, earlier: earlier.filter((each) => each !== name) };
    this.#onChange(this.#naming);
  }

  /** Must be called when the terminal is back on the list: its name may have been given to another one meanwhile. */
  back(): string {
    const { name, named } = this.#naming;
    return this.#means.taken(name) === 'now' ? this.#set(freeName(name, this.#means), named) : name;
  }

  /** Must be called with the folder of the shell when it may have changed. Returns the name. */
  follow(cwd: string | undefined): string {
    const { name, named, earlier } = this.#naming;
    const folder = folderName(cwd, this.#means.home);
    const isSame = folder === this.#folder;
    this.#folder = folder;
    if (isSame || named || earlier.length >= MOST_EARLIER) return name;
    return this.#set(freeName(folder, this.#means), false);
  }

  #set(name: string, named: boolean): string {
    if (name !== this.#naming.name) this.#means.onLeft(this.#naming.name);
    this.#naming = renamed(this.#naming, name, named);
    this.#onChange(this.#naming);
    return name;
  }
}

export function takenText(name: string): string {
  return `there is already a terminal "${name}"`;
}
