/** The name of the program in front, as the bar and the notes show it. */

import type { Facts } from '../step.ts';

/** First word of the running command line, for people: `vim`. */
export function programName(facts: Facts | undefined): string {
  const words = (facts?.running?.commandLine ?? '').trim().split(/\s+/);
  const program =
    words.find((word) => !/^(sudo|env|exec|command|nohup|time|\w+=.*)$/.test(word)) ?? words[0] ?? '';
  return program.slice(program.lastIndexOf('/') + 1).slice(0, 20) || 'the program';
}
