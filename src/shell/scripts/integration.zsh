# cotty's shell integration for zsh 5.3 and newer, read by our .zshenv.
#
# With __cotty_inner set the script is for a shell inside another one, whose own files were read already: `enter` says that,
# and `cotty shell-init`. Such a shell draws a name of its own in place of the nonce.
#
# The script prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   B line editor ready   E;LINE command line   C command starts   D;CODE command ended   P;Cwd=PATH
#   P;HistFile=PATH   P;EditMode=vi or emacs   P;Path=PATH   P;Names=WORD WORD   P;Shell=zsh   P;User=NAME   P;Host=NAME
#   P;Editor=keys or none   P;Ready=1   P;Fetched=1   P;Taken=1   P;Refused=MESSAGE   (see "Delivery")
# PS1 stays unchanged: B comes from a hook of the line editor.

if [[ -n ${__cotty_inner-} ]]; then
  typeset -g +x __cotty_nonce="~$RANDOM$RANDOM$RANDOM$$" __cotty_quiet= __cotty_delivery=${__cotty_delivery-}
fi
typeset -ga __cotty_were=()

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
  (( ! ${+widgets[zle-line-init]} )) || builtin zle -A zle-line-init __cotty_line_init
  builtin zle -N zle-line-init __cotty_ready
  __cotty_bind
  __cotty_last
} 2>/dev/null

__cotty_ready() {
  local -i code=0
  (( ! ${+widgets[__cotty_line_init]} )) || builtin zle __cotty_line_init -- "$@" || code=$?
  [[ ${CONTEXT-} != start ]] || __cotty_say B
  return code
}

# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (what scripts and agents
# ask) or $__cotty_delivery.line (what a person wrote in cotty's own line), then presses a key of ours. The keys are bound in every
# keymap of zle, so no state of the line editor reads the text as keys: 713851 asks whether the editor reads keys, 713852
# fetches the text and runs it, 713853 leaves the lines of a command that goes on. What is half typed comes back by the editor's
# own stack.
#
# A script is read as `zsh -c` reads it. So it is parsed whole first, and what only interactive shells do with a line is off
# until its end: history expansion, aliases, spelling correction, questions. It becomes the line of the editor itself, so traps
# and hooks see a typed command. Only what does not fit into such a line is run by `eval`.

__cotty_bind() {
  local map
  builtin zle -N __cotty_ask
  builtin zle -N __cotty_take
  builtin zle -N __cotty_put
  # As an operator's motion our key would only end the operator, which any key does that is bound to nothing.
  for map in ${(f)"$(builtin bindkey -l)"}; do
    [[ $map != (.safe|viopp) ]] || continue
    builtin bindkey -M $map $'\e[713851@' __cotty_ask
    builtin bindkey -M $map $'\e[713852@' __cotty_take
    builtin bindkey -M $map $'\e[713853@' __cotty_put
  done
} 2>/dev/null

# A minibuffer of another widget is left first: the next key is read by the editor of the line.
__cotty_ask() {
  if (( ${ZLE_RECURSIVE-0} )); then builtin zle .send-break
  else __cotty_say "P;Ready=$CONTEXT"
  fi
}

# Puts a command that is half typed over several lines aside; it comes back by itself.
__cotty_put() { builtin zle .push-input }

