# cotty's shell integration for zsh 5.3 and newer, read by our .zshenv.
#
# It prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   B line editor ready   E;LINE what will run   C it runs   D;CODE it ended   P;Cwd=PATH
# PS1 stays untouched: B comes from a hook of the line editor.

__cotty_say() {
  builtin print -rn -- $'\e]633;'"$1;$__cotty_nonce"$'\a' >/dev/tty
} 2>/dev/null

# Sets REPLY to $1 without backslashes, semicolons and control characters.
__cotty_escape() {
  builtin emulate -L zsh -o extended_glob
  REPLY=$1
  (( ${#REPLY} <= 49152 )) || REPLY=${REPLY[1,49152]}…
  REPLY=${REPLY//\\/\\\\}
  REPLY=${REPLY//;/\\x3b}
  REPLY=${REPLY//$'\n'/\\x0a}
  [[ $REPLY == *[$'\x01'-$'\x1f'$'\x7f']* ]] || return 0
  local hex char
  for hex in 0{1..9} 0{a..f} 1{0..9} 1{a..f} 7f; do
    builtin printf -v char "\\x$hex"
    REPLY=${REPLY//$char/\\x$hex}
  done
}

# In a terminal that an agent made: the history is kept in memory only.
__cotty_forget() {
  [[ -z $__cotty_quiet ]] && return 0
  (( ! ${+HISTFILE} )) || builtin unset HISTFILE
  (( ! SAVEHIST )) || SAVEHIST=0
} 2>/dev/null

# There, too: what the user's files have set to pagers and editors is set back.
__cotty_hush() {
  builtin emulate -L zsh
  local pair
  for pair in ${(s: :)__cotty_quiet}; do builtin export $pair; done
} 2>/dev/null

# At the first prompt.
__cotty_arm() {
  (( ! ${+__cotty_armed} )) || return 0
  typeset -gi __cotty_armed=1 __cotty_ran=0 __cotty_partial=0
  typeset -g __cotty_cwd=
  __cotty_hush
  __cotty_say 'P;Shell=zsh'
  # The user's own hook of the line editor goes first. Only once: a plugin may wrap ours from now on.
  (( ! ${+widgets[zle-line-init]} )) || builtin zle -A zle-line-init __cotty_line_init
  builtin zle -N zle-line-init __cotty_ready
  __cotty_last
} 2>/dev/null

__cotty_ready() {
  local -i code=0
  (( ! ${+widgets[__cotty_line_init]} )) || builtin zle __cotty_line_init -- "$@" || code=$?
  [[ ${CONTEXT-} != start ]] || __cotty_say B
  return code
}

# preexec, after all others. $1 is what was typed; it is empty where the history was told to forget the line,
# and $3 is then what will run.
__cotty_executed() {
  local REPLY
  __cotty_escape "${1:-$3}"
  __cotty_say "E;$REPLY"
  __cotty_say C
  __cotty_ran=1
  # zsh marks a last line without newline before any hook can say that the command ended, and the mark would
  # become part of its output. So it is ours to print, after the end.
  if [[ -o prompt_sp && -o prompt_cr ]]; then
    __cotty_partial=1
    builtin unsetopt prompt_sp
  fi
}

# precmd, before all others.
__cotty_first() {
  local -i code=$?
  (( __cotty_ran )) || return 0
  __cotty_ran=0
  __cotty_say "D;$code"
  (( __cotty_partial )) || return 0
  __cotty_partial=0
  builtin setopt prompt_sp
  __cotty_print_partial
}

# What zsh itself does for PROMPT_SP: the mark, then blanks that wrap only if the cursor was not at the left edge.
__cotty_print_partial() {
  builtin emulate -L zsh -o extended_glob
  local shown=${(%)${PROMPT_EOL_MARK-'%B%S%#%s%b'}}
  local bare=${shown//$'\e['[0-9;]#m}
  local -i width=${#bare}
  builtin print -rn -- "$shown${(l:COLUMNS - width:: :)}"$'\r'"${(l:width:: :)}"$'\r' >/dev/tty
} 2>/dev/null

# precmd, after all others.
__cotty_last() {
  builtin emulate -L zsh
  __cotty_forget
  __cotty_arrange
  if [[ $PWD != $__cotty_cwd ]]; then
    __cotty_cwd=$PWD
    local REPLY
    __cotty_escape $PWD
    __cotty_say "P;Cwd=$REPLY"
  fi
  __cotty_say A
}

# Keeps our hooks at their places. A function `precmd` would run before all of the list, and what it prints would
# become part of the command's output: it joins the list.
__cotty_arrange() {
  typeset -ga precmd_functions preexec_functions
  if (( ${+functions[precmd]} )) && [[ $functions[precmd] != *'autoload -X'* ]]; then
    functions[__cotty_precmd]=$functions[precmd]
    builtin unfunction precmd
  fi
  local -a before=(__cotty_first)
  (( ! ${+functions[__cotty_precmd]} )) || before+=(__cotty_precmd)
  before+=(${precmd_functions:#__cotty_*} __cotty_last)
  [[ "$precmd_functions" == "$before" ]] || precmd_functions=($before)
  before=(${preexec_functions:#__cotty_*} __cotty_executed)
  [[ "$preexec_functions" == "$before" ]] || preexec_functions=($before)
}
