/**
 * The exact text of a command of several lines. bash stores `for …⏎do …⏎done` joined by semicolons and reports it so;
 * the text that a client pasted and sent is what the person wrote.
 */

/** Input that is one bracketed paste and Enter, whatever keys emptied the line before it. */
const PASTE_AND_ENTER = /^[\x05\x15]*\x1b\[200~([^\x1b]*)\x1b\[201~\r$/;

export function pastedLine(input: string): string | undefined {
  const text = PASTE_AND_ENTER.exec(input)?.[1]?.replaceAll('\r', '\n');
  return text?.includes('\n') ? text : undefined;
}

/** `pasted` where the shell reported the same words, else what it reported. */
export function exactLine(reported: string, pasted: string | undefined): string {
  return pasted !== undefined && words(reported) === words(pasted) ? pasted : reported;
}

/** bash reports one of several lines as it was made one: in braces. */
export function isSameCommand(reported: string, asked: string): boolean {
  const said = words(reported);
  return said === words(asked) || said === `{${words(asked)}}`;
}

function words(line: string): string {
  return line.replaceAll(/[\s;]+/g, '');
}
