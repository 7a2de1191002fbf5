# cotty's shell integration for zsh 5.3 and newer, read by our .zshenv.
#
# With __cotty_inner set, the script is for an inner shell, whose own start files were read already, and the delivery functions are
# defined (`nest/inner-script.ts`). Such a shell makes a random name that it uses as its nonce.
#
# The script prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   B line editor ready   E;LINE command line   C command starts   D;CODE command ended   P;Cwd=PATH
#   P;HistFile=PATH   P;EditMode=vi or emacs   P;Shell=zsh   P;User=NAME   P;Host=NAME
#   P;Editor=keys, tty or none   P;Ready=1   P;Fetched=1   P;Taken=1   P;Refused=MESSAGE   P;Open=1   (see delivery.zsh)
# P;Unrecorded=1 comes before C if the user's options keep the line out of the history because it begins with a blank.
# PS1 stays unchanged: B comes from a hook of the line editor. zsh itself prints D, in its sign for a last line without newline
# (PROMPT_EOL_MARK), which comes before any hook; where that cannot be, and a second time, our first hook does.

if [[ -n ${__cotty_inner-} ]]; then
  typeset -g +x __cotty_nonce="~$RANDOM$RANDOM$RANDOM$$" __cotty_quiet= __cotty_delivery=tty
