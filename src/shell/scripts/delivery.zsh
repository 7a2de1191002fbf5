# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (a command of a script or
# an agent), $__cotty_delivery.part (a script of which further lines may follow) or $__cotty_delivery.line (a line that a user typed
# in cotty's own editor), then sends one of our keys. If $__cotty_delivery is `tty`, the shell requests the text over its terminal
# (receive.sh); its first line is then `script`, `part` or `line`.
# The keys are bound in every keymap of zle, so that the text is never read as keys, whatever the state of the line editor: 713851
# asks whether the editor reads keys, 713852 fetches the text and runs it, 713853 puts a command of several lines aside that is not
# complete. The buffer stack of zle restores half-typed text.
#
# A script is read as `zsh -c` reads it: it is parsed as a whole first, and features of interactive shells are off until its end:
# history expansion, aliases, spelling correction, questions. It becomes the line of the editor, so that traps and hooks see a
# typed command. A script that cannot be such a line is run by `eval`.

__cotty_bind() {
  local map reply
  builtin zle -N __cotty_ask
  builtin zle -N __cotty_take
  builtin zle -N __cotty_put
  # Not in viopp: after an operator of vi, an unbound key ends the operator, which is all that is needed there.
  for map in ${(f)"$(builtin bindkey -l)"}; do
    [[ $map != (.safe|viopp) ]] || continue
    builtin bindkey -M $map $'\e[713851@' __cotty_ask
    builtin bindkey -M $map $'\e[713852@' __cotty_take
    builtin bindkey -M $map $'\e[713853@' __cotty_put
    # Replies of the terminal that a program has asked for and not read, because it has ended, are not typed.
    for reply in $'\e]7501;?\e\\' $'\e]7501;?\a' $'\e[?1;2c' $'\e[?62;4;22c'; do
      builtin bindkey -M $map -s $reply ''
    done
  done
} 2>/dev/null

# Leaves a minibuffer of another widget first: the next key is then read by the line editor.
__cotty_ask() {
  builtin trap - DEBUG ZERR
  if (( ${ZLE_RECURSIVE-0} )); then builtin zle .send-break
  else __cotty_say "P;Ready=$CONTEXT"
  fi
} 2>/dev/null

# Pushes an incomplete command of several lines onto the buffer stack, from which zle restores it.
__cotty_put() {
  builtin trap - DEBUG ZERR
  builtin zle .push-input
} 2>/dev/null

# It changes options of the user, so it runs with the options of the user.
__cotty_take() {
  {
    typeset -g __cotty_lent=${options[localtraps]} && builtin setopt local_traps && builtin trap - DEBUG ZERR && [[ $__cotty_lent == on ]] || builtin unsetopt local_traps
    __cotty_fetch || :
  } >/dev/null 2>&1
}

