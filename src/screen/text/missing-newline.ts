/** Removes the mark that a shell prints after output without a final newline: the mark is not part of the program's output. */

/**
 * zsh (PROMPT_SP) prints an inverse `%` or `#`, blanks to the end of the row and CR before it runs precmd, so the mark
 * counts as output: `ESC[1m ESC[7m % ESC[27m ESC[1m ESC[0m <blanks> CR blank CR`. fish does the same with a dim `⏎`.
 * Only sequences that show nothing may follow, such as titles set by the user's own hooks.
 */
const SGR = String.raw`(?:\x1b\[[\d;:]*m|\x1b\(B)`;
const SILENT = String.raw`(?:\x1b\[[\d;:?]*[hlmKJ]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\(B|\r)`;
const ZSH = new RegExp(String.raw`${SGR}*\x1b\[7m${SGR}*[^\x00-\x1f]{0,16}${SGR}+ +\r \r${SILENT}*$`);
const FISH = new RegExp(String.raw`${SGR}*⏎${SGR}* +\r⏎ \r${SILENT}*$`);

/** Limit: characters searched at the end; enough for a row of blanks in the widest window, the mark and some titles. */
const TAIL = 4096;

export function withoutMissingNewlineMark(output: string): string {
  const from = Math.max(0, output.length - TAIL);
  const tail = output.slice(from);
  // Both marks contain a blank before a CR; other text is not worth two regular expressions.
  if (!tail.includes(' \r')) return output;
  const match = ZSH.exec(tail) ?? FISH.exec(tail);
  return match === null ? output : output.slice(0, from + match.index);
}
