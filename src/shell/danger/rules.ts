/** The rules for dangerous commands: each looks at one command, and at the commands whose output it reads. */

import { type Called, SHELLS } from './called.ts';

type Rule = (call: Called, before: readonly Called[]) => string | undefined;

/** Folders without which a machine does not start, or does not work as before. */
const SYSTEM = /^\/(?:bin|boot|dev|etc|lib\w*|proc|root|sbin|sys|usr|var|System|Library|Applications)?$/;

const PEOPLE =
  /^(?:\/home|\/Users|\/opt|\/srv|\/mnt|\/Volumes|~\w*|\$HOME|\$\{HOME\}|(?:\/home|\/Users)\/[^/*]+)$/;

const DISK = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|r?disk|mapper\/|md|dm-)/;

const MAIN = /^\+?(?:[^:]*:)?(?:refs\/heads\/)?(?:main|master|trunk|production)$/;

const DATABASES = /^(?:psql|mysql|mariadb|sqlcmd|mongosh?|clickhouse(?:-client)?|cockroach|sqlplus|isql)$/;

const DROP = /\bdrop\s+(?:database|schema)\b|\bdropDatabase\s*\(/i;

export const RULES: readonly Rule[] = [
  ({ program, args }) => {
    if (program !== 'rm' || !flag(args, 'rR', 'recursive')) return undefined;
    const what = paths(args).find((path) => SYSTEM.test(path) || PEOPLE.test(path));
    return what === undefined ? undefined : `deletes everything in ${what}`;
  },
  ({ program, args }) => {
    const deletes = args.includes('-delete') || (args.includes('-exec') && args.includes('rm'));
    const chooses = args.some((arg) => /^-(?:i?name|i?path|i?regex)$/.test(arg));
    if (program !== 'find' || !deletes || chooses) return undefined;
    const what = paths(args).find((path) => SYSTEM.test(path) || PEOPLE.test(path));
    return what === undefined ? undefined : `deletes everything in ${what}`;
  },
  ({ program, args }) => {
    const changes = program === 'chmod' || program === 'chown' || program === 'chgrp';
    if (!changes || !flag(args, 'R', 'recursive')) return undefined;
    const what = paths(args).find((path) => SYSTEM.test(path));
    return what === undefined ? undefined : `changes the permissions or owners of everything in ${what}`;
  },
  ({ program, args }) => {
    const formats = /^(?:mkfs|mke2fs|mkswap|wipefs|blkdiscard|shred|tee|cp|newfs)(?:[._]\w+)?$/.test(program);
    const target = program === 'dd' ? args.map((arg) => arg.replace(/^of=/, '')) : args;
    const disk = formats || program === 'dd' ? target.find((arg) => DISK.test(arg)) : undefined;
    const isSource = program === 'cp' && disk !== args.at(-1);
    return disk === undefined || isSource ? undefined : `overwrites the disk ${disk}`;
  },
  ({ writes }) => {
    const disk = writes.find((file) => DISK.test(file));
    return disk === undefined ? undefined : `overwrites the disk ${disk}`;
  },
  ({ program, args }) => {
    const push = args.indexOf('push');
    if (program !== 'git' || push < 0) return undefined;
    const rest = args.slice(push + 1);
    const refs = rest.filter((arg) => !arg.startsWith('-'));
    const main = refs.find((ref) => MAIN.test(ref));
    if (main === undefined) return undefined;
    const name = main.replace(/^.*[+:/]/, '');
    if (flag(rest, 'd', 'delete') || main.startsWith(':')) return `deletes the branch ${name} for everybody`;
    return flag(rest, 'f', 'force') || main.startsWith('+')
      ? `overwrites the branch ${name} for everybody`
      : undefined;
  },
  ({ program, args, input }, before) => {
    if (program === 'dropdb') return `deletes the database ${args.at(-1) ?? ''}`.trim();
    if (program === 'mysqladmin' && args.includes('drop')) return 'deletes a database';
    if (program === 'redis-cli' && args.some((arg) => /^flush(?:all|db)$/i.test(arg)))
      return 'empties a database';
    const said = [...args, input, ...before.flatMap((call) => [...call.args, call.input])];
    return DATABASES.test(program) && said.some((text) => DROP.test(text)) ? 'deletes a database' : undefined;
  },
  ({ program, args }) => {
    const ends = /^(?:shutdown|reboot|halt|poweroff)$/.test(program)
      ? !args.some((arg) => /^(?:-c|--help|--show|--version)$/.test(arg))
      : (/^(?:init|telinit)$/.test(program) && /^[06]$/.test(args[0] ?? '')) ||
        (program === 'systemctl' && args.some((arg) => /^(?:poweroff|reboot|halt|kexec|rescue)$/.test(arg)));
    return ends ? 'stops or restarts the machine' : undefined;
  },
  ({ program, args }) =>
    program === 'kill' && args.length > 1 && args.at(-1) === '-1'
      ? 'ends every process that it is allowed to end'
      : undefined,
  ({ program, args, asRoot }, before) => {
    if (!asRoot || !SHELLS.test(program)) return undefined;
    const fetched =
      before.some((call) => /^(?:curl|wget)$/.test(call.program)) ||
      args.some((arg) => /^[$<]\((?:\S*\/)?(?:curl|wget)\s/.test(arg));
    return fetched ? 'runs a downloaded script as root' : undefined;
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
