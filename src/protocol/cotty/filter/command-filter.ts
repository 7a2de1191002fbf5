/** Which commands are meant, in the words that a person types: `error is:failed in:~/src by:ada since:2h longer:10s`. */

import { parseDuration, parseSince } from '../../common/durations.ts';

/** All that is given must hold. */
export type CommandFilter = {
  readonly failed?: boolean;
  /** An absolute path, which means what is below it too, or a part of a path. */
  readonly folder?: string;
  /** `user:NAME`, `agent:HANDLE`, or the name alone. */
  readonly writer?: string;
  /** Unix milliseconds; commands that ended before are left out. */
  readonly since?: number;
  readonly longerThanMs?: number;
  /** Unix milliseconds; commands that began then or later are left out. */
  readonly until?: number;
  readonly exitCode?: number;
  /** The machine that ran it; `localhost` for this one. */
  readonly host?: string;
  readonly noted?: boolean;
  readonly bookmarked?: boolean;
  /** Only the history knows these: the path or the name of a repository, and a text of the output. */
  readonly repository?: string;
  readonly output?: string;
};

export type FilterWords = {
  /** The text to search for: the words that are no filter. */
  readonly text: string;
  readonly filter: CommandFilter;
  /** An error in a word; the word is ignored. */
  readonly wrong: string | undefined;
};

export type Speaker = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Home folder at the host, for `~`. */
  readonly home: string | undefined;
  /** The writer that `by:me` means. */
  readonly me: string;
};

/** The fields of a command that a filter reads. */
export type FilteredCommand = {
  readonly failed: boolean;
  /** File URI. */
  readonly cwd?: string | undefined;
  readonly writer?: string | undefined;
  /** Unix milliseconds; undefined while it runs. */
  readonly endedAt?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly startedAt?: number | undefined;
  readonly exitCode?: number | undefined;
  /** The machine that ran it, if that was not the host's. */
  readonly host?: string | undefined;
  readonly noted?: boolean | undefined;
  readonly bookmarked?: boolean | undefined;
};

type Word = (value: string, speaker: Speaker) => CommandFilter | undefined;

const STATES: Readonly<Record<string, CommandFilter>> = {
  failed: { failed: true },
  noted: { noted: true },
  marked: { bookmarked: true },
};

const WORDS: Readonly<Record<string, readonly [word: Word, wants: string]>> = {
  is: [
    (value) => (Object.hasOwn(STATES, value) ? STATES[value] : undefined),
    'is:failed, is:noted or is:marked',
  ],
  in: [(value, { home }) => (value === '' ? undefined : { folder: fromHome(value, home) }), 'in:FOLDER'],
  by: [(value, { me }) => (value === '' ? undefined : { writer: writerOf(value, me) }), 'by:NAME'],
  on: [(value) => (value === '' ? undefined : { host: value }), 'on:HOST'],
  repo: [
    (value, { home }) => (value === '' ? undefined : { repository: fromHome(value, home) }),
    'repo:NAME or repo:FOLDER',
  ],
  exit: [
    (value) => (/^-?\d{1,9}$/.test(value) ? { exitCode: Number(value) } : undefined),
    'exit:1, an exit code',
  ],
  out: [(value) => (value === '' ? undefined : { output: value }), 'out:TEXT'],
  since: [
    (value, { now }) => {
      const since = parseSince(value, now);
      return since === undefined ? undefined : { since };
    },
    'since:2h, since:yesterday or since:2026-01-31',
  ],
  until: [
    (value, { now }) => {
      const until = parseSince(value, now);
      return until === undefined ? undefined : { until };
    },
    'until:2h, until:today or until:2026-01-31',
  ],
  longer: [
    (value) => {
      const ms = parseDuration(value, ['ms', 's', 'm', 'h', 'd']);
      return ms === undefined ? undefined : { longerThanMs: ms };
    },
    'longer:10s',
  ],
};

/** The words with an example each, for the field in which they are typed. */
export const FILTER_HINT = 'is:failed in:~/src by:ada since:2h longer:10s exit:1 on:box repo:app';

export function readFilter(words: string, speaker: Speaker): FilterWords {
  const rest: string[] = [];
  let filter: CommandFilter = {};
  let wrong: string | undefined;
  for (const word of words.split(' ')) {
    const colon = word.indexOf(':');
    const name = word.slice(0, Math.max(0, colon));
    const known = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (known === undefined) {
      rest.push(word);
      continue;
    }
    const read = known[0](word.slice(colon + 1), speaker);
    if (read === undefined) wrong = `${word} wants ${known[1]}`;
    else filter = { ...filter, ...read };
  }
  return { text: rest.join(' ').trim(), filter, wrong };
}

export function isFiltering(filter: CommandFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** Whether a command passes, as far as its fields tell: neither its repository nor its output is looked at. */
export function passesFilter(filter: CommandFilter, command: FilteredCommand, here = LOCAL): boolean {
  const { failed, folder, writer, host, exitCode, noted, bookmarked } = filter;
  if (failed === true && !command.failed) return false;
  if (folder !== undefined && !isIn(command.cwd, folder)) return false;
  if (writer !== undefined && !isBy(command.writer, writer)) return false;
  if (host !== undefined && !isOn(command.host, host, here)) return false;
  if (exitCode !== undefined && command.exitCode !== exitCode) return false;
  if (noted === true && command.noted !== true) return false;
  if (bookmarked === true && command.bookmarked !== true) return false;
  return isInTime(filter, command);
}

function isInTime({ since, until, longerThanMs }: CommandFilter, command: FilteredCommand): boolean {
  if (since !== undefined && (command.endedAt ?? since) < since) return false;
  if (until !== undefined && command.startedAt !== undefined && command.startedAt >= until) return false;
  return longerThanMs === undefined || (command.durationMs ?? 0) >= longerThanMs;
}

function fromHome(path: string, home: string | undefined): string {
  return path.replace(/^~(?=\/|$)/, home ?? '~');
}

function writerOf(value: string, me: string): string {
  if (value === 'me' || value === 'you') return me;
  return value.startsWith('@') ? `agent:${value.slice(1)}` : value;
}

export function isBy(writer: string | undefined, wanted: string): boolean {
  return writer === wanted || writer?.slice(writer.indexOf(':') + 1) === wanted;
}

export function isIn(cwd: string | undefined, folder: string): boolean {
  if (cwd === undefined) return false;
  const path = decoded(cwd.replace(/^file:\/\/[^/]*/, ''));
  if (!folder.startsWith('/')) return path.includes(folder);
  const whole = folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return path === whole || path.startsWith(whole === '/' ? '/' : `${whole}/`);
}

/** `here` is the name of the host's machine, on which a command without a machine of its own ran. */
export function isOn(host: string | undefined, wanted: string, here = LOCAL): boolean {
  const isHere = host === undefined || host === '';
  return isHere ? wanted === LOCAL || wanted === here : host === wanted;
}

const LOCAL = 'localhost';

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray % in another host's URI: the path is taken undecoded.
    return path;
  }
}
