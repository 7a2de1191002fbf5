# What cotty runs on another machine, for dash, bash, ksh and the sh of busybox: this file goes to `sh -s`, followed by variables and
# the name of one function. Everything that it writes lies in $d.

d=$HOME/.local/share/cotty
exec 3>&1

# What a line tells begins so, and in a line of its own, because start files of shells print text, too.
say() {
  printf '\ncotty-far %s %s\n' "$1" "$2" >&3
}

# Before each step that may take long: it is named if it does not end.
waits() {
  say waits "$1"
}

fail() {
  say error "$1"
  exit 1
}

libc() {
  if v=$(getconf GNU_LIBC_VERSION 2>/dev/null) && [ -n "$v" ]; then
    echo "$v"
  elif ldd --version 2>&1 | grep -qi musl; then
    echo musl
  else
    for each in /lib/ld-musl-*; do
      if [ -e "$each" ]; then echo musl; else echo unknown; fi
      return
    done
  fi
}

# Prints where the login shell finds Node and cotty, since it may set a longer PATH. Its start files may print text, ask something, or
# wait for ever: they have $login_s seconds. The timer and the shell write to the same pipe, and whichever ends first ends the reading.
login() {
  [ -x "$SHELL" ] || return
  {
    (
      sleep "$login_s"
      echo cotty-late
    ) </dev/null 2>/dev/null 3>&- &
    (
      "$SHELL" -lc 'echo; command -v node; command -v cotty; echo' &
      printf '\ncotty-pid %s\n' "$!"
      wait
      echo
      echo cotty-end
    ) </dev/null 2>/dev/null 3>&- &
  } | while IFS= read -r line; do
    case $line in
    'cotty-pid '*) pid=${line#cotty-pid } ;;
    /*/node | /*/cotty) echo "$line" ;;
    cotty-end) break ;;
    cotty-late)
      say late "its login shell $SHELL"
      kill -9 "$pid" 2>/dev/null
      break
      ;;
    esac
  done
}

found() {
  printf '%s\n' "$logged_in" | grep "/$1\$" | tail -n 1
}

seen=' '

node_at() {
  [ -x "$1" ] || return
  case $seen in *" $1 "*) return ;; esac
  seen="$seen$1 "
  waits "Node there ($1)"
  told=$("$1" -p 'process.versions.node+" "+process.platform+" "+process.arch+" "+process.execPath' 2>/dev/null) || return
  say node "$told"
}

# What is on PATH first, then what version managers have.
nodes() {
  node_at "$(command -v node)"
  node_at "$(found node)"
  for each in "$d"/bin/node "$HOME"/.nvm/versions/node/*/bin/node "$HOME"/.volta/tools/image/node/*/bin/node \
    "$HOME"/.local/share/fnm/node-versions/*/installation/bin/node "$HOME"/.fnm/node-versions/*/installation/bin/node \
    "$HOME"/.asdf/installs/nodejs/*/bin/node "$HOME"/.local/share/mise/installs/node/*/bin/node \
    "$HOME"/.nodenv/versions/*/bin/node "$HOME"/n/bin/node "$HOME"/.local/bin/node /usr/local/bin/node \
    /opt/homebrew/bin/node /usr/bin/node /snap/bin/node "$d"/*/node; do
    node_at "$each"
  done
}

# `host --stdio` is what makes a cotty one that can be reached.
cotty_by() {
  waits "cotty there ($2)"
  version=$(eval "$1 --version" 2>/dev/null | tail -n 1)
  [ -n "$version" ] || return
  speaks=no
  if eval "$1 host --help" 2>/dev/null | grep -q -e --stdio; then speaks=yes; fi
  say cotty "$version $speaks $2"
  waits 'its host'
  told=$(eval "$1 host status --json" 2>/dev/null | tr -d '\n')
  if [ -n "$told" ]; then say host "$told"; fi
}

cotty_there() {
  if [ -x "$d/bin/cotty" ]; then
    cotty_by '"$d/bin/cotty"' "$d/bin/cotty"
  elif command -v cotty >/dev/null; then
    cotty_by cotty "$(command -v cotty)"
  else
    path=$(found cotty)
    if [ -x "$path" ]; then cotty_by '"$path"' "$path"; fi
  fi
}

probe() {
  say system "$(uname -s) $(uname -m)"
  say libc "$(libc)"
  say home "$HOME"
  waits "the disk of $HOME"
  df -Pk "${HOME:-/}" 2>/dev/null | {
    read -r _
    read -r _ _ _ free _
    say free "$free"
  }
  for each in tar gzip; do
    if command -v "$each" >/dev/null; then say has "$each"; fi
  done
  for each in "$d"/[0-9]*; do
    if is_version "$each"; then say installed "${each##*/}"; fi
  done
  waits "the start files of its login shell $SHELL"
  logged_in=$(login)
  nodes
  cotty_there
  say done -
}

