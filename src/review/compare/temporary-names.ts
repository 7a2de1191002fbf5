/** Random parts of names in temporary folders: `/tmp/build.AbC123`. */

export type NamePart = { readonly text: string; readonly isRandom: boolean };

/** A path in a folder for temporary files, up to a blank, a quote or a bracket. */
const TEMPORARY_PATH =
  /(?<![\w.])(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders\/\w{2}\/\w{1,60}\/T)\/[\w.+@%~/-]{1,1000}/y;

/** Splits a temporary path that begins here into the parts that are always the same, and those that are random. */
export function temporaryParts(line: string, at: number): readonly NamePart[] | undefined {
  if (line.charAt(at) !== '/') return undefined;
  TEMPORARY_PATH.lastIndex = at;
  const path = TEMPORARY_PATH.exec(line)?.[0];
  return path
    ?.split(/([/.+@%~-])/)
    .filter((part) => part !== '')
    .map((text, index, parts) => ({ text, isRandom: isRandom(text, parts[index - 2]) }));
}

/** `before`: the part before the separator. */
function isRandom(part: string, before: string | undefined): boolean {
  if (/^\d+$/.test(part)) return part.length >= 4 || before === 'pytest';
  if (/^tmp\w{8}$/.test(part)) return /[\d_]/.test(part);
  if (!/^[A-Za-z0-9]{6,12}$/.test(part)) return false;
  return changesOfClass(part) >= 2;
}

/** How often capitals, small letters and digits follow each other; a capital in front of a word is none. */
function changesOfClass(text: string): number {
  const classes = [...text].map((char) =>
    /\d/.test(char) ? 'digit' : /[A-Z]/.test(char) ? 'capital' : 'small',
  );
  return classes.filter((each, at) => at > 0 && each !== classes[at - 1] && !(at === 1 && each === 'small'))
    .length;
}
