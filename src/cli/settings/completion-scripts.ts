/**
 * The completion script for each shell. Names of terminals are never expanded or evaluated: programs choose them, and one
 * may read `$(reboot)`.
 */

import { type Completed, completed } from './completion-words.ts';

export const completionShells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof completionShells)[number];

export function completionScript(shell: CompletionShell): string {
  return scripts[shell]();
}

const scripts: { readonly [S in CompletionShell]: () => string } = { bash, zsh, fish };

/** The names of the subcommands whose arguments are terminals. */
const named = completed.filter(({ names }) => names).map(({ name }) => name);
const all = completed.map(({ name }) => name);

/** One `case` of each subcommand that completes something, for bash and zsh. */
function cases(words: (one: Completed) => readonly string[]): string {
  return completed
    .filter((one) => words(one).length > 0)
    .map((one) => `    ${one.name}) words='${words(one).join(' ')}' ;;`)
    .join('\n');
}

/** Sets `words` to what fits the subcommand `$sub` and the beginning `$cur`. */
function chooseWords(): string {
  return `  if [[ $cur == -* ]]; then
    case $sub in
${cases(({ options }) => options)}
    esac
  else
    case $sub in
${cases(({ words }) => words)}
    esac
  fi`;
}

function bash(): string {
  return `# Completion of cotty for bash: source this file, or put it among those of bash-completion.
_cotty() {
  local cur=\${COMP_WORDS[COMP_CWORD]} sub=\${COMP_WORDS[1]} words= name
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${all.join(' ')}' -- "$cur"))
    return
  fi
${chooseWords()}
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $sub in
    ${named.join(' | ')})
      [[ $cur == -* ]] && return
      while IFS= read -r name; do
        [[ $name == "$cur"* ]] && COMPREPLY+=("$(printf %q "$name")")
      done < <(cotty completion names 2>/dev/null) ;;
  esac
}
complete -o default -F _cotty cotty
`;
}

function zsh(): string {
  return `#compdef cotty
# Completion of cotty for zsh: source this file after compinit, or put it as _cotty into a folder of $fpath.
_cotty() {
  local cur=\${words[CURRENT]} sub=\${words[2]}
  if ((CURRENT == 2)); then
    compadd -- ${all.join(' ')}
    return
  fi
  local -a names
  local words=
${chooseWords()}
  [[ -z $words ]] || compadd -- \${=words}
  case $sub in
    ${named.join('|')})
      names=("\${(@f)$(cotty completion names 2>/dev/null)}")
      compadd -- \${names:#} ;;
  esac
  [[ $cur == -* ]] || _files
}
compdef _cotty cotty
`;
}

function fish(): string {
  const under = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
  const lines = completed.flatMap(({ name, options, words, names }) => [
    ...options.map((option) => `complete -c cotty ${under(name)} -l ${option.slice(2)}`),
    ...(words.length === 0 ? [] : [`complete -c cotty ${under(name)} -a '${words.join(' ')}'`]),
    ...(names ? [`complete -c cotty ${under(name)} -a '(cotty completion names 2>/dev/null)'`] : []),
  ]);
  return `# Completion of cotty for fish: put this file as cotty.fish into ~/.config/fish/completions.
complete -c cotty -n __fish_use_subcommand -f -a '${all.join(' ')}'
${lines.join('\n')}
`;
}