# A copy under way begins with a dot, and with a version before that was so.
is_version() {
  case $1 in *.part-*) return 1 ;; esac
  [ -d "$1" ]
}

# What copies have left that were cut off long ago.
sweep() {
  find "$d" -maxdepth 1 -name '*.part-*' -mmin +60 -exec rm -rf {} + 2>/dev/null
}

# Whoever changes what is installed takes turns with others. A lock that is three minutes old is of somebody who was cut off.
lock() {
  mkdir -p "$d" || fail "cannot make $d"
  waits 'another who installs there'
  tries=0
  until mkdir "$d/.lock" 2>/dev/null; do
    find "$d/.lock" -maxdepth 0 -mmin +3 -exec rmdir {} + 2>/dev/null
    tries=$((tries + 1))
    if [ "$tries" -gt 25 ]; then
      rm -rf "$d/$part"
      fail 'somebody else installs cotty there at this moment'
    fi
    sleep 1
  done
  trap 'rmdir "$d/.lock" 2>/dev/null' EXIT
  trap 'exit 1' HUP INT TERM PIPE
}

quoted() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}

# Why the package in a folder cannot be used; nothing if it can.
wrong() {
  told=$("$run" "$1/bin/cotty.js" --version 2>&1) || {
    echo "the package does not start: $told"
    return
  }
  if [ "$told" != "$version" ]; then
    echo "the package says it is \"$told\""
    return
  fi
  told=$(cd "$1" && "$run" -e 'require("node-pty")' 2>&1) ||
    echo "the machine code of node-pty does not load: $(printf '%s\n' "$told" | grep -m 1 Error:)"
}

# Checks the package in $part, puts it in its place as $version, and lets the launcher start it by $node; without $node by the one
# that has come along.
install() {
  lock
  sweep
  new=$d/$part
  if [ -n "$node" ]; then run=$node; else run=$new/node; fi
  waits 'the check of the copy'
  why=$(wrong "$new")
  [ -z "$why" ] || refuse "$why"
  if [ -z "$node" ]; then node=$d/$version/node; fi
  mkdir -p "$d/bin" || refuse "cannot make $d/bin"
  printf '#!/bin/sh\n# Made by "cotty machine".\nexec %s %s "$@"\n' "$(quoted "$node")" \
    "$(quoted "$d/$version/bin/cotty.js")" >"$d/bin/cotty.$$" || refuse "cannot write to $d/bin"
  chmod 755 "$d/bin/cotty.$$"
  # What somebody has installed just before may run already.
  if [ -d "$d/$version" ] && [ -z "$(wrong "$d/$version")" ]; then
    rm -rf "$new"
  else
    if [ -e "$d/$version" ]; then mv "$d/$version" "$new.old"; fi
    touch "$new"
    mv "$new" "$d/$version" || refuse "cannot make $d/$version"
    rm -rf "$new.old"
  fi
  mv -f "$d/bin/cotty.$$" "$d/bin/cotty" || refuse "cannot write $d/bin/cotty"
  told=$("$d/bin/cotty" --version 2>&1)
  [ "$told" = "$version" ] || fail "$d/bin/cotty says it is \"$told\""
  say done -
}

refuse() {
  rm -rf "$new" "$d/bin/cotty.$$"
  fail "$1"
}

# Removes the versions beside $version from which no process runs, and which nobody has installed in the last minutes.
prune() {
  part=none
  lock
  sweep
  running=$({
    cat /proc/[0-9]*/cmdline | tr '\0' '\n'
    ps -A -o args
  } 2>/dev/null)
  for each in "$d"/[0-9]*; do
    is_version "$each" && [ "$each" != "$d/$version" ] || continue
    [ -z "$(find "$each" -maxdepth 0 -mmin -10)" ] || continue
    case $running in
    *"$each/"*) say kept "${each##*/}" ;;
    *) rm -rf "$each" && say removed "${each##*/}" ;;
    esac
  done
  say done -
}

# Ends the host, and removes all that `install` has brought.
purge() {
  part=none
  lock
  waits 'the end of its host'
  if [ -x "$d/bin/cotty" ]; then "$d/bin/cotty" host stop --yes >/dev/null 2>&1; fi
  rm -rf "$d/bin" "$d"/[0-9]* "$d"/.part-* || fail "cannot remove $d"
  rmdir "$d/.lock" "$d" 2>/dev/null
  say done -
}

# Tells about the host that runs, and starts none.
status() {
  PATH="$d/bin:$PATH"
  if command -v cotty >/dev/null; then path=$(command -v cotty); else
    logged_in=$(login)
    path=$(found cotty)
  fi
  if [ -z "$path" ]; then fail 'there is no cotty here'; fi
  waits 'its host'
  told=$("$path" host status --json 2>&1 | tr '\n' ' ')
  say host "$told"
  say done -
}
