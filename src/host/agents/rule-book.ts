/**
 * The rules of all agents: those that come with cotty, and before them those of the person, in `agents` of the configuration folder. A
 * file of the person replaces the one of the same name whole. A file that cannot be used is told, once in the log and whenever somebody
 * asks, and the bundled one counts.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import type { Clock } from '../common/clock.ts';
import { type AgentRules, BadRules, MAX_FILE, parseRules } from './rules.ts';

/** Most files of the person; further ones are ignored, and that is told. */
const MOST_FILES = 64;
/** Milliseconds for which what was read counts without another look at the files. */
const FRESH_MS = 500;
/** Milliseconds between two bundled files that are read ahead. */
const AHEAD_MS = 100;
const NAME = /^([A-Za-z0-9_.+-]{1,32})\.toml$/;

/** A file of rules. `error` says why it does not count. */
export type RuleFile = {
  readonly path: string;
  readonly agent: string;
  readonly bundled: boolean;
  readonly error?: string;
};

export type RuleBookOptions = {
  /** Folder of the person's rules; undefined if there is none. */
  readonly folder: string | undefined;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

type Read = { readonly stamp: string; readonly rules?: AgentRules; readonly error?: string };

export class RuleBook {
  readonly #options: RuleBookOptions;
  readonly #read = new Map<string, Read>();
  #bundled: ReadonlyMap<string, AgentRules> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Of the person's files when they were read last; undefined before. */
  #stamp: string | undefined;
  #agents: readonly AgentRules[] = [];
  #files: readonly RuleFile[] = [];
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  /** The rules of each agent; the same list until a file has changed. */
  get agents(): readonly AgentRules[] {
    this.#refresh();
    return this.#agents;
  }

  /** All files, also those that do not count. */
  get files(): readonly RuleFile[] {
    this.#refresh();
    return this.#files;
  }

  /**
   * Reads the bundled rules soon, one file at a time, so that the first program need not wait for them and for RE2. They must be
   * loaded early also because an upgrade may replace the files under a running host.
   */
  readAhead(clock: Pick<Clock, 'after'>): void {
    if (this.#closed || this.#cancel !== undefined) return;
    const files = listed(bundledFolder());
    const read = new Map<string, AgentRules>();
    const next = () => {
      const file = files[read.size];
      if (this.#bundled !== undefined) return;
      if (file === undefined) {
        this.#bundled = read;
        return;
      }
      try {
        read.set(file.agent, bundledRule(file));
        this.#cancel = clock.after(AHEAD_MS, next);
      } catch (error) {
        this.#options.log(`the rules in ${file.path} could not be read ahead: ${reasonOf(error)}`);
      }
    };
    this.#cancel = clock.after(AHEAD_MS, next);
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
  }

  /** Looks at the files when they were not looked at for a moment. */
  #refresh(): void {
    const now = this.#options.now();
    if (now - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = now;
    const { folder } = this.#options;
    const own = folder === undefined ? [] : listed(folder);
    const stamp = own.map(({ path, stamp: each }) => `${path} ${each}`).join('\n');
    if (stamp === this.#stamp) return;
    this.#bundled ??= bundledRules();
    this.#stamp = stamp;
    this.#join(own.slice(0, MOST_FILES), own.slice(MOST_FILES), this.#bundled);
  }

  #join(own: readonly Listed[], beyond: readonly Listed[], bundled: ReadonlyMap<string, AgentRules>): void {
    const reads = own.map((file) => ({ ...file, ...this.#readFile(file) }));
    const rules = reads.flatMap((one) => one.rules ?? []);
    const replaced = new Set(rules.map(({ name }) => name));
    const others = [...bundled.values()];
    this.#agents = [...rules, ...others.filter(({ name }) => !replaced.has(name))];
    this.#files = [
      ...reads.map(({ path, agent, error }) => ({
        path,
        agent,
        bundled: false,
        ...(error === undefined ? {} : { error }),
      })),
      ...beyond.map(({ path, agent }) => ({
        path,
        agent,
        bundled: false,
        error: `at most ${MOST_FILES} files are read`,
      })),
      ...others.map(({ path, name }) => ({
        path,
        agent: name,
        bundled: true,
        ...(replaced.has(name) ? { error: 'the file of the same name above replaces it' } : {}),
      })),
    ];
  }

  #readFile({ path, agent, stamp }: Listed): Read {
    const known = this.#read.get(path);
    if (known?.stamp === stamp) return known;
    const fresh: Read = { stamp, ...parsed(path, agent) };
    this.#read.set(path, fresh);
    if (fresh.error !== undefined) this.#options.log(`the rules in ${path} are not used: ${fresh.error}`);
    return fresh;
  }
}

type Listed = { readonly path: string; readonly agent: string; readonly stamp: string };

/** The files of a folder, by name. A folder that is not there has none. */
function listed(folder: string): readonly Listed[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((file) => {
        const agent = NAME.exec(file)?.[1];
        return agent === undefined
          ? []
          : [{ path: join(folder, file), agent, stamp: stampOf(join(folder, file)) }];
      });
  } catch {
    return [];
  }
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    return systemCode(error);
  }
}

function parsed(path: string, agent: string): Omit<Read, 'stamp'> {
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE) return { error: `it has more than ${MAX_FILE} bytes (it has ${size})` };
    return { rules: parseRules(readFileSync(path, 'utf8'), agent, path) };
  } catch (error) {
    return { error: error instanceof BadRules ? error.message : `it cannot be read (${systemCode(error)})` };
  }
}

function bundledRules(): ReadonlyMap<string, AgentRules> {
  return new Map(listed(bundledFolder()).map((file) => [file.agent, bundledRule(file)]));
}

function bundledFolder(): string {
  return fileURLToPath(new URL('./rules', import.meta.url));
}

function bundledRule({ path, agent }: Listed): AgentRules {
  return parseRules(readFileSync(path, 'utf8'), agent, path);
}

/** Returns the folder of the person's rules, beside the configuration; it follows the XDG rule. */
export function rulesFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg?.startsWith('/')) return `${xdg}/cotty/agents`;
  const home = env['HOME'];
  return home ? `${home}/.config/cotty/agents` : undefined;
}

// Which agent a process is: by its name, or by the script that an interpreter runs.

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
