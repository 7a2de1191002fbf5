# cotty's shell integration for bash 4.4 and newer, read by `bash --init-file`.
#
# With __cotty_inner set, the script is for an inner shell, whose own start files were read already, and the delivery functions are
# defined (`nest/inner-script.ts`). Such a shell makes a random name that it uses as its nonce.
#
# The script prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   B prompt drawn   E;LINE command line   C command starts   D;CODE command ended   P;Cwd=PATH
#   P;HistFile=PATH   P;EditMode=vi or emacs   P;Shell=bash   P;User=NAME   P;Host=NAME
#   P;Editor=keys, tty or none   P;Ready=1   P;Fetched=1   P;Taken=1   P;Refused=MESSAGE   P;Open=1   P;Kept=1   P;Put=1   (see delivery.bash)
#
# P;Unrecorded=1 comes before C if the user's own rules keep the line out of the history because it begins with a blank.
#
# Finding the command line: no hook of bash knows the typed text. Only the history has it, and HISTCONTROL or HISTIGNORE
# may keep a line out of it. So both are empty while bash reads a line. PS0 (in a subshell) prints the newest entry and
# restores both variables before the command runs. Then the line is entered again under the user's own rules. This last
# step needs the main shell: a DEBUG trap of ours from the prompt to the first command does it, or else the next prompt.
#
# Traces and traps of the user must not show our functions: their output meanwhile goes to /dev/null. A DEBUG trap of the user runs
# inside ours, which leaves our commands out. Where a command names `trap`, the user's own is set before it.
#
# No variable here is exported. Our parts of PS0 and PS1 expand to nothing in a shell without __cotty_on.

# Do not load the script twice.
[[ -z ${__cotty_on-} ]] || return 0

__cotty_nonce=${COTTY_NONCE-}
[[ -z ${__cotty_inner-} ]] || __cotty_nonce="~${SRANDOM-$RANDOM}$RANDOM$RANDOM$$"
__cotty_login=${COTTY_LOGIN-}
__cotty_quiet=${COTTY_QUIET-}
if [[ -n ${__cotty_inner-} ]]; then __cotty_delivery=tty; else __cotty_delivery=${COTTY_DELIVERY-}; fi
builtin unset COTTY_NONCE COTTY_LOGIN COTTY_QUIET COTTY_DELIVERY
builtin export -n __cotty_nonce __cotty_login __cotty_quiet __cotty_delivery

# Define our functions before reading the user's files: their aliases must not get into our functions. Command substitutions are
# parsed when they run, so their first words are quoted.
[[ -z $__cotty_delivery || -n ${__cotty_inner-} ]] || . "${BASH_SOURCE[0]%/*}/delivery.bash"

__cotty_mark() {
  builtin printf '\e]633;%s;%s\a' "$1" "$__cotty_nonce"
}

__cotty_say() {
  __cotty_mark "$1" >/dev/tty
} 2>/dev/null

# Runs one of our functions without the traps that functions inherit. $1 is the status before, for $__cotty_code. A restored trap
# sees every command after it, so the traps are restored last.
__cotty_run() {
  # With the option keyword no assignment would be an argument.
  local __cotty_code __cotty_traps
  __cotty_code=$1 __cotty_traps=
  [[ $- != *k* ]] || {
    builtin set +k
    __cotty_traps='builtin set -k;'
  }
  [[ $- != *[ET]* ]] || {
    # An inherited DEBUG trap may print first: its output goes to /dev/null, that of `trap -p` is captured through fd 3.
    __cotty_traps+=$({ \builtin trap -p DEBUG RETURN ERR >&3; } 3>&1 >/dev/null 2>&1)$'\n'
    builtin trap - DEBUG RETURN ERR
  }
  "${@:2}"
  [[ -z $__cotty_traps ]] || builtin eval "$__cotty_traps"
}

# In a terminal that an agent created: keeps the history in memory only. HISTFILE is not unset, because `history -a`
# would then write to ~/.history, and not exported, because a zsh run by root would replace /dev/null with a file.
__cotty_forget() {
  [[ -n $__cotty_quiet && ${HISTFILE-} != /dev/null ]] || return 0
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then builtin unset HISTFILE
  elif [[ ${HISTFILE@a} != *r* ]]; then HISTFILE=/dev/null
  fi
  builtin export -n HISTFILE
} 2>/dev/null