__cotty_take() {
  local file= text= REPLY
  local key
  if [[ -r $__cotty_delivery.script ]]; then file=$__cotty_delivery.script
  elif [[ -r $__cotty_delivery.line ]]; then file=$__cotty_delivery.line
  fi
  if [[ -z $file || ( $CONTEXT != start && $file == *.script ) ]] || (( ${ZLE_RECURSIVE-0} )); then
    __cotty_say 'P;Refused='
    return 0
  fi
  __cotty_say 'P;Fetched=1'
  IFS= builtin read -rd '' -u 0 text <$file
  while [[ $text == *$'\n' && $text != *\\$'\n' ]]; do text=${text%$'\n'}; done
  [[ $file != *.script ]] || __cotty_parses $text || return 0
  # What the editor took literally of keys of ours is no text.
  for key in 1 2 3; do BUFFER=${BUFFER//$'\e'"[71385$key@"/}; done
  if [[ -n $BUFFER ]]; then
    [[ $file == *.script ]] && builtin zle .push-line
    __cotty_say 'P;Taken=kept'
  else __cotty_say 'P;Taken=1'
  fi
  BUFFER=$text
  if [[ $file == *.script ]]; then
    __cotty_plain
    if __cotty_is_long $text; then
      typeset -g __cotty_script=$text
      # The history gets the text in place of our line, which begins with a blank for that.
      [[ -o hist_ignore_space ]] || { builtin setopt hist_ignore_space; __cotty_were+=(no_hist_ignore_space) }
      builtin print -rs -- "$text"
      text="${text%%$'\n'*}"
      BUFFER=" eval \"\$__cotty_script\" # ${${text[1,60]}//[[:cntrl:]]/ } (${#__cotty_script} characters)"
    fi
  fi
  CURSOR=$#BUFFER
  builtin zle .accept-line
}

# Tests whether a text can be parsed, with the options of this shell but without its aliases; says why not.
__cotty_parses() {
  builtin setopt local_options no_aliases interactive_comments no_xtrace
  local REPLY why
  builtin zmodload zsh/parameter || return 0
  why=$(functions[__cotty_parsed]=$1 2>&1)
  [[ $why == *'invalid function definition'* ]] || return 0
  __cotty_escape ${${why%$'\n'*}/#__cotty_parses/zsh}
  __cotty_say "P;Refused=$REPLY"
  return 1
} 2>/dev/null

# Tests whether a script does not fit into a line of the editor: it is long, has nothing to run, or would go on in the next line.
__cotty_is_long() {
  [[ $#1 -gt 2048 || $1 == *'<<'* || $1 == *\\ ]] && return 0
  builtin setopt local_options no_aliases interactive_comments
  functions[__cotty_parsed]=$1
  [[ -z ${functions[__cotty_parsed]//[[:space:]]/} ]]
  local -i code=$?
  builtin unfunction __cotty_parsed
  return code
} 2>/dev/null

# Sets the options by which a script is read, and remembers those of the person.
__cotty_plain() {
  local name
  typeset -ga __cotty_were
  for name in interactive_comments no_correct no_correct_all no_aliases no_auto_cd rm_star_silent no_rm_star_wait \
    no_print_exit_value no_check_jobs no_csh_junkie_history no_hist_verify; do
    [[ -o $name ]] && continue
    builtin setopt $name
    if [[ $name == no_* ]]; then __cotty_were+=(${name#no_}); else __cotty_were+=(no_$name); fi
  done
  # The option bang_hist is asked before the editor begins. Without these characters nothing is expanded; # is for remarks.
  typeset -g __cotty_histchars=$histchars
  histchars=$'\0\0#'
}

__cotty_restore() {
  (( ${#__cotty_were} )) && builtin setopt $__cotty_were
  __cotty_were=()
  (( ! ${+__cotty_histchars} )) || histchars=$__cotty_histchars
  builtin unset __cotty_histchars
  builtin unset __cotty_script
} 2>/dev/null

# The last preexec function. $1 is the typed line. It is empty when the history must not keep the line; $3 is then
# the command line that will run.
__cotty_executed() {
  local REPLY
  __cotty_escape "${__cotty_script-${1:-$3}}"
  __cotty_say "E;$REPLY"
  __cotty_say C
  __cotty_ran=1
  [[ ${1:-$3} != (*bindkey*|*set*|*source*|*'. '*) ]] || __cotty_keys_due=1
  # zsh prints its mark for a last line without newline before any hook can report the end of the command, so that
  # mark would become part of the output. We print it instead, after the end.
  if [[ -o prompt_sp && -o prompt_cr ]]; then
    __cotty_partial=1
    builtin unsetopt prompt_sp
  fi
}

# The first precmd function.
__cotty_first() {
  local -i code=$?
  __cotty_restore
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
  builtin emulate -L zsh
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
    [[ ! -o zle || -z $__cotty_delivery || ! -x ${__cotty_delivery%/*} ]] || __cotty_editor=keys
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

# Calls __cotty_arm at the first prompt, after all of the user's files. sched is for a .zshrc that sets precmd_functions
# instead of adding to it.
__cotty_await() {
  typeset -ga precmd_functions
  precmd_functions+=(__cotty_arm)
  builtin zmodload zsh/sched && builtin sched +0 __cotty_arm
} 2>/dev/null
[[ -z ${__cotty_inner-} ]] || __cotty_await
