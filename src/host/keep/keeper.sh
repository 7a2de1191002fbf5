# Holds the masters of a host's terminals while the host lives, and starts the next host when it is gone: the descriptors from
# 4 on are the masters, which that host inherits. It never reads or writes them.
#
# Descriptor 3 comes from the host. A line on it says that another keeper holds the masters; its end, that the host is gone.
# Each argument is a command that starts the next host, as a line of this shell: when the first one fails the second one takes
# its place, and the last is tried again and again. The host ends this shell when it has a keeper of its own.

if IFS= read -r _ <&3; then exit 0; fi
exec 3<&-

pause=0
while :; do
  eval "$1" </dev/null && exit 0
  if [ "$#" -gt 1 ]; then shift; continue; fi
  # A host that dies again and again is given more and more time, and its programs are held all the same.
  pause=$((pause < 5 ? pause + 1 : 5))
  sleep "$pause"
done
