# Removes the lines that cotty typed to load its script from the history of zsh. zsh cannot delete a single line, so the list is
# replaced by a new one that is read from the history file, to which all lines except ours were written.
() {
  # With hist_ignore_space our lines, which begin with a blank, are not in the history; __cotty_spaces: we have set that option.
  [[ ! -o hist_ignore_space ]] || (( ${+__cotty_spaces} )) || return 0
  local line own=${HISTFILE-} file=${HISTFILE:-$1} ours='( |): cotty;*'
  local -i size=$HISTSIZE save=$SAVEHIST
  # If zsh writes each line to the file at once, our line is the last one: it is cut off, under the lock of zsh.
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
  # `fc -p` pushes the old list, which zsh would write at its exit, too; SAVEHIST=0 prevents that.
  SAVEHIST=0
  builtin fc -p $file $size $save
  if [[ -z $own ]]; then builtin unset HISTFILE; else HISTFILE=$own; fi
} =(:) 2>/dev/null
if (( ${+__cotty_spaces} )); then
  builtin unsetopt hist_ignore_space
  builtin unset __cotty_spaces
fi
