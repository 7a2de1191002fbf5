# Removes the lines that were typed to load our script from the history of zsh: nobody has typed them. zsh deletes no single
# line, so the list is exchanged for a new one that is read from the history file, to which all but our lines were written.
() {
  # The shell keeps lines out of its history by itself that begin with a blank; __cotty_spaces says that we have told it to.
  [[ ! -o hist_ignore_space ]] || (( ${+__cotty_spaces} )) || return 0
  local line own=${HISTFILE-} file=${HISTFILE:-$1} ours='( |): cotty;*'
  local -i size=$HISTSIZE save=$SAVEHIST
  # Where each line is written at once, ours is the last in the file: it is cut off, under the lock of zsh.
  if [[ -f $file ]] && line=$(tail -n 1 $file) && [[ ${line#: <->:<->;} == ${~ours} ]] && ln -s /pid-$$/host-$HOST $file.LOCK; then
    () { local LC_ALL=C; dd if=/dev/null of=$file bs=1 seek=$(( $(wc -c < $file) - ${#line} - 1 )) }
    rm -f $file.LOCK
  fi
  () {
    local HISTORY_IGNORE="($ours|${HISTORY_IGNORE-})"
    (( SAVEHIST )) || local SAVEHIST=$HISTSIZE file=$2
    builtin fc -AI $file
  } $file $1
  (( save )) || file=$1
  # What is put aside is written at the end of the shell, too, unless it has no room.
  SAVEHIST=0
  builtin fc -p $file $size $save
  if [[ -z $own ]]; then builtin unset HISTFILE; else HISTFILE=$own; fi
} =(:) 2>/dev/null
if (( ${+__cotty_spaces} )); then
  builtin unsetopt hist_ignore_space
  builtin unset __cotty_spaces
fi
