# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (a command of a script or
# an agent), $__cotty_delivery.part (a script of which further lines may follow) or $__cotty_delivery.line (a line that a user typed
# in cotty's own editor), then sends one of our keys. If $__cotty_delivery is `tty`, the shell requests the text over its terminal
# (receive.sh); its first line is then `script`, `part` or `line`.
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
  builtin set +aeux
  __cotty_say 'P;Ready=1'
} 2>/dev/null

# Binds 713855 to an editor function.
__cotty_enter() {
  local _cotty_map
  for _cotty_map in emacs vi-insert vi-command; do builtin bind -m "$_cotty_map" "\"\e[713855@\": $1"; done
}

# Removes our keys from the half-typed line, if the editor has inserted them literally.
__cotty_clean() {
  local _cotty_key
  for _cotty_key in 1 2 3; do READLINE_LINE=${READLINE_LINE//$'\e'"[71385$_cotty_key@"/}; done
  READLINE_LINE=${READLINE_LINE//$'\a'/}
  ((READLINE_POINT <= ${#READLINE_LINE})) || READLINE_POINT=${#READLINE_LINE}
}

# Called with $_ as its last argument, like all functions bound to keys: bash then sets $_ to that again.
__cotty_fetch() {
  __cotty_exact=
  __cotty_take
  # Options set in a function with `local -` are restored at its end, so these are set here, in its caller.
  [[ -z $__cotty_exact ]] || builtin set +H -o interactive-comments
} 2>/dev/null

__cotty_take() {
  local -
  builtin set +aeux
  local IFS=$' \t\n' _cotty_kind _cotty_text= _cotty_line _cotty_head _cotty_part=
  builtin unset __cotty_script
  __cotty_clean
  __cotty_enter '""'
  if ! __cotty_get; then
    __cotty_say 'P;Refused='
    return 0
  fi
  __cotty_say 'P;Fetched=1'
  [[ $_cotty_kind != part ]] || _cotty_part=1 _cotty_kind=script
  if [[ $_cotty_part ]] && __cotty_is_open "$_cotty_text"; then
    __cotty_say 'P;Open=1'
    return 0
  fi
  while [[ $_cotty_text == *$'\n' && $_cotty_text != *\\$'\n' ]]; do _cotty_text=${_cotty_text%$'\n'}; done
  _cotty_line=$_cotty_text
  if [[ $_cotty_kind == script ]]; then
    __cotty_parses "$_cotty_text" || return 0
    if __cotty_is_long "$_cotty_text"; then
      __cotty_script=$_cotty_text _cotty_head=${_cotty_text%%$'\n'*}
      _cotty_line=" builtin eval \"\$__cotty_script\" # ${_cotty_head:0:60} (${#_cotty_text} characters)"
      _cotty_line=${_cotty_line//[[:cntrl:]]/ }
    elif [[ $_cotty_text == *$'\n'* ]]; then
      _cotty_line=$'{\n'$_cotty_text$'\n}'
    fi
    __cotty_exact=1 __cotty_asked=$_cotty_text __cotty_asks=1
    __cotty_plain
    [[ -z ${__cotty_locked-} ]] || _cotty_line=$'{\n'$_cotty_line$'\n}; __cotty_end_script'
    if [[ -n ${__cotty_script+set} && -o history && ${HISTCONTROL@a} != *r* ]]; then
      # The history gets the text instead of our line, which begins with a blank so that ignorespace keeps it out.
      if [[ ${__cotty_swapped-} ]]; then _cotty_head=$__cotty_control; else _cotty_head=${HISTCONTROL-}; fi
      if [[ $_cotty_head || -n ${HISTCONTROL+set} ]]; then __cotty_were+="HISTCONTROL=${_cotty_head@Q};"; else __cotty_were+='builtin unset HISTCONTROL;'; fi
      HISTCONTROL=
      builtin history -s -- "$_cotty_text"
      HISTCONTROL=ignorespace
    fi
  fi
  # A user's line replaces the half-typed text. A line that was stashed for an earlier script and is not restored yet stays stashed.
  if [[ $_cotty_kind != script ]]; then __cotty_stash=
  elif [[ $READLINE_LINE || -z ${__cotty_stash-} ]]; then __cotty_stash=$READLINE_LINE __cotty_point=$READLINE_POINT
  fi
  READLINE_LINE=$_cotty_line READLINE_POINT=${#_cotty_line}
  __cotty_enter accept-line
  __cotty_say 'P;Taken=1'
  [[ -z $__cotty_literal ]] || {
    __cotty_escape "$_cotty_text"
    __cotty_say "E;$__cotty_text"
  }
} 2>/dev/null

# Sets `_cotty_text` and `_cotty_kind` of its caller to what the host has delivered. Fails if the text is missing or incomplete.
__cotty_get() {
  if [[ $__cotty_delivery == tty ]]; then
    _cotty_text=$(__cotty_name=$__cotty_nonce \command sh -c "$__cotty_reader")
    [[ $_cotty_text == *$'\n'*. ]] || return 1
    _cotty_text=${_cotty_text%.}
    _cotty_kind=${_cotty_text%%$'\n'*}
    _cotty_text=${_cotty_text#*$'\n'}
    return 0
  fi
  for _cotty_kind in script part line; do
    [[ ! -r $__cotty_delivery.$_cotty_kind ]] || {
      IFS= builtin read -rd '' _cotty_text <"$__cotty_delivery.$_cotty_kind"
      return 0
    }
  done
  return 1
}

# Parses a text as a whole. Sets `_cotty_why` of its caller to the errors and warnings; fails if there are errors.
__cotty_parse() {
  local -a _cotty_flags=()
  [[ ! -o posix ]] || _cotty_flags+=(--posix)
  ! builtin shopt -q extglob && [[ $1 != *extglob* ]] || _cotty_flags+=(-O extglob)
  # Any other code means that bash could not be started.
  _cotty_why=$(\builtin printf %s "$1" | BASH_ENV= "$BASH" "${_cotty_flags[@]}" +v -n 2>&1)
  [[ $? != [12] ]]
}

# Tests whether the shell would read further lines of a text: it ends in a quote, a compound command, a here-document, or behind a
# backslash.
__cotty_is_open() {
  local _cotty_why LC_CTYPE=${LC_ALL:-${LC_CTYPE:-${LANG-}}} LC_ALL= LC_MESSAGES=C LANGUAGE=
  builtin export LC_CTYPE LC_ALL LC_MESSAGES LANGUAGE
  if __cotty_parse "$1"; then
    # Where a command has ended, no line begins with this.
    [[ $1 == *'<<'* || $1 == *\\ ]] && __cotty_parse "$1"$'\n;'
    return
  fi
  [[ $_cotty_why != *'near unexpected token'* ]] || return 1
  [[ $_cotty_why == *": syntax error: unexpected end of file"* || $_cotty_why == *": unexpected EOF while looking for matching "* ||
    $_cotty_why == *": unexpected token \`EOF' in conditional command"* ]]
}

# Tests whether a text can be parsed as a whole; reports the error if not.
__cotty_parses() {
  local _cotty_why
  ! __cotty_parse "$1" || return 0
  __cotty_escape "${_cotty_why//"$BASH: "/bash: }"
  __cotty_say "P;Refused=$__cotty_text"
  return 1
}

# Tests whether a script cannot be a line of the editor: it is long, has no command, or would continue on the next line.
__cotty_is_long() {
  ((${#1} <= __cotty_longest)) || return 0
  [[ ! $1 =~ ^[[:space:]]*(#|$) ]] || return 0
  [[ $1 == *$'\n'* || $1 == *'<<'* || $1 == *\\ ]] || return 1
  local -a _cotty_flags=()
  [[ ! -o posix ]] || _cotty_flags+=(--posix)
  ! builtin shopt -q extglob || _cotty_flags+=(-O extglob)
  local _cotty_said
  _cotty_said=$(\builtin printf '{\n%s\n}\n' "$1" | BASH_ENV= "$BASH" "${_cotty_flags[@]}" +v -n 2>&1) || return 0
  # A here-document without its end would continue.
  [[ -n $_cotty_said ]]
}

# Switches features of interactive shells off. __cotty_were has the commands that switch them on again.
__cotty_plain() {
  local _cotty_name
  for _cotty_name in autocd cdspell checkjobs; do
    ! builtin shopt -q "$_cotty_name" || __cotty_were+="builtin shopt -s $_cotty_name;"
    builtin shopt -u "$_cotty_name"
  done
  builtin shopt -q interactive_comments || __cotty_were+='builtin shopt -u interactive_comments;'
  [[ $- != *H* ]] || __cotty_were+='builtin set -H;'
  # Aliases are removed one by one: bash restores expand_aliases after a function bound to a key.
  ((${#BASH_ALIASES[@]})) || return 0
  declare -gA __cotty_aliases=()
  for _cotty_name in "${!BASH_ALIASES[@]}"; do __cotty_aliases[$_cotty_name]=${BASH_ALIASES[$_cotty_name]}; done
  builtin unalias -a
  __cotty_were+="__cotty_realias;"
}

# Restores the aliases, except those that the script has defined itself.
__cotty_realias() {
  local _cotty_name
  for _cotty_name in "${!__cotty_aliases[@]}"; do
    [[ -n ${BASH_ALIASES[$_cotty_name]+set} ]] || BASH_ALIASES[$_cotty_name]=${__cotty_aliases[$_cotty_name]}
  done
}

__cotty_put() {
  local -
  builtin set +aeux
  __cotty_clean
  if [[ -n ${__cotty_stash-} && -z $READLINE_LINE ]]; then
    READLINE_LINE=$__cotty_stash READLINE_POINT=$__cotty_point
    __cotty_stash=
    __cotty_say 'P;Put=1'
  fi
} 2>/dev/null

__cotty_bind() {
  local _cotty_map _cotty_reply
  for _cotty_map in emacs vi-insert vi-command; do
    # Replies of the terminal that a program has asked for and not read, because it has ended, are not typed.
    for _cotty_reply in '\e]7501;?\e\\' '\e]7501;?\a' '\e[?1;2c' '\e[?62;4;22c'; do
      builtin bind -m "$_cotty_map" "\"$_cotty_reply\": \"\""
    done
    builtin bind -m "$_cotty_map" -x "\"\\e[713851@\": { __cotty_run 0 __cotty_ask \"\$_\"; } $__cotty_away"
    builtin bind -m "$_cotty_map" '"\e[713852@": "\e[713854@\e[713855@"'
    builtin bind -m "$_cotty_map" -x "\"\\e[713853@\": { __cotty_run 0 __cotty_put \"\$_\"; } $__cotty_away"
    builtin bind -m "$_cotty_map" -x "\"\\e[713854@\": { __cotty_run 0 __cotty_fetch \"\$_\"; } $__cotty_away"
    builtin bind -m "$_cotty_map" '"\e[713855@": ""' || return 1
  done
  __cotty_bound=1
} 2>/dev/null
