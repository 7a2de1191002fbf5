# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (a command of a script or
# an agent) or $__cotty_delivery.line (a line that a user typed in cotty's own editor), then sends one of our keys. If
# $__cotty_delivery is `tty`, the shell requests the text over its terminal (receive.sh); its first line is then `script` or `line`.
# The keys are bound in every keymap of readline, so that the text is never read as keys, whatever the state of the line editor:
#   713851 asks whether the editor reads keys   713852 fetches the text and runs it   713853 restores a half-typed line
# 713852 is a macro of 713854, which fetches, and 713855, which is Enter if the text may run, else nothing.
#
# A script is read as `bash -c` reads it: it is parsed as a whole by `bash -n` first, and features of interactive shells are off
# until its end: history expansion, aliases, spelling correction. It becomes the line of the editor, so that traps, traces, $_ and
# PIPESTATUS are those of a typed command. A script that cannot be such a line is run by `eval`.

# Longest script in characters that becomes a line of the editor.
__cotty_longest=2048

__cotty_ask() {
  local -
  set +aeux
  __cotty_say 'P;Ready=1'
} 2>/dev/null

# Binds 713855 to an editor function.
__cotty_enter() {
  local map
  for map in emacs vi-insert vi-command; do builtin bind -m "$map" "\"\e[713855@\": $1"; done
}