# In a terminal that an agent created: overrides the pagers and editors that the user's files have set.
__cotty_hush() {
  local _cotty_pair IFS=' '
  for _cotty_pair in $__cotty_quiet; do builtin export "$_cotty_pair"; done
} 2>/dev/null

# Sets __cotty_text to $1 without backslashes, semicolons and control characters.
__cotty_escape() {
  local _cotty_char _cotty_hex
  __cotty_text=$1
  ((${#__cotty_text} <= 49152)) || __cotty_text=${__cotty_text:0:49152}…
  # Not as two backslashes, which by the rules of bash 4.2 (BASH_COMPAT) are one.
  __cotty_text=${__cotty_text//\\/\\x5c}
  __cotty_text=${__cotty_text//;/\\x3b}
  __cotty_text=${__cotty_text//$'\n'/\\x0a}
  [[ $__cotty_text == *[[:cntrl:]]* ]] || return 0
  for _cotty_hex in 0{1..9} 0{a..f} 1{0..9} 1{a..f} 7f; do
    builtin printf -v _cotty_char "\\x$_cotty_hex"
    __cotty_text=${__cotty_text//"$_cotty_char"/\\x$_cotty_hex}
  done
}

# Sets __cotty_line to the newest history entry and __cotty_number to its number.
__cotty_newest() {
  # The dot protects the newline at the end of a here-document from the command substitution.
  __cotty_line=$(HISTTIMEFORMAT='' \builtin history 1; \builtin printf .)
  __cotty_line=${__cotty_line%.}
  __cotty_line=${__cotty_line%$'\n'}
  __cotty_line=${__cotty_line#"${__cotty_line%%[0-9]*}"}
  __cotty_number=${__cotty_line%%[!0-9]*}
  # The number is followed by a blank or `*`, then a blank.
  __cotty_line=${__cotty_line:${#__cotty_number}+2}
  __cotty_number=${__cotty_number:-0}
}

# Tests in a subshell whether the user's own rules keep a line out of the history because it begins with a blank.
__cotty_hides() {
  [[ $1 == ' '* ]] || return 1
  [[ :${__cotty_control:-${HISTCONTROL-}}: != *:ignore@(space|both):* ]] || return 0
  local _cotty_pattern IFS=:
  builtin set -f
  for _cotty_pattern in ${__cotty_ignore:-${HISTIGNORE-}}; do
    [[ $1 != $_cotty_pattern ]] || return 0
  done
  return 1
}

# Runs in the subshell of PS0; its output follows the output of the user's own PS0.
__cotty_executed() {
  local _cotty_line=
  local -
  builtin set +aeux
  local LC_ALL=C IFS=$' \t\n'
  # When several commands are pasted at once, only the last is followed by a prompt.
  ((__cotty_ran == 1)) || __cotty_mark "D;$__cotty_code"
  if ((__cotty_ran == 1 && __cotty_asks)); then
    __cotty_escape "$__cotty_asked"
    __cotty_mark "E;$__cotty_text"
    ! __cotty_hides "$__cotty_asked" || __cotty_mark 'P;Unrecorded=1'
  elif ((__cotty_next > 0)); then
    __cotty_newest
    # Without cmdhist each line of a command is its own entry.
    while ((__cotty_ran == 1 && __cotty_number > __cotty_next)); do
      _cotty_line=$'\n'${__cotty_line%$'\n'}$_cotty_line
      builtin history -d "$__cotty_number"
      __cotty_newest
    done
    # With any other number the history did not take the line, and no line is better than a wrong one.
    if ((__cotty_number == __cotty_next + __cotty_ran - 1)); then
      __cotty_escape "${__cotty_line%$'\n'}$_cotty_line"
      __cotty_mark "E;$__cotty_text"
      ! __cotty_hides "$__cotty_text" || __cotty_mark 'P;Unrecorded=1'
    elif __cotty_hides ' '; then
      __cotty_mark 'P;Unrecorded=1'
    fi
  fi
  __cotty_mark C
} >&3

# Applies the user's history rules to the line that bash read without them.
__cotty_settle() {
  local -
  builtin set +aeux
  [[ ${__cotty_swapped-} ]] || return 0
  __cotty_swapped=
  if ((!__cotty_ran)); then
    # No command ran, so PS0 has not restored them.
    [[ -z $__cotty_control ]] || HISTCONTROL=$__cotty_control
    [[ -z $__cotty_ignore ]] || HISTIGNORE=$__cotty_ignore
  fi
  if ! (__cotty_keeps_line) || [[ :${HISTCONTROL-}: == *:erasedups:* ]]; then
    __cotty_newest
    ((__cotty_number == __cotty_next)) || return 0
    builtin history -d "$__cotty_next"
    # Needed even if the rules refuse the line: without it the user's next `history -s` would remove one entry too many.
    builtin history -s -- "$__cotty_line"
  fi
  return 0
}

# Tests in a subshell whether the history would have kept the line under the user's rules.
__cotty_keeps_line() {
  __cotty_newest
  # No line was read, or the command itself edited the history.
  ((__cotty_number == __cotty_next)) || return 0
  builtin history -d "$__cotty_number"
  builtin history -s -- "$__cotty_line"
  __cotty_newest
  ((__cotty_number == __cotty_next))
}

# Runs first after a command, in places that must keep $?. Callers add `&& :`, so that `set -e` does not take it as a failure.
__cotty_first() {
  local _cotty_code=$?
  __cotty_run "$_cotty_code" __cotty_after
  return "$_cotty_code"
}

__cotty_after() {
  __cotty_ended
  # Not in a function with `local -`, which would undo this: restores what was changed for the script that has ended.
  [[ -z $__cotty_were ]] || builtin eval "$__cotty_were"
  __cotty_were=
}

__cotty_ended() {
  local -
  builtin set +aeux
  [[ -z $__cotty_literal ]] && ((!__cotty_ran)) || __cotty_say "D;$__cotty_code"
  __cotty_settle
  __cotty_ran=0 __cotty_asks=0
}

__cotty_last() { __cotty_run 0 __cotty_before; }

# Runs last before a prompt. $1 is the DEBUG trap, which a function cannot see; without $1 it is not known.
__cotty_before() {
  local -
  builtin set +aeux
  local IFS=$' \t\n'
  __cotty_forget
  __cotty_arrange
  __cotty_prompts
  __cotty_watch_history
  (($# == 0)) || [[ -z $1$__cotty_swapped ]] || __cotty_guard "$1"
  if [[ $PWD != "${__cotty_cwd-}" ]]; then
    __cotty_cwd=$PWD
    local LC_ALL=C
    __cotty_escape "$PWD"
    __cotty_say "P;Cwd=$__cotty_text"
  fi
  __cotty_tell
  [[ -z $__cotty_stash ]] || __cotty_say 'P;Kept=1'
  __cotty_say A
}

# Puts a DEBUG trap of the user into ours. Without one, ours is there until the first command. $1 is the output of `trap -p DEBUG`.
__cotty_guard() {
  # In posix mode this is the output if there is no trap.
  [[ $1 != 'trap -- - DEBUG' ]] || builtin set -- ''
  [[ $1 != *'__cotty_seen "$?" "$_"'* ]] || return 0
  local -a _cotty_words=(-- '')
  [[ -z $1 ]] || builtin eval "_cotty_words=(${1#trap })"
  __cotty_debug=${1:-builtin trap - DEBUG} __cotty_held=
  # An empty trap is one that ignores the signal.
  [[ -n ${_cotty_words[1]//[[:space:]]/} ]] || __cotty_held=1 _cotty_words[1]='[[ . ]]'
  # The user's commands are in the first line, so that LINENO is that of the command.
  __cotty_trap="if { __cotty_seen \"\$?\" \"\$_\" && { [[ -z \$__cotty_back ]] || builtin eval \"\$__cotty_debug\"; }; } $__cotty_away; "
  __cotty_trap+="then { __cotty_as \"\$__cotty_under\" && __cotty_as \"\$__cotty_under\"; } $__cotty_away; ${_cotty_words[1]}"$'\nfi'
  __cotty_traps+='builtin trap "$__cotty_trap" DEBUG;'
}

# Begins our DEBUG trap, with $? and $_. Fails for our own commands. Sets __cotty_back if the user's trap is to be set again, which
# no function can do.
__cotty_seen() {
  __cotty_status=$1 __cotty_under=$2 __cotty_back=
  [[ $BASH_COMMAND != __cotty_run* && ${FUNCNAME[1]-} != __cotty_* ]] || return 1
  ((__cotty_ran)) || return 0
  __cotty_settle
  [[ -z $__cotty_held && $BASH_COMMAND != *trap* ]] || __cotty_back=1
}

# Sets $? as it was before our DEBUG trap, and $_ to $1.
__cotty_as() { return "$__cotty_status"; }

# Reports the history file and the keys of the line editor, if they have changed.
__cotty_tell() {
  local LC_ALL=C _cotty_keys=emacs
  if [[ ${HISTFILE-} != "${__cotty_histfile-}" ]]; then
    __cotty_histfile=${HISTFILE-}
    __cotty_escape "$__cotty_histfile"
    __cotty_say "P;HistFile=$__cotty_text"
  fi
  local _cotty_editor=none
  [[ ! -o vi ]] || _cotty_keys=vi
  [[ ! -o emacs && ! -o vi || -z ${__cotty_bound-} || -z ${__cotty_delivery-} ]] || __cotty_reached
  if [[ $_cotty_editor != "${__cotty_editor-}" ]]; then
    __cotty_editor=$_cotty_editor
    __cotty_say "P;Editor=$_cotty_editor"
  fi
  [[ $_cotty_keys != "${__cotty_keys-emacs}" ]] || return 0
  __cotty_keys=$_cotty_keys
  __cotty_say "P;EditMode=$_cotty_keys"
}

# Sets the redirection that hides traces of our functions: BASH_XTRACEFD may be another descriptor than stderr.
__cotty_conceal() {
  local _cotty_away='>/dev/null 2>&1'
  [[ ! ${BASH_XTRACEFD-} =~ ^[0-9]{1,4}$ ]] || ((BASH_XTRACEFD < 3)) || _cotty_away+=" $BASH_XTRACEFD>/dev/null"
  [[ $_cotty_away != "${__cotty_away-}" ]] || return 0
  __cotty_away=$_cotty_away
  [[ -z ${__cotty_ps0-} ]] || PS0=${PS0//"$__cotty_ps0"/}
  # PS0 is expanded in the main shell, so assignments stay; all parts except the mark expand to nothing.
  __cotty_ps0='${__cotty_on:+${__cotty_on:$((__cotty_ran+=1))}$({ __cotty_run "$?" __cotty_executed; } 3>&1 '$_cotty_away')'
  __cotty_ps0+='${__cotty_control#"${HISTCONTROL:=$__cotty_control}"}'
  __cotty_ps0+='${__cotty_ignore#"${HISTIGNORE:=$__cotty_ignore}"}}'
  [[ -z ${__cotty_delivery-} ]] || __cotty_bind
}

# Sets `_cotty_editor` of its caller to the way of delivery (`keys` or `tty`), if one works.
__cotty_reached() {
  if [[ $__cotty_delivery != tty ]]; then [[ ! -x ${__cotty_delivery%/*} ]] || _cotty_editor=keys
  elif builtin type -P sh && builtin type -P stty && builtin type -P dd; then _cotty_editor=tty
  fi >/dev/null
}

# Adds our parts to the end of PS0 and PS1, because prompt programs set these anew each time.
__cotty_prompts() {
  # Without promptvars bash expands only its own escapes: then neither the command line nor whether one ran can be reported.
  local _cotty_ps0=$__cotty_ps0 _cotty_ps1=$__cotty_ps1
  __cotty_literal=
  builtin shopt -q promptvars || { __cotty_literal=1 _cotty_ps0='\e]633;C;'$__cotty_nonce'\a' _cotty_ps1='\[\e]633;B;'$__cotty_nonce'\a\]'; }
  [[ ${__cotty_added-} == "$_cotty_ps1" ]] || __cotty_undo_prompts
  __cotty_added=$_cotty_ps1 __cotty_added0=$_cotty_ps0
  [[ ${PS0-} == *"$_cotty_ps0" ]] || PS0=${PS0-}$_cotty_ps0
  [[ ${PS1-} == *"$_cotty_ps1" ]] || PS1=${PS1//"$_cotty_ps1"/}$_cotty_ps1
}

__cotty_undo_prompts() {
  [[ -z ${__cotty_added-} ]] || PS0=${PS0//"$__cotty_added0"/} PS1=${PS1//"$__cotty_added"/}
}

__cotty_watch_history() {
  __cotty_next=0
  if [[ -o history ]]; then
    # \! and HISTCMD do not give the same number in every version of bash.
    __cotty_newest
    __cotty_next=$((__cotty_number + 1))
  fi
  __cotty_control=${HISTCONTROL-} __cotty_ignore=${HISTIGNORE-}
  [[ $__cotty_next != 0 && $__cotty_control$__cotty_ignore ]] || return 0
  builtin shopt -q promptvars || return 0
  # A readonly variable stays unchanged.
  if [[ ${HISTCONTROL@a}${HISTIGNORE@a} == *r* ]]; then __cotty_control= __cotty_ignore= && return 0; fi
  __cotty_swapped=1
  [[ -z $__cotty_control ]] || HISTCONTROL=
  [[ -z $__cotty_ignore ]] || HISTIGNORE=
}

# Keeps __cotty_first first and __cotty_last last among the commands that run before a prompt.
__cotty_arrange() {
  local -
  builtin set +aeux
  [[ -z ${__cotty_locked-} ]] || return 0
  local _cotty_entry
  local -a _cotty_others=()
  __cotty_conceal
  if builtin declare -F __bp_precmd_invoke_cmd >/dev/null; then
    # bash-preexec treats the last entry of PROMPT_COMMAND as its own, so we use its list instead.
    for _cotty_entry in "${precmd_functions[@]}"; do
      [[ $_cotty_entry == __cotty_* ]] || _cotty_others+=("$_cotty_entry")
    done
    precmd_functions=(__cotty_first "${_cotty_others[@]}" __cotty_last)
    return 0
  fi
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)) && [[ ${PROMPT_COMMAND@a} != *x* ]]; then
    # In an array each entry sees the true $? and PIPESTATUS.
    local _cotty_first="{ __cotty_run \"\$?\" __cotty_after; } $__cotty_away" _cotty_last="{ __cotty_run 0 __cotty_before \"\$(__cotty_run= \\builtin trap -p DEBUG)\"; } $__cotty_away"
    [[ ${PROMPT_COMMAND-} != "$_cotty_first" || ${PROMPT_COMMAND[-1]} != "$_cotty_last" ]] || return 0
    for _cotty_entry in "${PROMPT_COMMAND[@]}"; do
      [[ -z $_cotty_entry || $_cotty_entry == '{ '*__cotty_* ]] || _cotty_others+=("$_cotty_entry")
    done
    PROMPT_COMMAND=("$_cotty_first" "${_cotty_others[@]}" "$_cotty_last")
    return 0
  fi
  # An exported PROMPT_COMMAND reaches shells without our functions: there our parts must do nothing and keep $?.
  local _cotty_first='${__cotty_on:+"__cotty_first"}${__cotty_none-$(exit $?)} && :'
  local _cotty_last='${__cotty_on:+"__cotty_last"}${__cotty_none-$(exit $?)}'
  [[ ${PROMPT_COMMAND-} != "$_cotty_first"$'\n'*"$_cotty_last" ]] || return 0
  _cotty_entry=${PROMPT_COMMAND//"$_cotty_first"/}
  _cotty_entry=${_cotty_entry//"$_cotty_last"/}
  while [[ $_cotty_entry == $'\n'* ]]; do _cotty_entry=${_cotty_entry#$'\n'}; done
  while [[ $_cotty_entry == *$'\n' ]]; do _cotty_entry=${_cotty_entry%$'\n'}; done
  PROMPT_COMMAND=$_cotty_first$'\n'${_cotty_entry:+$_cotty_entry$'\n'}$_cotty_last
}

# Sets the hooks up, unless the variables are read-only.
__cotty_hook() {
  local -
  builtin set +aeux
  if [[ ${PS1@a}${PS0@a} == *r* ]]; then
    # The marks of the prompt and of the start of a command cannot be added.
    local _cotty_locked=
    [[ ${PS0@a} != *r* ]] || _cotty_locked=PS0
    [[ ${PS1@a} != *r* ]] || _cotty_locked+="${_cotty_locked:+ and }PS1"
    __cotty_say "P;Marks=$_cotty_locked cannot be changed"
    builtin unset __cotty_on
  elif [[ ${PROMPT_COMMAND@a} == *r* ]]; then __cotty_lock
  else __cotty_arrange
  fi
}

# If PROMPT_COMMAND is read-only, PS1 reports the end of the command. It is expanded in the main shell, but commands in it run in
# subshells: so everything is reported at every prompt, and the history settings of the user stay as they are.
__cotty_lock() {
  __cotty_locked=1
  PS1='${__cotty_on:+$({ __cotty_run "$?" __cotty_locked_prompt; } >/dev/null 2>&1)${__cotty_none:$((__cotty_ran=0))}${__cotty_none:$((__cotty_asks=0))}${__cotty_none:$((__cotty_next=HISTCMD))}}'${PS1-}
  __cotty_prompts
}

__cotty_locked_prompt() {
  local -
  builtin set +aeux
  ((!__cotty_ran)) || __cotty_say "D;$__cotty_code"
  local LC_ALL=C
  __cotty_escape "$PWD"
  __cotty_say "P;Cwd=$__cotty_text"
  __cotty_tell
  [[ -z $__cotty_stash ]] || __cotty_say 'P;Kept=1'
  __cotty_say A
}

# Ends a script if there is no hook for that. Returns the status of the script.
__cotty_end_script() {
  local _cotty_code=$?
  builtin eval "$__cotty_were"
  __cotty_were=
  return "$_cotty_code"
}

# Sets the shell up after the user's files were read. $1 is the DEBUG trap.
__cotty_start() {
  builtin unset __cotty_login
  __cotty_forget
  __cotty_hush
  if [[ $- == *i* && -n $__cotty_nonce ]] &&
    ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
    __cotty_on=1 __cotty_ran=0 __cotty_next=0 __cotty_none= __cotty_control= __cotty_ignore= __cotty_were= __cotty_stash= __cotty_held= __cotty_asks=0 __cotty_literal=
    # \001 and \002 tell readline not to count this text; \\[ and \\] would be visible in a shell that gets an exported PS1.
    __cotty_ready=$'\001\e]633;B;'$__cotty_nonce$'\a\002'
    __cotty_ps1='${__cotty_ready-}'
    builtin export -n __cotty_on __cotty_none __cotty_ready
    __cotty_say P\;Shell=bash
    if [[ -n ${__cotty_inner-} ]]; then
      __cotty_text='\u'
      __cotty_escape "${__cotty_text@P}"
      __cotty_say "P;User=$__cotty_text"
      __cotty_escape "$HOSTNAME"
      __cotty_say "P;Host=$__cotty_text"
    fi
    __cotty_conceal
    [[ -z $1 ]] || __cotty_guard "$1"
    __cotty_hook
  else
    [[ $- != *i* || -z $__cotty_nonce || -n ${__cotty_inner-} ]] || __cotty_say 'P;Marks=off'
    builtin unset __cotty_nonce
  fi
  builtin unset __cotty_inner
}

# Needed before the user's files, too: an rc file that sets HISTFILESIZE truncates the history file to that size.
__cotty_forget

# Reads the user's files in bash's own order. They may switch tracing on, so all of this is one command, which bash has parsed before.
{
  if [[ -n ${__cotty_inner-} ]]; then :
  elif [[ $__cotty_login ]]; then
    [[ ! -r /etc/profile ]] || . /etc/profile
    if [[ -r ~/.bash_profile ]]; then . ~/.bash_profile
    elif [[ -r ~/.bash_login ]]; then . ~/.bash_login
    elif [[ -r ~/.profile ]]; then . ~/.profile
    fi
  else
    [[ ! -r ~/.bashrc ]] || . ~/.bashrc
  fi
  { builtin eval "{ __cotty_run 0 __cotty_start \"\$(__cotty_run= \\builtin trap -p DEBUG)\"; } >/dev/null 2>&1 ${BASH_XTRACEFD:+$BASH_XTRACEFD>/dev/null}"; } >/dev/null 2>&1
}
