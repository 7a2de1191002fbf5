/**
 * Finds commands that could destroy a machine, a disk or the work of others, so that they must be confirmed first. It is a
 * warning about slips, not a protection: it knows the five kinds below, as people write them.
 */

import { type Called, called } from './called.ts';
import { parseShell } from './shell-words.ts';

/** Maximum depth of nested command lines: `sudo sh -c '…'` in `$(…)` is three deep. */
const MAX_DEPTH = 5;

/** Characters that are checked: a longer text is a file that is written, not a slip. */
const MAX_CHARS = 64 * 1024;

/** Returns what a dangerous command would do, as the end of a sentence. */
export function dangerOf(line: string, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const { pipelines, inner } = parseShell(line.slice(0, MAX_CHARS));
  const lines = [...inner];
  for (const pipeline of pipelines) {
    const calls = pipeline.map(called);
    for (const [at, call] of calls.entries()) {
      const found = firstOf(RULES, (rule) => rule(call, calls.slice(0, at)));
      if (found !== undefined) return found;
      lines.push(...call.lines);
    }
  }
  return firstOf(lines, (each) => dangerOf(each, depth + 1));
}

function firstOf<T>(all: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks at one command, and at the commands whose output it reads. */
type Rule = (call: Called, before: readonly Called[]) => string | undefined;

/** Folders without which a machine does not start, or does not work as before. */
const SYSTEM = /^\/(?:bin|boot|dev|etc|lib\w*|proc|root|sbin|sys|usr|var|System|Library|Applications)?$/;

const PEOPLE =
  /^(?:\/home|\/Users|\/opt|\/srv|\/mnt|\/Volumes|~\w*|\$HOME|\$\{HOME\}|(?:\/home|\/Users)\/[^/*]+)$/;

const DISK = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk|mapper\/|md|dm-)/;

const MAIN = /^\+?(?:[^:]*:)?(?:refs\/heads\/)?(?:main|master|trunk|production)$/;

const DATABASES = /^(?:psql|mysql|mariadb|sqlcmd|mongosh?|clickhouse(?:-client)?|cockroach|sqlplus|isql)$/;

const DROP = /\bdrop\s+(?:database|schema)\b|\bdropDatabase\s*\(/i;

const RULES: readonly Rule[] = [
  ({ program, args }) => {
    if (program !== 'rm' || !flag(args, 'rR', 'recursive')) return undefined;
    const what = paths(args).find((path) => SYSTEM.test(path) || PEOPLE.test(path));
    return what === undefined ? undefined : `deletes everything in ${what}`;
  },
  ({ program, args, writes }) => {
    const formats = /^(?:mkfs|mke2fs|mkswap|wipefs|blkdiscard|shred|tee|cp|newfs)(?:[._]\w+)?$/.test(program);
    const target = program === 'dd' ? args.map((arg) => arg.replace(/^of=/, '')) : args;
    const given = formats || program === 'dd' ? target.find((arg) => DISK.test(arg)) : undefined;
    const isSource = program === 'cp' && given !== args.at(-1);
    const disk = isSource ? undefined : (given ?? writes.find((file) => DISK.test(file)));
    return disk === undefined ? undefined : `overwrites the disk ${disk}`;
  },
  ({ program, args }) => {
    const push = args.indexOf('push');
    if (program !== 'git' || push < 0) return undefined;
    const rest = args.slice(push + 1);
    const main = rest.find((arg) => !arg.startsWith('-') && MAIN.test(arg));
    if (main === undefined) return undefined;
    const name = main.replace(/^.*[+:/]/, '');
    if (flag(rest, 'd', 'delete') || main.startsWith(':')) return `deletes the branch ${name} for everybody`;
    return flag(rest, 'f', 'force') || main.startsWith('+')
      ? `overwrites the branch ${name} for everybody`
      : undefined;
  },
  ({ program, args, input }, before) => {
    if (program === 'dropdb') return `deletes the database ${args.at(-1) ?? ''}`.trim();
    const said = [...args, input, ...before.flatMap((call) => [...call.args, call.input])];
    return DATABASES.test(program) && said.some((text) => DROP.test(text)) ? 'deletes a database' : undefined;
  },
  ({ program, args }) => {
    const ends = /^(?:shutdown|reboot|halt|poweroff)$/.test(program)
      ? !args.some((arg) => /^(?:-c|--help|--show|--version)$/.test(arg))
      : program === 'systemctl' && args.some((arg) => /^(?:poweroff|reboot|halt|kexec|rescue)$/.test(arg));
    return ends ? 'stops or restarts the machine' : undefined;
  },
];

/** Finds an option in any spelling: `-rf`, `-f -r`, `--recursive`. */
function flag(args: readonly string[], letters: string, long: string): boolean {
  return args.some((arg) => {
    const given = /^-([A-Za-z]+)/.exec(arg)?.[1] ?? '';
    return arg === `--${long}` || [...letters].some((letter) => given.includes(letter));
  });
}

/** Returns the paths without parts that change nothing: `//`, `/.`, and a slash or `/*` at the end. */
function paths(args: readonly string[]): readonly string[] {
  return args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => arg.replace(/\/+/g, '/').replace(/(?:\/\.)+(?=\/|$)/g, ''))
    .map((path) => path.replace(/\/\*?$/, '') || '/');
}
