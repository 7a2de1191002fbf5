/** Text on its way into the editor: line ends made one, escape sequences and control characters taken out. */

/** CSI sequences and OSC-like strings: copied out of a coloured terminal they are debris, not text. */
const CSI = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/g;
/** The body holds no other beginning, so unfinished ones are passed in one go, however many. */
const STRINGS = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)/g;

/**
 * C0 without tab and newline, DEL, C1, halves of surrogate pairs, and what is invisible or turns the direction of text:
 * nothing may hide in a command. Joiners stay, words and emoji need them.
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

/** The newline at the end of a copied line belongs to the copying, not to the command. */
export function cleanPaste(text: string): string {
  return cleanText(text).replace(/\n$/, '');
}
