# Removes the lines that were typed to load our script from the history of zsh: nobody has typed them. zsh deletes no single
# line, so the history is written to a file that only this user can read, all but our lines, and read again from there.
() {
  # The shell keeps lines out of its history by itself that begin with a blank; __cotty_spaces says that we have told it to.
  [[ ! -o hist_ignore_space ]] || (( ${+__cotty_spaces} )) || return 0
  local -i size=$HISTSIZE
  local line ours='( : cotty;*| test -r */enter *)'
  local HISTORY_IGNORE="($ours|${HISTORY_IGNORE-})"
  # What is read again counts as written, so what is new is written before.
  builtin fc -AI
  HISTORY_IGNORE=$ours
  builtin setopt local_options extended_history
  () { local SAVEHIST=$HISTSIZE; builtin fc -W $1 } $1
  # A shorter history drops its oldest lines: of the old one nothing stays but a line that stands in for the last.
  HISTSIZE=1
  if [[ -s $1 ]] && builtin zmodload zsh/parameter; then
    builtin print -s :
    HISTSIZE=$size
    builtin fc -R $1
    # The last line is not counted there, so it is the oldest that has no room: the one that stands in.
    HISTSIZE=${#history}
  fi
  HISTSIZE=$size
  # Where each line is written at once, ours is the last in the file: it is cut off, under the lock of zsh.
  [[ -f ${HISTFILE-} ]] && line=$(tail -n 1 $HISTFILE) && [[ ${line#: <->:<->;} == ${~ours} ]] || return 0
  ln -s /pid-$$/host-$HOST $HISTFILE.LOCK || return 0
  () { local LC_ALL=C; dd if=/dev/null of=$HISTFILE bs=1 seek=$(( $(wc -c < $HISTFILE) - ${#line} - 1 )) }
  rm -f $HISTFILE.LOCK
} =(:) 2>/dev/null
