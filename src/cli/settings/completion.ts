/** `cotty completion` — prints the completion script of a shell; with `names` or `machines`, the names of terminals or machines, for that script. */

import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { say } from '../common/print.ts';
import { type SubcommandName, subcommands, windowText } from '../common/subcommands.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { withClient } from '../connect/open-client.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: {}, positionals: ['bash, zsh or fish'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'completion', io);
  const [asked] = parsed.input;
  if (asked === 'names') return printNames(io);
  if (asked === 'machines') {
    const { readMachines } = await import('../connect/machines.ts');
    for (const { name } of readMachines(io.env).machines) say(io, `${name}\n`);
    return ExitCode.ok;
  }
  const shell = completionShells.find((known) => known === asked);
  if (shell === undefined) {
    const error = `there is no completion for "${asked}", only for ${completionShells.join(', ')}`;
    return refuseUsage(error, 'completion', io);
  }
  say(io, completionScript(shell));
  return ExitCode.ok;
}

/** One name a line; none when no host runs. */
function printNames(io: Io): Promise<number> {
  return withClient({ start: false }, io, async ({ root }) => {
    for (const { title } of root.state.terminals ?? []) say(io, `${printable(title)}\n`);
    return ExitCode.ok;
  });
}

// * The completion script for each shell. Names of terminals are never expanded or evaluated: programs choose them, and one
// may read `$(reboot)`.

export const completionShells = ['bash', 'zsh', 'fish'] as const;
type CompletionShell = (typeof completionShells)[number];

export function completionScript(shell: CompletionShell): string {
  return scripts[shell]();
}

const scripts: { readonly [S in CompletionShell]: () => string } = { bash, zsh, fish };

/** One `case` of each subcommand that completes something, for bash and zsh. */
function cases(words: (one: Completed) => readonly string[]): string {
  return completed
    .filter((one) => words(one).length > 0)
    .map((one) => `      ${one.name}) words='${words(one).join(' ')}' ;;`)
    .join('\n');
}

/**
 * Shell code that sets `words` and `kind` to the candidates for `$cur`, from the subcommand `$sub` and the previous word `$prev`.
 * A command after `--` and the value of most options are completed by the shell, as files.
 */
function chooseWords(): string {
  return `  case $prev in
    ${namedOptions.join(' | ')}) kind=names ;;
    ${machineOptions.join(' | ')}) kind=machines ;;
    ${machineVerbs.join(' | ')}) [[ $sub == machine ]] && kind=machines ;;
    ${valuedOptions.join(' | ')}) kind=files ;;
  esac
  [[ $line == *' -- '* ]] && kind=files
  if [[ $kind == '' && $cur == -* ]]; then
    kind=words
    case $sub in
      -*) words='${windowOptions.join(' ')}' ;;
${cases(({ options }) => options)}
    esac
  elif [[ $kind == '' ]]; then
    case $sub in
      -*) kind=files ;;
      ${named.join(' | ')}) kind=names ;;
${cases(({ words }) => words)}
    esac
  fi`;
}

function bash(): string {
  return `# Completion of cotty for bash: source this file, or put it among those of bash-completion.
_cotty() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev= sub=\${COMP_WORDS[1]} words= kind= name
  local line="\${COMP_WORDS[*]:0:COMP_CWORD} "
  COMPREPLY=()
  ((COMP_CWORD > 1)) && prev=\${COMP_WORDS[COMP_CWORD - 1]}
  if ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then
    COMPREPLY=($(compgen -W '${all.join(' ')}' -- "$cur"))
    return
  fi
${chooseWords()}
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $kind == names || $kind == machines ]] || return
  while IFS= read -r name; do
    [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <(cotty completion $kind 2>/dev/null)
}
complete -o default -F _cotty cotty
`;
}

function zsh(): string {
  const described = completed.map(({ name, summary }) => `'${name}:${quoted(summary)}'`).join('\n    ');
  return `#compdef cotty
# Completion of cotty for zsh: source this file after compinit, or put it as _cotty into a folder of $fpath.
_cotty() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} sub=\${words[2]}
  local line="\${(j: :)words[1,CURRENT-1]} "
  local -a names commands=(
    ${described}
  )
  if [[ CURRENT -eq 2 && $cur != -* ]]; then
    _describe subcommand commands
    return
  fi
  local words= kind=
${chooseWords()}
  [[ -z $words ]] || compadd -- \${=words}
  if [[ $kind == names || $kind == machines ]]; then
    names=("\${(@f)$(cotty completion $kind 2>/dev/null)}")
    compadd -- \${names:#}
  elif [[ -z $words || $kind == files ]]; then
    _files
  fi
}
compdef _cotty cotty
`;
}

