/** The name of the running program, for display. */

import type { Where } from '../terminal/command-meta.ts';

/** Commands that run another one, whose name is shown instead, and their options. */
const WRAPPER = /^(sudo|env|exec|command|nohup|time|\w+=.*|-.*)$/;

/** Words that begin a compound command: each of its programs would be named only for a moment. */
const COMPOUND = /^(for|while|until|if|case|select|repeat|begin|\(.*|\{|\[\[)$/;

/** Limit of a name in characters. */
const MAX_NAME = 20;

type Running = {
  readonly foreground?: string | undefined;
  /** The name that the program gives itself (OSC 7501), or by which its state was found. */
  readonly program?: { readonly app?: string } | undefined;
  readonly running?: { readonly commandLine: string; readonly since?: number } | undefined;
  /** The shell inside the terminal's own one that has begun it. */
  readonly within?: Where | undefined;
};

/**
 * Returns the name of the foreground program, which the host reports a moment after the command has begun; `ssh box · vim` on
 * another machine. A loop is named by its own line. A program that says its name is named so: `codex`, not `node`.
 */
export function programName(terminal: Running | undefined): string {
  const app = terminal?.program?.app;
  const front = app ?? terminal?.foreground;
  const typed = typedProgram(terminal);
  const host = terminal?.within?.host;
  if (host !== undefined) return `${front ?? 'ssh'} ${host} · ${typed}`;
  if (app !== undefined) return app;
  return front === undefined || WRAPPER.test(front) || isCompound(terminal) ? typed : front;
}

function isCompound(terminal: Running | undefined): boolean {
  return COMPOUND.test((terminal?.running?.commandLine ?? '').trimStart().split(/\s/, 1)[0] ?? '');
}

/** Returns the program of the running command line without path, `sudo` and the like: `vim`. */
export function typedProgram(terminal: Running | undefined): string {
  if (isCompound(terminal)) {
    const [line = ''] = (terminal?.running?.commandLine ?? '').trimStart().split('\n', 1);
    return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line;
  }
  const [program = ''] = typedWords(terminal);
  return program.slice(program.lastIndexOf('/') + 1).slice(0, MAX_NAME) || 'the program';
}

/** Returns the words of the running command line from that program on. */
export function typedWords(terminal: Running | undefined): readonly string[] {
  const words = (terminal?.running?.commandLine ?? '').trim().split(/\s+/);
  const first = words.findIndex((word) => !WRAPPER.test(word));
  return first === -1 ? words : words.slice(first);
}
