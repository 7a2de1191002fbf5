/** The name of the running program, for display. */

/** Commands that run another one, whose name is shown instead. */
const WRAPPER = /^(sudo|env|exec|command|nohup|time|\w+=.*)$/;

type Running = {
  readonly foreground?: string | undefined;
  readonly running?: { readonly commandLine: string; readonly since?: number } | undefined;
};

/** Returns the name of the foreground program, which the host reports a moment after the command has begun. */
export function programName(terminal: Running | undefined): string {
  const front = terminal?.foreground;
  return front === undefined || WRAPPER.test(front) ? typedProgram(terminal) : front;
}

/** Returns the program of the running command line without path, `sudo` and the like: `vim`. */
export function typedProgram(terminal: Running | undefined): string {
  const words = (terminal?.running?.commandLine ?? '').trim().split(/\s+/);
  const program = words.find((word) => !WRAPPER.test(word)) ?? words[0] ?? '';
  return program.slice(program.lastIndexOf('/') + 1).slice(0, 20) || 'the program';
}
