# Removes the line that has read `enter` from the history of bash: nobody has typed it.
__cotty_newest
[[ $__cotty_line != *'/enter'* ]] || builtin history -d "$__cotty_number"
