/**
 * The exact text of a command of several lines. bash stores and reports `for …⏎do …⏎done` joined by semicolons; the pasted text
 * is what the user wrote.
 */

/** One bracketed paste and Enter, possibly after keys that empty the line (Ctrl+E, Ctrl+U). */
const PASTE_AND_ENTER = /^[\x05\x15]*\x1b\[200~([^\x1b]*)\x1b\[201~\r$/;

/** Returns the pasted text if the input is one paste of several lines and Enter. */
export function pastedLine(input: string): string | undefined {
  const text = PASTE_AND_ENTER.exec(input)?.[1]?.replaceAll('\r', '\n');
  return text?.includes('\n') ? text : undefined;
}

/** Returns `pasted` if the shell reported the same command, else the reported line. */
export function exactLine(reported: string, pasted: string | undefined): string {
  return pasted !== undefined && withoutSpaces(reported) === withoutSpaces(pasted) ? pasted : reported;
}

/** Whether two lines differ at most in spaces and semicolons, and in the braces that cotty types around several lines in bash. */
export function isSameCommand(reported: string, asked: string): boolean {
  const said = withoutSpaces(reported);
  return said === withoutSpaces(asked) || said === `{${withoutSpaces(asked)}}`;
}

function withoutSpaces(line: string): string {
  return line.replaceAll(/[\s;]+/g, '');
}
