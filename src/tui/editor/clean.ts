/** Cleans text for the editor: unifies line ends, removes escape sequences and control characters. */

/** CSI sequences, which text copied from a coloured terminal may contain. */
const CSI = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;
/** OSC and similar strings. The body holds no other string start, so many unfinished ones cost only one pass. */
const STRINGS = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)/g;

/**
 * C0 without tab and newline, DEL, C1, lone surrogates, and invisible or direction-changing characters, so that
 * nothing hides in a shell command. Joiners stay, because words and emoji need them.
 */
const UNWANTED =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\p{Surrogate}/gu;

const PLAIN = /^[\t\n -~]*$/;

export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(STRINGS, '')
    .replace(CSI, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(UNWANTED, '');
}

/** Cleans pasted text. The newline at the end of a copied line is not part of the shell command. */
export function cleanPaste(text: string): string {
  return cleanText(text).replace(/\n$/, '');
}
