# What runs in the pane: does what it is told, line by line, without showing it. Ctrl+C ends only what it was told.
stty -echo
trap : INT
printf 'µ\n'
while :; do
  read -r line && eval "$line"
done
