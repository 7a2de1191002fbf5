# Holds the pty masters of a host while it lives, and starts the next host when it has ended. The descriptors from 4 on are the
# masters, which the next host inherits. They are never read or written here.
#
# Descriptor 3 is a pipe from the host. A line on it means that another fd holder holds the masters; its end means that the host has
# ended. Each argument is a command line that starts the next host: if the first one fails, the second one is used, and the last
# one is repeated without end. The next host ends this shell when it has an fd holder of its own.

if IFS= read -r _ <&3; then exit 0; fi
exec 3<&-

pause=0
while :; do
  eval "$1" </dev/null && exit 0
  if [ "$#" -gt 1 ]; then shift; continue; fi
  # If the host dies again and again, the pauses become longer. The masters are held meanwhile.
  pause=$((pause < 5 ? pause + 1 : 5))
  sleep "$pause"
done
