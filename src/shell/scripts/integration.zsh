# cotty's shell integration for zsh 5.3 and newer, read by our .zshenv.
#
# With __cotty_inner set the script is for a shell inside another one, whose own files were read already, and our functions are
# there (`nest/inner-script.ts`). Such a shell draws a name of its own in place of the nonce.
#
# The script prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   B line editor ready   E;LINE command line   C command starts   D;CODE command ended   P;Cwd=PATH
#   P;HistFile=PATH   P;EditMode=vi or emacs   P;Path=PATH   P;Names=WORD WORD   P;Shell=zsh   P;User=NAME   P;Host=NAME
#   P;Editor=keys, tty or none   P;Ready=1   P;Fetched=1   P;Taken=1   P;Refused=MESSAGE   (see delivery.zsh)
# P;Unrecorded=1 comes before C where the user's options keep the line, which begins with a blank, out of the history.
# PS1 stays unchanged: B comes from a hook of the line editor.

if [[ -n ${__cotty_inner-} ]]; then
  typeset -g +x __cotty_nonce="~$RANDOM$RANDOM$RANDOM$$" __cotty_quiet= __cotty_delivery=tty
fi
typeset -ga __cotty_were=()
[[ -z $__cotty_delivery || -n ${__cotty_inner-} ]] || builtin source ${${(%):-%x}:h}/delivery.zsh

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

# In a terminal that an agent created: keeps the history in memory only.
__cotty_forget() {
  [[ -z $__cotty_quiet ]] && return 0
  (( ! ${+HISTFILE} )) || builtin unset HISTFILE
  (( ! SAVEHIST )) || SAVEHIST=0
} 2>/dev/null

# In a terminal that an agent created: overrides the pagers and editors that the user's files have set.
__cotty_hush() {
  builtin emulate -L zsh
  local pair
  for pair in ${(s: :)__cotty_quiet}; do builtin export $pair; done
} 2>/dev/null

# Runs at the first prompt.
__cotty_arm() {
  {
    (( ! ${+__cotty_armed} )) || return 0
    typeset -gi __cotty_armed=1 __cotty_ran=0 __cotty_partial=0 __cotty_keys_due=1
    typeset -g __cotty_cwd=
    __cotty_hush
    __cotty_say 'P;Shell=zsh'
    if [[ -n ${__cotty_inner-} ]]; then
      local REPLY
      __cotty_escape ${(%):-%n}
      __cotty_say "P;User=$REPLY"
      __cotty_escape $HOST
      __cotty_say "P;Host=$REPLY"
      builtin unset __cotty_inner
    fi
    # Our hook calls the user's own zle-line-init first. Set it up only once: later a plugin may wrap ours.
    if (( ${+widgets[zle-line-init]} )); then
      builtin zle -A zle-line-init __cotty_line_init
      builtin zle -N zle-line-init __cotty_ready
    else builtin zle -N zle-line-init __cotty_line_ready
    fi
    [[ -z $__cotty_delivery ]] || __cotty_bind
    __cotty_last
  } 2>/dev/null
}

# What the functions that zsh calls print to the standard error is a trace (`set -x`) or a warning, and not for the user. Their
# work is done behind `||`, where a failure is none for err_exit and for the ZERR trap.
__cotty_ready() {
  builtin zle __cotty_line_init -- "$@"
  local -i code=$?
  __cotty_line_ready
  return code
}

__cotty_line_ready() {
  {
    [[ ${CONTEXT-} != start ]] || __cotty_say B
  } 2>/dev/null
}

# The last preexec function. $1 is the typed line. It is empty when the history must not keep the line; $3 is then
# the command line that will run.
__cotty_executed() {
  {
    __cotty_announce "${1:-$3}" || :
    __cotty_ran=1
    # zsh prints its mark for a last line without newline before any hook can report the end of the command, so that
    # mark would become part of the output. We print it instead, after the end.
    if [[ -o prompt_sp && -o prompt_cr ]]; then
      __cotty_partial=1
      builtin unsetopt prompt_sp
    fi
  } 2>/dev/null
}

__cotty_announce() {
  builtin emulate -L zsh
  builtin trap - DEBUG
  local REPLY
  __cotty_escape "${__cotty_script-$1}"
  __cotty_say "E;$REPLY"
  [[ ! -o hist_ignore_space || $REPLY != ' '* ]] || __cotty_say 'P;Unrecorded=1'
  __cotty_say C
  [[ $1 != (*bindkey*|*set*|*source*|*'. '*) ]] || __cotty_keys_due=1
}

# The first precmd function.
__cotty_first() {
  {
    typeset -gi __cotty_code=$?
    __cotty_ended $__cotty_code || :
  } 2>/dev/null
}

__cotty_ended() {
  local -i code=$1
  (( ! ${+__cotty_histchars} )) || __cotty_restore
  (( __cotty_ran )) || return 0
  __cotty_ran=0
  __cotty_say "D;$code"
  (( __cotty_partial )) || return 0
  __cotty_partial=0
  builtin setopt prompt_sp
  __cotty_print_partial
}

