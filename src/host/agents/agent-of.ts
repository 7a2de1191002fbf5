/** Finds out which agent a process is: by its name, or by the script that an interpreter runs. */

import type { AgentRules } from './rules.ts';

/** A process: the name that it has, and the words of its command line as far as they are known. */
export type Front = { readonly program: string; readonly words: readonly string[] };

/** Programs that run a script, whose name then says more than theirs. `npx` names itself `npm exec PACKAGE`. */
const INTERPRETER = /^(node|nodejs|bun|deno|python[\d.]*|ruby|uv|npm exec .*|npx)$/;
/** The kernel keeps so many bytes of a name. */
const COMM = 15;
/** Words of a command line among which the script is looked for. */
const FIRST_WORDS = 12;
/** Options whose value is the next word. */
const WITH_VALUE = /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|-W|-X)$/;
const EXTENSION = /\.(js|mjs|cjs|ts|py|rb)$/;

export function agentOf(agents: readonly AgentRules[], { program, words }: Front): AgentRules | undefined {
  const byName = agents.find(({ programs }) =>
    programs.some((name) => name.slice(0, COMM) === program.slice(0, COMM)),
  );
  if (byName !== undefined || !INTERPRETER.test(interpreterName(program, words))) return byName;
  const script = scriptOf(words);
  if (script === undefined) return undefined;
  const name = baseName(script).replace(EXTENSION, '');
  return (
    agents.find(({ programs }) => programs.includes(name)) ??
    agents.find(({ scripts }) => scripts.some(({ test }) => test(script)))
  );
}

/** A process that has named itself is known by its command line alone: `npm exec @openai/codex`. */
function interpreterName(program: string, words: readonly string[]): string {
  return words.length === 1 && words[0]?.startsWith('npm exec ') ? words[0] : program;
}

/** Returns the path of the script, the module behind `-m`, or the package behind `npm exec`. */
function scriptOf([first = '', ...words]: readonly string[]): string | undefined {
  if (first.startsWith('npm exec ')) return first.split(' ')[2];
  for (let at = 0; at < Math.min(words.length, FIRST_WORDS); at++) {
    const word = words[at] ?? '';
    if (word === '-m') return words[at + 1];
    if (WITH_VALUE.test(word)) at += 1;
    else if (!word.startsWith('-') && word !== 'run' && word !== 'exec') return word;
  }
  return undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
