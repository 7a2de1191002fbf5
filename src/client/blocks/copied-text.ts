/** Text of commands for the clipboard, without control characters: who pastes it into a terminal must not press keys by it. */

/** C0 except tab and line feed, DEL, C1. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Drops control characters; tabs and line breaks stay. */
export function withoutControls(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROLS, '');
}

/** Returns a command line, if there is one, and the lines of its output as a fenced block, ready to paste into an issue. */
export function asConsole(commandLine: string | undefined, output: readonly string[]): string {
  const [first, ...further] = commandLine === undefined ? [] : withoutControls(commandLine).split('\n');
  const typed = first === undefined ? [] : [`$ ${first}`, ...further.map((line) => `> ${line}`)];
  const inner = [...typed, ...output];
  const fence = fenceFor(inner);
  return [`${fence}console`, ...inner, fence].join('\n');
}

/** Returns a fence longer than any fence in the text, so that the output cannot end the block (CommonMark §4.5). */
function fenceFor(lines: readonly string[]): string {
  const runs = lines.map((line) => /^ {0,3}(`{3,})/.exec(line)?.[1]?.length ?? 0);
  return '`'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run), 2));
}

/** Limit: letters of a command in the name of a file. */
const NAME_CHARS = 32;

/** Returns the name of a file for a command, without an ending: letters, digits and hyphens. */
export function fileNameOf(commandLine: string): string {
  const words = commandLine.slice(0, NAME_CHARS).match(/[\p{L}\p{N}_][\p{L}\p{N}._-]*/gu) ?? [];
  return words.join('-') || 'commands';
}