fi
typeset -ga __cotty_were=() __cotty_later=()
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
  builtin trap - DEBUG ZERR
  (( ! ${+__cotty_armed} )) || return 0
  typeset -gi __cotty_armed=1 __cotty_ran=0 __cotty_due=1 __cotty_code=0
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
  # The scheduled call is not needed any more, and `setopt verbose` would show it.
  local -i event=${zsh_scheduled_events[(i)*__cotty_arm*]-}
  (( event == 0 || event > ${#zsh_scheduled_events} )) || builtin sched -$event
  __cotty_prompted
  [[ ${(t)precmd_functions-}${(t)preexec_functions-} != *readonly* ]] || builtin sched +0 __cotty_lock
} 2>/dev/null

# Calls the user's own function first.
__cotty_ready() {
  builtin zle __cotty_line_init -- "$@"
  __cotty_line_ready
}

__cotty_line_ready() {
  local -i code=$? && builtin trap - DEBUG ZERR
  if [[ ${CONTEXT-} == start ]]; then
    # A command, or a start file late, has replaced the list of hooks.
    if [[ ${(t)precmd_functions-} != *readonly* ]] && (( ! ${precmd_functions[(I)__cotty_last]-0} )); then
      __cotty_code=code
      __cotty_status
      __cotty_first
      builtin sched +0 __cotty_restore
      __cotty_prompted
    fi
    __cotty_say B
  fi
  return code
} 2>/dev/null

# The last preexec function. $1 is the typed line. It is empty when the history must not keep the line; $3 is then
# the command line that will run.
__cotty_executed() {
  builtin trap - DEBUG ZERR
  local REPLY
  __cotty_escape "${__cotty_asked-${1:-$3}}"
  __cotty_say "E;$REPLY"
  [[ ! -o hist_ignore_space || $REPLY != ' '* ]] || __cotty_say 'P;Unrecorded=1'
  __cotty_say C
  [[ $REPLY != (*bindkey*|*set*|*source*|*'. '*) ]] || __cotty_due=1
  __cotty_ran=1
} 2>/dev/null

# The first precmd function.
__cotty_first() {
  typeset -gi __cotty_code=$? && builtin trap - DEBUG ZERR
  (( __cotty_ran )) || return 0
  __cotty_ran=0
  __cotty_say "D;$__cotty_code"
} 2>/dev/null

# After a script this is the second precmd function: it puts back what was set for it.
__cotty_restore() {
  {
    (( ! ${+__cotty_histchars} )) || [[ ${(t)histchars} == *readonly* ]] || histchars=$__cotty_histchars
    (( ! ${+__cotty_histchars} )) || builtin unset __cotty_histchars __cotty_script __cotty_asked
    (( ${#__cotty_were[@]} == 0 )) || builtin setopt "${__cotty_were[@]}" && __cotty_were=()
    # Options that no function can set for its caller.
    (( ${#__cotty_later[@]} == 0 )) || builtin sched +0 "builtin setopt ${__cotty_later[*]}" && __cotty_later=()
  } 2>/dev/null
}

# The last precmd function.
__cotty_last() {
  builtin trap - DEBUG ZERR
  __cotty_prompted
} 2>/dev/null

__cotty_prompted() {
  __cotty_forget
  __cotty_arrange
  __cotty_sign
  if [[ $PWD != $__cotty_cwd ]]; then
    __cotty_cwd=$PWD
    local REPLY
    __cotty_escape $PWD
    __cotty_say "P;Cwd=$REPLY"
  fi
  __cotty_tell
  __cotty_say A
  # Without the line editor there is no hook for the drawn prompt.
  [[ -o zle ]] || __cotty_say B
}

# Puts D into the sign that zsh prints after output without a final newline, and before a prompt in any case. Without prompt_percent
# nothing is expanded, and no mark has such a name. The nonce is not for programs: an exported sign stays as it is.
__cotty_sign() {
  local mark=$'%{\e]633;%(?.D.D);%?;'$__cotty_nonce$'\a%}'
  [[ ${PROMPT_EOL_MARK-} == "$mark"* || ${(t)PROMPT_EOL_MARK-} == *(readonly|export)* ]] || typeset -g +x PROMPT_EOL_MARK=$mark${PROMPT_EOL_MARK-%B%S%#%s%b}
}

# Reports the history file and the keys of the line editor, if they have changed.
__cotty_tell() {
  local REPLY keys=emacs
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
  # Reading the keymap costs a fork, so it is read only after a command that may have changed it.
  (( __cotty_due )) || return 0
  __cotty_due=0
  [[ $(builtin bindkey -lL main) != *vi* ]] || keys=vi
  [[ $keys != ${__cotty_keys-emacs} ]] || return 0
  typeset -g __cotty_keys=$keys
  __cotty_say "P;EditMode=$keys"
}

# Keeps our hooks first and last. zsh calls a function named `precmd` before the whole list, and its output would become part of
# the command's output, so the function is moved into the list.
__cotty_arrange() {
  [[ ${(t)precmd_functions-}${(t)preexec_functions-} != *readonly* ]] || return 0
  typeset -ga precmd_functions preexec_functions
  if (( ${+functions[precmd]} )) && [[ $functions[precmd] != *'autoload -X'* ]]; then
    builtin functions -c precmd __cotty_precmd || functions[__cotty_precmd]=$functions[precmd]
    builtin unfunction precmd
  fi
  local -a before=(__cotty_first)
  (( ! ${+functions[__cotty_precmd]} )) || before+=(__cotty_precmd)
  before+=(${precmd_functions:#__cotty_*} __cotty_last)
  [[ "$precmd_functions" == "$before" ]] || precmd_functions=($before)
  before=(${preexec_functions:#__cotty_*} __cotty_executed)
  [[ "$preexec_functions" == "$before" ]] || preexec_functions=($before)
}

# If the lists are read-only, the functions `precmd` and `preexec`, which zsh calls before the lists, call our hooks and the user's.
__cotty_lock() {
  {
    functions[precmd]="__cotty_first; __cotty_restore; __cotty_status; { ${functions[precmd]-:} }; __cotty_last"
    functions[preexec]="{ ${functions[preexec]-:} }; __cotty_executed \"\$@\""
  } 2>/dev/null
}

__cotty_status() { return __cotty_code }

# Calls __cotty_arm at the first prompt, after all of the user's files. sched is for a .zshrc that sets precmd_functions
# instead of adding to it.
__cotty_await() {
  [[ ${(t)precmd_functions-} == *readonly* ]] || { typeset -ga precmd_functions; precmd_functions+=(__cotty_arm) }
  builtin zmodload zsh/sched && builtin sched +0 __cotty_arm
} 2>/dev/null

# Our functions are defined with options of their own, whatever the user has set: untraced, without warnings, with the default word
# splitting. zsh calls a DEBUG trap before a command (debug_before_cmd) or after it. Without that option, and with a first command
# that removes the trap until the function's end, it is called neither before nor after. The functions excluded here change options
# of the user or call functions of the user, and keep the user's options.
__cotty_own=$(
  builtin emulate zsh
  builtin unfunction __cotty_{ready,restore,status,lock,await}
  (( ! ${+functions[__cotty_take]} )) || builtin unfunction __cotty_{take,fetch,parses,is_long,plain}
  builtin functions -m '__cotty_*'
) 2>/dev/null
builtin emulate zsh -o no_aliases -o no_debug_before_cmd -o local_traps -o no_xtrace -o no_verbose -c 'builtin eval $__cotty_own'
builtin unset __cotty_own

[[ -z ${__cotty_inner-} ]] || __cotty_await
