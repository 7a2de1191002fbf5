/** Finds the program that a command calls, past `sudo`, `env` and the like, and command lines it is given. */

import type { SimpleCommand } from './shell-words.ts';

export type Called = {
  /** Name of the program, without its folder. */
  readonly program: string;
  readonly args: readonly string[];
  /** Called through `sudo` or `doas`. */
  readonly asRoot: boolean;
  readonly writes: readonly string[];
  readonly input: string;
  /** Command lines that the program runs. */
  readonly lines: readonly string[];
};

/** Programs that run the rest of their words, each with its options that take a separate value. */
const PREFIXES: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ugpChrtTD]$/],
  ['doas', /^-[uC]$/],
  ['env', /^-[uCS]$/],
  ['nice', /^-n$/],
  ['ionice', /^-[cn]$/],
  ['timeout', /^-[ks]$/],
  ['nohup', /^$/],
  ['setsid', /^$/],
  ['time', /^-[fo]$/],
  ['exec', /^-a$/],
  ['command', /^$/],
  ['builtin', /^$/],
  ['xargs', /^-[aEIiLlnPsd]$/],
]);

/** Shell keywords that a command may follow. */
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '{', '!']);

const SHELLS = /^(?:ba|da|z|k|a|fi)?sh$/;

const ASSIGNMENT = /^\w+\+?=/;

export function called({ words, writes, input }: SimpleCommand): Called {
  let at = 0;
  let asRoot = false;
  const skipWhile = (matches: (word: string) => boolean): void => {
    while (at < words.length && matches(words[at] ?? '')) at += 1;
  };
  for (;;) {
    skipWhile((word) => KEYWORDS.has(word) || ASSIGNMENT.test(word));
    const name = nameOf(words[at]);
    const valueOptions = PREFIXES.get(name);
    if (valueOptions === undefined) break;
    asRoot ||= name === 'sudo' || name === 'doas';
    at += 1;
    while (words[at]?.startsWith('-') === true) at += valueOptions.test(words[at] ?? '') ? 2 : 1;
    if (name === 'timeout') at += 1;
  }
  const program = nameOf(words[at]);
  const args = words.slice(at + 1);
  return { program, args, asRoot, writes, input, lines: linesOf(program, args, input) };
}

function nameOf(word = ''): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

function linesOf(program: string, args: readonly string[], input: string): readonly string[] {
  if (program === 'eval') return [args.join(' ')];
  if (program === 'ssh') return [afterHost(args), input];
  if (!SHELLS.test(program)) return [];
  const at = args.findIndex((arg) => /^-\w*c$/.test(arg));
  return at < 0 ? [input] : [args[at + 1] ?? '', input];
}

/** Returns what ssh runs on the remote machine: all words after the host name. */
function afterHost(args: readonly string[]): string {
  let at = 0;
  while (args[at]?.startsWith('-') === true) at += /^-[bcDEeFIiJLlmOopQRSWw]$/.test(args[at] ?? '') ? 2 : 1;
  return args.slice(at + 1).join(' ');
}