# Does what zsh does for PROMPT_SP: prints the mark, then blanks that wrap only if the cursor was not at the left edge.
__cotty_print_partial() {
  builtin emulate -L zsh -o extended_glob
  local shown=${(%)${PROMPT_EOL_MARK-'%B%S%#%s%b'}}
  local bare=${shown//$'\e['[0-9;]#m}
  local -i width=${#bare}
  builtin print -rn -- "$shown${(l:COLUMNS - width:: :)}"$'\r'"${(l:width:: :)}"$'\r' >/dev/tty
} 2>/dev/null

# The last precmd function.
__cotty_last() {
  {
    __cotty_prompted || :
  } 2>/dev/null
}

__cotty_prompted() {
  builtin emulate -L zsh
  builtin trap - DEBUG
  __cotty_forget
  __cotty_arrange
  if [[ $PWD != $__cotty_cwd ]]; then
    __cotty_cwd=$PWD
    local REPLY
    __cotty_escape $PWD
    __cotty_say "P;Cwd=$REPLY"
  fi
  __cotty_tell
  __cotty_say A
}

# Sets REPLY to aliases, builtins, keywords and functions, without those that only programs call; to nothing without them.
__cotty_name() {
  builtin emulate -L zsh -o extended_glob
  local -a names
  REPLY=
  builtin zmodload zsh/parameter || return 0
  names=(${(k)aliases} ${(k)galiases} ${(k)saliases} ${(k)builtins} $reswords ${(k)functions})
  REPLY=${(j. .)names:#_*}
  (( ${#REPLY} <= 32768 )) || REPLY=
} 2>/dev/null

# Says what the shell can run, which file the history is written to and which keys the line editor has, when it has changed.
__cotty_tell() {
  local REPLY keys=emacs
  if [[ ${PATH-} != ${__cotty_path-} ]]; then
    typeset -g __cotty_path=${PATH-}
    __cotty_escape $__cotty_path
    __cotty_say "P;Path=$REPLY"
  fi
  __cotty_name
  if [[ $REPLY != ${__cotty_names-} ]]; then
    typeset -g __cotty_names=$REPLY
    __cotty_escape $__cotty_names
    __cotty_say "P;Names=$REPLY"
  fi
  if [[ ${HISTFILE-} != ${__cotty_histfile-} ]]; then
    typeset -g __cotty_histfile=${HISTFILE-}
    __cotty_escape $__cotty_histfile
    __cotty_say "P;HistFile=$REPLY"
  fi
  if (( ! ${+__cotty_editor} )); then
    typeset -g __cotty_editor=none
    if [[ ! -o zle ]]; then :
    elif [[ $__cotty_delivery == tty ]]; then
      if builtin whence -p sh && builtin whence -p stty && builtin whence -p dd; then __cotty_editor=tty; fi >/dev/null
    elif [[ -n $__cotty_delivery && -x ${__cotty_delivery%/*} ]]; then __cotty_editor=keys
    fi
    __cotty_say "P;Editor=$__cotty_editor"
  fi
  # Asking for the keymap costs a fork, so only what may have changed it leads to a question.
  (( __cotty_keys_due )) || return 0
  __cotty_keys_due=0
  [[ $(builtin bindkey -lL main) != *vi* ]] || keys=vi
  [[ $keys != ${__cotty_keys-emacs} ]] || return 0
  typeset -g __cotty_keys=$keys
  __cotty_say "P;EditMode=$keys"
}

# Keeps our hooks first and last. zsh runs a function named `precmd` before the whole list, and its output would become
# part of the command's output, so the function is moved into the list.
__cotty_arrange() {
  if [[ ${(t)precmd_functions-}${(t)preexec_functions-} == *readonly* ]]; then
    __cotty_lock
    return 0
  fi
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

# The lists are read-only: the functions of the old names, which zsh calls before the lists, call ours and the user's own.
__cotty_lock() {
  [[ ${functions[precmd]-} == *__cotty_first* ]] ||
    functions[precmd]="__cotty_first; __cotty_status; { ${functions[precmd]-:} }; __cotty_last"
  [[ ${functions[preexec]-} == *__cotty_executed* ]] ||
    functions[preexec]="{ ${functions[preexec]-:} }; __cotty_executed \"\$@\""
}

__cotty_status() { return __cotty_code }

# Calls __cotty_arm at the first prompt, after all of the user's files. sched is for a .zshrc that sets precmd_functions
# instead of adding to it.
__cotty_await() {
  [[ ${(t)precmd_functions-} == *readonly* ]] || { typeset -ga precmd_functions; precmd_functions+=(__cotty_arm) }
  builtin zmodload zsh/sched && builtin sched +0 '{ __cotty_arm } 2>/dev/null'
} 2>/dev/null
[[ -z ${__cotty_inner-} ]] || __cotty_await
