/** The command lines that ran in a terminal, as its line editor offers them again. */

import type { TerminalReading } from '../readings.ts';

/** Commands of the terminal that Up walks through before the host is asked. */
const MOST = 500;

/** Returns them oldest first, whoever typed them. */
export function ownCommands(terminal: TerminalReading | undefined): readonly string[] {
  return (terminal?.blocks ?? []).slice(-MOST).map(({ commandLine }) => commandLine);
}