__cotty_fetch() {
  local kind= text= REPLY
  local key
  if (( ${ZLE_RECURSIVE-0} )) || ! __cotty_get || [[ $CONTEXT != start && $kind != line ]]; then
    __cotty_say 'P;Refused='
    return 0
  fi
  __cotty_say 'P;Fetched=1'
  if [[ $kind == part ]]; then
    if __cotty_is_open "$text"; then
      __cotty_say 'P;Open=1'
      return 0
    fi
    kind=script
  fi
  while [[ $text == *$'\n' && $text != *\\$'\n' ]]; do text=${text%$'\n'}; done
  [[ $kind != script ]] || __cotty_parses "$text" || return 0
  # Removes our keys, if the editor has inserted them literally.
  for key in 1 2 3; do BUFFER=${BUFFER//$'\e'"[71385$key@"/}; done
  [[ -z $BUFFER || $kind != script ]] || builtin zle .push-line
  __cotty_say 'P;Taken=1'
  BUFFER=$text
  if [[ $kind == script ]]; then
    typeset -g __cotty_asked=$text
    __cotty_plain
    if [[ -o local_options || ${(t)histchars} == *readonly* ]] || __cotty_is_long "$text"; then
      typeset -g __cotty_script=$text
      # The history gets the text instead of our line, which begins with a blank so that hist_ignore_space keeps it out.
      [[ -o hist_ignore_space ]] || { builtin setopt hist_ignore_space; __cotty_were+=(no_hist_ignore_space) }
      builtin print -rs -- "$text"
      text="${text%%$'\n'*}"
      BUFFER=" builtin eval \"\$__cotty_script\" # ${${text[1,60]}//[[:cntrl:]!]/ } (${#__cotty_script} characters)"
    fi
  fi
  if [[ -o local_options && $kind == script ]]; then
    # With local_options no function can set an option for its caller: the line itself does.
    BUFFER=" builtin setopt ${__cotty_sets[*]}; builtin eval \"\$__cotty_script\""
    __cotty_later=("${__cotty_were[@]}") __cotty_were=()
  fi
  CURSOR=${#BUFFER}
  builtin zle .accept-line
}

# Sets `text` and `kind` of its caller to what the host has delivered. Fails if the text is missing or incomplete.
__cotty_get() {
  if [[ $__cotty_delivery == tty ]]; then
    text=$(__cotty_name=$__cotty_nonce command sh -c $__cotty_reader)
    [[ $text == *$'\n'*. ]] || return 1
    text=${text%.}
    kind=${text%%$'\n'*}
    text=${text#*$'\n'}
    return 0
  fi
  for kind in script part line; do
    [[ -r $__cotty_delivery.$kind ]] || continue
    IFS= builtin read -rd '' -u 0 text <$__cotty_delivery.$kind
    return 0
  done
  return 1
}

# Tests whether a text can be parsed, with the options of this shell but without its aliases; reports the error if not.
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

# Tests whether the shell would read further lines of a text: it ends in a quote, a compound command, a here-document, or behind a
# backslash. Only an interactive zsh tells: it prints a prompt for each line that it reads, and one more at the end of the text,
# before which it leaves an incomplete command. It runs nothing (-n), and then knows no prompts but its first ones.
__cotty_is_open() {
  local name text=${1%$'\n'} said
  local -a flags=() lines prompts
  for name in extended_glob ksh_glob sh_glob rc_quotes ignore_braces ignore_close_braces short_loops csh_junkie_loops csh_junkie_quotes; do
    [[ ! -o $name ]] || flags+=(-o $name)
  done
  said=$(builtin print -r -- "$text" | ZDOTDIR=/ command zsh -f -i -n -s +m +Z $flags -o interactive_comments -o no_prompt_sp -o no_prompt_cr 2>&1)
  builtin setopt local_options extended_glob no_sh_word_split no_ksh_arrays
  lines=("${(@f)text}")
  # What is said of an error ends its line.
  said=${said//zsh: [^$'\n']#$'\n'/}
  prompts=(${(M)${(s: :)said}:#*[%#>]})
  (( ${#prompts} > ${#lines} + 1 ))
} 2>/dev/null

# Tests whether a script cannot be a line of the editor: it is long, has no command, or would continue on the next line.
__cotty_is_long() {
  [[ ${#1} -gt 2048 || $1 == *'<<'* || $1 == *\\ ]] && return 0
  builtin setopt local_options no_aliases interactive_comments
  functions[__cotty_parsed]=$1
  [[ -z ${functions[__cotty_parsed]//[[:space:]]/} ]]
  local -i code=$?
  builtin unfunction __cotty_parsed
  return code
} 2>/dev/null

# Sets the options with which a script is read, and remembers those of the user.
__cotty_plain() {
  local name
  typeset -ga __cotty_sets=()
  for name in interactive_comments no_correct no_correct_all no_aliases no_auto_cd rm_star_silent no_rm_star_wait \
    no_check_jobs no_csh_junkie_history no_hist_verify; do
    [[ -o $name ]] && continue
    builtin setopt $name
    __cotty_sets+=($name)
    if [[ $name == no_* ]]; then __cotty_were+=(${name#no_}); else __cotty_were+=(no_$name); fi
  done
  # bang_hist is read before the editor begins, so histchars is changed instead: without its characters nothing is expanded. The #
  # stays for comments.
  typeset -g __cotty_histchars=$histchars
  [[ ${(t)precmd_functions} == *readonly* ]] || (( ${precmd_functions[(I)__cotty_restore]} )) || precmd_functions=(__cotty_first __cotty_restore "${(@)precmd_functions:#__cotty_first}")
  [[ ${(t)histchars} == *readonly* ]] || histchars=$__cotty_no_histchars
}

# Defined with the default options of zsh: with posix_strings a string would end at NUL.
builtin emulate zsh -c "typeset -g __cotty_no_histchars=\$'\\0\\0#'"
