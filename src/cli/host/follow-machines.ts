/**
 * Follows the terminals of other machines for the notices of a host, by a process of its own (`cotty machine news`): what these machines
 * send, and how long they take, is no matter of the process that has the terminals. It runs while somebody wants notices and a machine is
 * named; the address of the notices stays here.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { FarNews, FollowMachines } from '../../host/push/notices.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { authorityOf, BLOCKED_KINDS, PROGRAM_STATES } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { LineReader } from '../../rpc/line-reader.ts';
import { launcher } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { shellEnv } from '../common/shell-env.ts';
import { machinesPath, readMachines, watchMachines } from '../connect/machines.ts';

/** Milliseconds until the process is started again when it has ended: the first wait, doubled each time, and the longest. */
const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** Milliseconds after which it is started: a host that starts has more urgent things to do. */
const START_MS = 1_000;
/** Milliseconds between looks for the file of machines while its folder does not exist. */
const LOOK_MS = 60_000;

/** Limits: bytes of a line, terminals of a machine, and characters of a word and of a question. */
const MAX_LINE = 1024 * 1024;
const MOST_TERMINALS = 512;
const MAX_WORD = 200;
const MAX_QUESTION = 2_000;

export function followMachines(env: Io['env']): FollowMachines {
  return (told) => {
    const follower = new Follower(env, told);
    return () => follower.close();
  };
}

class Follower {
  readonly #env: Io['env'];
  readonly #told: (news: FarNews) => void;
  readonly #named = new Set<string>();
  readonly #watcher;
  #child: ChildProcess | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(env: Io['env'], told: (news: FarNews) => void) {
    this.#env = env;
    this.#told = told;
    this.#watcher = watchMachines(env, () => this.#begin());
    this.#again(START_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#watcher?.close();
    clearTimeout(this.#timer);
    this.#child?.stdin?.end();
    this.#child?.kill();
  }

  #begin(): void {
    if (this.#isClosed || this.#child !== undefined) return;
    clearTimeout(this.#timer);
    const path = machinesPath(this.#env);
    if (path === undefined || !existsSync(path) || readMachines(this.#env).machines.length === 0) {
      this.#forgetAll();
      if (this.#watcher === undefined) this.#again(LOOK_MS);
      return;
    }
    const child = spawn(process.execPath, [launcher, 'machine', 'news'], {
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
      env: shellEnv(this.#env),
    });
    this.#child = child;
    const lines = new LineReader({
      maxBytes: MAX_LINE,
      onLine: (line) => this.#take(line),
      onTooLong: () => {},
    });
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => lines.read(chunk));
    child.once('error', () => this.#ended(child));
    child.once('exit', () => this.#ended(child));
  }

  #ended(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#failures += 1;
    this.#again(Math.min(LONGEST_MS, FIRST_MS * 2 ** (this.#failures - 1)));
  }

  #again(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#begin(), ms);
    this.#timer.unref();
  }

  #take(line: string): void {
    const news = this.#isClosed ? undefined : readNews(line);
    if (news === undefined) return;
    this.#failures = 0;
    if ('terminals' in news || news.trouble !== undefined) this.#named.add(news.machine);
    else this.#named.delete(news.machine);
    this.#told(news);
  }

  #forgetAll(): void {
    for (const machine of this.#named) this.#told({ machine });
    this.#named.clear();
  }
}

/** Reads a line of `cotty machine news`, whose contents come from other machines: untrusted. */
export function readNews(line: string): FarNews | undefined {
  try {
    const { machine: name, terminals, trouble } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const machine = word(name, MAX_WORD);
    if (machine === undefined) return undefined;
    const why = word(trouble, MAX_WORD);
    if (!Array.isArray(terminals)) return { machine, ...(why === undefined ? {} : { trouble: why }) };
    return {
      machine,
      terminals: terminals.slice(0, MOST_TERMINALS).flatMap((one) => readTerminal(machine, one)),
    };
  } catch {
    return undefined;
  }
}

function readTerminal(machine: string, value: unknown): readonly TerminalInfo[] {
  const { uri, name, program } = fieldsOf(value);
  const [resource, title] = [word(uri, MAX_WORD), word(name, MAX_WORD)];
  const record = readProgram(program);
  if (resource === undefined || title === undefined || record === undefined) return [];
  return [
    {
      resource,
      title: `${machine}:${title}`,
      claim: { kind: 'client', clientId: machine },
      lifecycle: { status: 'running' },
      _meta: { [META_KEY]: { machine, program: record } },
    },
  ];
}

function readProgram(value: unknown): TerminalMeta['program'] {
  const fields = fieldsOf(value);
  const state = PROGRAM_STATES.find((each) => each === fields['state']);
  const kind = BLOCKED_KINDS.find((each) => each === fields['kind']);
  const [app, msg] = [word(fields['app'], MAX_WORD), word(fields['msg'], MAX_QUESTION)];
  const { since, seen } = fields;
  if (state === undefined || typeof since !== 'number') return undefined;
  return {
    id: '',
    state,
    since,
    // What nobody vouches for may have been printed.
    by: authorityOf(fields['by']) ?? 'report',
    ...(kind === undefined ? {} : { kind }),
    ...(app === undefined ? {} : { app }),
    ...(msg === undefined ? {} : { msg }),
    ...(seen === true ? { seen } : {}),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A text without control characters, cut to its limit. */
function word(value: unknown, most: number): string | undefined {
  return typeof value === 'string' && value !== '' ? nameText(value.slice(0, most)) : undefined;
}
