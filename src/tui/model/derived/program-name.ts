/** The name of the running program, as the bar and the notes show it. */

import type { TerminalReading } from '../readings.ts';

/** Returns the program of the running command line without path, `sudo` and the like: `vim`. */
export function programName(terminal: TerminalReading | undefined): string {
  const words = (terminal?.running?.commandLine ?? '').trim().split(/\s+/);
  const program =
    words.find((word) => !/^(sudo|env|exec|command|nohup|time|\w+=.*)$/.test(word)) ?? words[0] ?? '';
  return program.slice(program.lastIndexOf('/') + 1).slice(0, 20) || 'the program';
}