# Removes our keys from the half-typed line, if the editor has inserted them literally.
__cotty_clean() {
  local key
  for key in 1 2 3; do READLINE_LINE=${READLINE_LINE//$'\e'"[71385$key@"/}; done
  READLINE_LINE=${READLINE_LINE//$'\a'/}
  ((READLINE_POINT <= ${#READLINE_LINE})) || READLINE_POINT=${#READLINE_LINE}
}

# Called with $_ as its last argument, like all functions bound to keys: bash then sets $_ to that again.
__cotty_fetch() {
  __cotty_exact=
  __cotty_take
  # Options set in a function with `local -` are restored at its end, so these are set here, in its caller.
  [[ -z $__cotty_exact ]] || set +H -o interactive-comments
} 2>/dev/null

__cotty_take() {
  local -
  set +aeux
  local IFS=$' \t\n' kind text= line head
  unset __cotty_script
  __cotty_clean
  __cotty_enter '""'
  if ! __cotty_get; then
    __cotty_say 'P;Refused='
    return 0
  fi
  __cotty_say 'P;Fetched=1'
  while [[ $text == *$'\n' && $text != *\\$'\n' ]]; do text=${text%$'\n'}; done
  line=$text
  if [[ $kind == script ]]; then
    __cotty_parses "$text" || return 0
    if __cotty_is_long "$text"; then
      __cotty_script=$text head=${text%%$'\n'*}
      line=" builtin eval \"\$__cotty_script\" # ${head:0:60} (${#text} characters)"
      line=${line//[[:cntrl:]]/ }
    elif [[ $text == *$'\n'* ]]; then
      line=$'{\n'$text$'\n}'
    fi
    __cotty_exact=1 __cotty_asked=$text __cotty_asks=1
    __cotty_plain
    [[ -z ${__cotty_locked-} ]] || line=$'{\n'$line$'\n}; __cotty_end_script'
    if [[ -n ${__cotty_script+set} && -o history && ${HISTCONTROL@a} != *r* ]]; then
      # The history gets the text instead of our line, which begins with a blank so that ignorespace keeps it out.
      if [[ ${__cotty_swapped-} ]]; then head=$__cotty_control; else head=${HISTCONTROL-}; fi
      if [[ $head || -n ${HISTCONTROL+set} ]]; then __cotty_were+="HISTCONTROL=${head@Q};"; else __cotty_were+='unset HISTCONTROL;'; fi
      HISTCONTROL=
      builtin history -s -- "$text"
      HISTCONTROL=ignorespace
    fi
  fi
  # A user's line replaces the half-typed text. A line that was stashed for an earlier script and is not restored yet stays stashed.
  if [[ $kind != script ]]; then __cotty_stash=
  elif [[ $READLINE_LINE || -z ${__cotty_stash-} ]]; then __cotty_stash=$READLINE_LINE __cotty_point=$READLINE_POINT
  fi
  READLINE_LINE=$line READLINE_POINT=${#line}
  __cotty_enter accept-line
  __cotty_say 'P;Taken=1'
  [[ -z $__cotty_literal ]] || {
    __cotty_escape "$text"
    __cotty_say "E;$__cotty_text"
  }
} 2>/dev/null

# Sets `text` and `kind` of its caller to what the host has delivered. Fails if the text is missing or incomplete.
__cotty_get() {
  if [[ $__cotty_delivery == tty ]]; then
    text=$(__cotty_name=$__cotty_nonce command sh -c "$__cotty_reader")
    [[ $text == *$'\n'*. ]] || return 1
    text=${text%.}
    kind=${text%%$'\n'*}
    text=${text#*$'\n'}
    return 0
  fi
  for kind in script line; do
    [[ ! -r $__cotty_delivery.$kind ]] || {
      IFS= builtin read -rd '' text <"$__cotty_delivery.$kind"
      return 0
    }
  done
  return 1
}

# Tests whether a text can be parsed as a whole; reports the error if not.
__cotty_parses() {
  local why
  local -a flags=()
  [[ ! -o posix ]] || flags+=(--posix)
  ! builtin shopt -q extglob && [[ $1 != *extglob* ]] || flags+=(-O extglob)
  # Any other code means that bash could not be started.
  why=$(builtin printf %s "$1" | BASH_ENV= "$BASH" "${flags[@]}" +v -n 2>&1)
  case $? in
    1 | 2) ;;
    *) return 0 ;;
  esac
  __cotty_escape "${why//"$BASH: "/bash: }"
  __cotty_say "P;Refused=$__cotty_text"
  return 1
}

# Tests whether a script cannot be a line of the editor: it is long, has no command, or would continue on the next line.
__cotty_is_long() {
  ((${#1} <= __cotty_longest)) || return 0
  [[ ! $1 =~ ^[[:space:]]*(#|$) ]] || return 0
  [[ $1 == *$'\n'* || $1 == *'<<'* || $1 == *\\ ]] || return 1
  local -a flags=()
  [[ ! -o posix ]] || flags+=(--posix)
  ! builtin shopt -q extglob || flags+=(-O extglob)
  local said
  said=$(builtin printf '{\n%s\n}\n' "$1" | BASH_ENV= "$BASH" "${flags[@]}" +v -n 2>&1) || return 0
  # A here-document without its end would continue.
  [[ -n $said ]]
}

# Switches features of interactive shells off. __cotty_were has the commands that switch them on again.
__cotty_plain() {
  local name
  for name in autocd cdspell checkjobs; do
    ! builtin shopt -q "$name" || __cotty_were+="builtin shopt -s $name;"
    builtin shopt -u "$name"
  done
  builtin shopt -q interactive_comments || __cotty_were+='builtin shopt -u interactive_comments;'
  [[ $- != *H* ]] || __cotty_were+='set -H;'
  # Aliases are removed one by one: bash restores expand_aliases after a function bound to a key.
  ((${#BASH_ALIASES[@]})) || return 0
  declare -gA __cotty_aliases=()
  for name in "${!BASH_ALIASES[@]}"; do __cotty_aliases[$name]=${BASH_ALIASES[$name]}; done
  builtin unalias -a
  __cotty_were+="__cotty_realias;"
}

# Restores the aliases, except those that the script has defined itself.
__cotty_realias() {
  local name
  for name in "${!__cotty_aliases[@]}"; do
    [[ -n ${BASH_ALIASES[$name]+set} ]] || BASH_ALIASES[$name]=${__cotty_aliases[$name]}
  done
}

__cotty_put() {
  local -
  set +aeux
  __cotty_clean
  if [[ -n ${__cotty_stash-} && -z $READLINE_LINE ]]; then
    READLINE_LINE=$__cotty_stash READLINE_POINT=$__cotty_point
    __cotty_stash=
    __cotty_say 'P;Put=1'
  fi
} 2>/dev/null

__cotty_bind() {
  local map reply
  for map in emacs vi-insert vi-command; do
    # Replies of the terminal that a program has asked for and not read, because it has ended, are not typed.
    for reply in '\e]7501;?\e\\' '\e]7501;?\a' '\e[?1;2c' '\e[?62;4;22c'; do
      builtin bind -m "$map" "\"$reply\": \"\""
    done
    builtin bind -m "$map" -x "\"\\e[713851@\": { __cotty_run 0 __cotty_ask \"\$_\"; } $__cotty_away"
    builtin bind -m "$map" '"\e[713852@": "\e[713854@\e[713855@"'
    builtin bind -m "$map" -x "\"\\e[713853@\": { __cotty_run 0 __cotty_put \"\$_\"; } $__cotty_away"
    builtin bind -m "$map" -x "\"\\e[713854@\": { __cotty_run 0 __cotty_fetch \"\$_\"; } $__cotty_away"
    builtin bind -m "$map" '"\e[713855@": ""' || return 1
  done
  __cotty_bound=1
} 2>/dev/null
