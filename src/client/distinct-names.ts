/** Makes the names of tabs distinct: equal names get more of their folders, then their command lines, and at last numbers. */

export type Nameable = {
  readonly name: string;
  /** Path of its folder, with `~` for the home folder; empty if it is unknown. */
  readonly folder: string;
  /** First line of the running command, if the name comes from it. */
  readonly command: string | undefined;
  /** The number in the terminal's default name, as in `term:3`; undefined if a user has named it. */
  readonly number: string | undefined;
};

/** Longest command line in a name, in graphemes. */
const COMMAND_LENGTH = 20;
/** Folders of a path that a name shows at most. */
const MOST_FOLDERS = 4;

/**
 * Returns a name for each, in the same order. A unique name stays as it is, and so does the only name among equal ones that a
 * user has given.
 */
export function distinctNames(all: readonly Nameable[]): readonly string[] {
  const names = all.map(({ name }) => name);
  for (const longer of [withFolder, withCommand]) {
    for (const same of alike(names, all)) {
      const made = longer(same.flatMap((at) => all[at] ?? []));
      // A longer name that another one has as well does not help.
      same.forEach((at, index) => {
        const name = made[index] ?? '';
        if (made.filter((other) => other === name).length === 1) names[at] = name;
      });
    }
  }
  // A longer name may equal that of yet another tab: numbers are added until all differ.
  for (let lists = alike(names, all); lists.length > 0; lists = alike(names, all)) {
    for (const same of lists) {
      same.forEach((at, index) => {
        const { name, number } = all[at] ?? { name: '', number: undefined };
        const isFirst = number !== undefined && names[at] === name;
        names[at] = `${names[at] ?? ''}${isFirst ? `:${number}` : ` ${index + 1}`}`;
      });
    }
  }
  return names;
}

/** Returns for each name that occurs several times the indices of those that may be made longer. */
function alike(names: readonly string[], all: readonly Nameable[]): readonly (readonly number[])[] {
  const indices = new Map<string, number[]>();
  names.forEach((name, at) => {
    const found = indices.get(name);
    if (found === undefined) indices.set(name, [at]);
    else found.push(at);
  });
  return [...indices.values()]
    .filter(({ length }) => length > 1)
    .map((same) => {
      const unnamed = same.filter((at) => all[at]?.number !== undefined);
      return same.length - unnamed.length === 1 ? unnamed : same;
    });
}

/** Adds as many parent folders as make the names differ: `app/src` and `lib/src`, `vim app` and `vim lib`. */
function withFolder(same: readonly Nameable[]): readonly string[] {
  let best: readonly string[] = same.map(({ name }) => name);
  for (let count = 1; count <= MOST_FOLDERS; count++) {
    const names = same.map((each) => folderName(each, count));
    if (new Set(names).size > new Set(best).size) best = names;
  }
  return best;
}

function folderName({ name, folder }: Nameable, count: number): string {
  if (folder === '') return name;
  const end = folder
    .split('/')
    .filter((part) => part !== '')
    .slice(-count)
    .join('/');
  const isFolder = folder === name || folder.endsWith(`/${name}`);
  return isFolder ? end || name : `${name} ${end || folder}`;
}

function withCommand(same: readonly Nameable[]): readonly string[] {
  return same.map(({ name, command }) => (command === undefined ? name : shortened(command)));
}

const graphemes = new Intl.Segmenter();

/** Cut text ends in `…`, never in half a character. */
function shortened(command: string): string {
  const all = Array.from(graphemes.segment(command), ({ segment }) => segment);
  return all.length <= COMMAND_LENGTH ? command : `${all.slice(0, COMMAND_LENGTH - 1).join('')}…`;
}
