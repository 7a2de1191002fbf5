# What cotty runs on another machine, for dash, bash, ksh and the sh of busybox: this file goes to `sh -s`, followed by variables and
# the name of one function. Everything that it writes lies in $d.

d=$HOME/.local/share/cotty

# What a line tells begins so, because start files of shells print lines, too.
say() {
  printf 'cotty-far %s %s\n' "$1" "$2"
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

# Asks the login shell, which may set a longer PATH.
login() {
  [ -x "$SHELL" ] && "$SHELL" -lc "$1" 2>/dev/null | tail -n 1
}

seen=' '

node_at() {
  [ -x "$1" ] || return
  case $seen in *" $1 "*) return ;; esac
  seen="$seen$1 "
  told=$("$1" -p 'process.versions.node+" "+process.platform+" "+process.arch+" "+process.execPath' 2>/dev/null) || return
  say node "$told"
}

# What is on PATH first, then what version managers have.
nodes() {
  node_at "$(command -v node)"
  node_at "$(login 'command -v node')"
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
  version=$(eval "$1 --version" 2>/dev/null | tail -n 1)
  [ -n "$version" ] || return
  speaks=no
  if eval "$1 host --help" 2>/dev/null | grep -q -e --stdio; then speaks=yes; fi
  say cotty "$version $speaks $2"
  told=$(eval "$1 host status --json" 2>/dev/null | tr -d '\n')
  if [ -n "$told" ]; then say host "$told"; fi
}

cotty_there() {
  if [ -x "$d/bin/cotty" ]; then
    cotty_by '"$d/bin/cotty"' "$d/bin/cotty"
  elif command -v cotty >/dev/null; then
    cotty_by cotty "$(command -v cotty)"
  else
    path=$(login 'command -v cotty')
    if [ -x "$path" ]; then cotty_by '"$path"' "$path"; fi
  fi
}

probe() {
  say system "$(uname -s) $(uname -m)"
  say libc "$(libc)"
  say home "$HOME"
  df -Pk "${HOME:-/}" 2>/dev/null | {
    read -r _
    read -r _ _ _ free _
    say free "$free"
  }
  for each in tar gzip; do
    if command -v "$each" >/dev/null; then say has "$each"; fi
  done
  for each in "$d"/[0-9]*; do
    if [ -d "$each" ]; then say installed "${each##*/}"; fi
  done
  nodes
  cotty_there
  say done -
}

quoted() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"
}

# Checks the package in $part, puts it in its place as $version, and lets the launcher start it by $node; without $node by the one
# that has come along.
install() {
  part=$d/$part
  if [ -n "$node" ]; then run=$node; else run=$part/node; fi
  told=$("$run" "$part/bin/cotty.js" --version 2>&1) || refuse "the package does not start: $told"
  [ "$told" = "$version" ] || refuse "the package says it is \"$told\""
  told=$(cd "$part" && "$run" -e 'require("node-pty")' 2>&1) ||
    refuse "the machine code of node-pty does not load: $(printf '%s\n' "$told" | grep -m 1 Error:)"
  if [ -e "$d/$version" ]; then mv "$d/$version" "$part.old"; fi
  mv "$part" "$d/$version" || refuse "cannot make $d/$version"
  rm -rf "$part.old"
  if [ -z "$node" ]; then node=$d/$version/node; fi
  mkdir -p "$d/bin"
  printf '#!/bin/sh\n# Made by "cotty machine".\nexec %s %s "$@"\n' "$(quoted "$node")" \
    "$(quoted "$d/$version/bin/cotty.js")" >"$d/bin/cotty.new" || fail "cannot write $d/bin/cotty.new"
  chmod 755 "$d/bin/cotty.new"
  mv -f "$d/bin/cotty.new" "$d/bin/cotty" || fail "cannot write $d/bin/cotty"
  told=$("$d/bin/cotty" --version 2>&1)
  [ "$told" = "$version" ] || fail "$d/bin/cotty says it is \"$told\""
  # What a copy that was cut off has left.
  find "$d" -maxdepth 1 -name '*.part-*' -mmin +60 -exec rm -rf {} + 2>/dev/null
  say done -
}

refuse() {
  rm -rf "$part"
  fail "$1"
}

# Removes the versions beside $version from which no process runs.
prune() {
  running=$({
    cat /proc/[0-9]*/cmdline | tr '\0' '\n'
    ps -A -o args
  } 2>/dev/null)
  for each in "$d"/[0-9]*; do
    [ -d "$each" ] && [ "$each" != "$d/$version" ] || continue
    case $running in
    *"$each/"*) say kept "${each##*/}" ;;
    *) rm -rf "$each" && say removed "${each##*/}" ;;
    esac
  done
  say done -
}

# Ends the host, and removes all that `install` has brought.
purge() {
  if [ -x "$d/bin/cotty" ]; then "$d/bin/cotty" host stop --yes >/dev/null 2>&1; fi
  rm -rf "$d/bin" "$d"/[0-9]* || fail "cannot remove $d"
  rmdir "$d" 2>/dev/null
  say done -
}