function fish(): string {
  const under = (name: string) => `-n '__cotty_under ${name}'`;
  const lines = completed.flatMap(({ name, summary, options, words, names }) => [
    `complete -c cotty -n __cotty_first -f -a ${name} -d '${quoted(summary)}'`,
    `complete -c cotty ${under(name)} -f`,
    ...options.map((option) => `complete -c cotty ${under(name)} -l ${option.slice(2)}${fishValue(option)}`),
    ...(words.length === 0 ? [] : [`complete -c cotty ${under(name)} -a '${words.join(' ')}'`]),
    ...(names ? [`complete -c cotty ${under(name)} -a '(cotty completion names 2>/dev/null)'`] : []),
    ...(name === 'machine'
      ? [
          `complete -c cotty ${under(name)} -n '__fish_seen_subcommand_from ${machineVerbs.join(' ')}' -a '${MACHINES}'`,
        ]
      : []),
  ]);
  return `# Completion of cotty for fish: put this file as cotty.fish into ~/.config/fish/completions.
function __cotty_first
  test (count (commandline -opc)) -eq 1
end
function __cotty_window
  set -l words (commandline -opc)
  test (count $words) -eq 1; or string match -q -- '-*' $words[2]
end
function __cotty_under
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]; and not contains -- -- $words
end
${windowOptions.map((option) => `complete -c cotty -n __cotty_window -l ${option.slice(2)}${fishValue(option)}`).join('\n')}
${lines.join('\n')}
`;
}

/** The words that fish offers behind an option: names of terminals, or files. */
function fishValue(option: string): string {
  if (namedOptions.includes(option)) return " -x -a '(cotty completion names 2>/dev/null)'";
  if (machineOptions.includes(option)) return ` -x -a '${MACHINES}'`;
  return valuedOptions.includes(option) ? ' -r' : '';
}

/** Text between the single quotes of zsh and fish; a colon would end the name in a description of zsh. */
function quoted(text: string): string {
  return text.replaceAll('`', '').replaceAll("'", '');
}

/** Subcommands with their options and arguments, read from the usage of each. */
type Completed = {
  readonly name: SubcommandName;
  readonly summary: string;
  readonly options: readonly string[];
  /** Words that are arguments: `status`, `stop`, `limits`. */
  readonly words: readonly string[];
  /** Whether names of terminals are arguments. */
  readonly names: boolean;
};

/** Subcommands that ask no host, or only this user's own. */
const local: readonly string[] = [
  'machine',
  'share',
  'status',
  'web',
  'notify',
  'diff',
  'history',
  'doctor',
  'keys',
  'config',
  'completion',
];

/** Options that are not in the usage. */
const further: { readonly [N in SubcommandName]?: readonly string[] } = {
  new: ['--config'],
  attach: ['--config', '--nest'],
  host: ['--cert', '--key', '--allow-origin', '--allow-host', '--limits'],
};

/** Options with the name of a machine as their value, and what `cotty machine` does with one. */
const machineOptions: readonly string[] = ['--connect', '--to'];
const machineVerbs: readonly string[] = ['rm', 'rename', 'upgrade'];
/** For fish: what prints the names of machines. */
const MACHINES = '(cotty completion machines 2>/dev/null)';

function optionsOf(usage: string): readonly string[] {
  return [...new Set(usage.match(/--[a-z][a-z-]*/g))];
}

export const completed: readonly Completed[] = Object.entries(subcommands).map(
  ([key, { usage, summary }]) => {
    const name = key as SubcommandName;
    return {
      name,
      summary,
      options: [
        ...optionsOf(usage),
        ...(further[name] ?? []),
        ...(local.includes(name) ? [] : ['--connect', '--token']),
        '--help',
      ],
      words:
        name === 'machine'
          ? ['add', 'ls', ...machineVerbs]
          : [...usage.matchAll(/[[(]([a-z]+(?: \| [a-z]+)+)[\])]/g)].flatMap(([, words = '']) =>
              words.split(' | '),
            ),
      // `cotty new NAME` is a new name, that of `cotty undo` one of a closed terminal.
      names: /^cotty (?!new|undo)\w+ [[(]?(?:NAME|RUNS|A)\b/.test(usage),
    };
  },
);

/** The options of `cotty` without a subcommand. */
const windowOptions: readonly string[] = [...optionsOf(windowText.usage), '--token', '--help', '--version'];

/** Options with the name of a terminal as their value. */
const namedOptions: readonly string[] = ['--terminal', '--each'];

/** Options with a value that cannot be completed, mostly a file. */
const valuedOptions: readonly string[] = [
  ...new Set(
    [windowText, ...Object.values(subcommands)].flatMap(({ usage }) => {
      const words = usage.split(/[\s[\]()]+/);
      // The name of a value is in capitals.
      return words.filter((word, i) => word.startsWith('--') && /^[A-Z]/.test(words[i + 1] ?? ''));
    }),
  ),
  ...['--token', '--cert', '--key', '--allow-origin', '--allow-host', '--limits'],
].filter((option) => !namedOptions.includes(option) && !machineOptions.includes(option));

/** The names of the subcommands whose arguments are terminals. */
const named = completed.filter(({ names }) => names).map(({ name }) => name);
const all = completed.map(({ name }) => name);
