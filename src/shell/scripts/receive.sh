# Reads a text that the host sends to a shell over the terminal (`host/run/payload.ts`), and prints it with a dot after it. It prints
# nothing if the text does not arrive completely. `sh` runs it, so that all shells use the same script. The script is also typed as
# one line: so each line is a statement, and there are no single quotes.
#
# Meanwhile the terminal is in raw mode: no line buffering, no echo, no signals. The modes are restored at every exit, also after 15
# seconds without a byte, or at a Ctrl+C, which is an ordinary byte here. The mark P;Reads=TURN requests the text: `{TURN LENGTH}`,
# then LENGTH characters of printable ASCII that end with a `}`. P;Got=NUMBER acknowledges the characters so far: the host sends only
# a limited number without an acknowledgement.
t=/dev/tty
n=$__cotty_name
k=$(printf "\003")
b=
LC_ALL=C
export LC_ALL
exec <$t 2>/dev/null
s=$(stty -g) || exit 1
trap "stty $s" 0
trap "exit 1" 1 2 3 15
say() { printf "\033]633;P;%s;%s\007" $1 $n >$t; }
more() {
  g=$(dd bs=4096 count=1)
  case $g in ""|*"$k"*) exit 1; esac
  b=$b$g
}
stty -icanon -isig -ixon -echo min 0 time 150 || exit 1
say Reads=$$
while case $b in *"{$$ "*"}"*) false; esac
do
  more
done
b=${b#*"{$$ "}
l=${b%%"}"*}
b=${b#*"}"}
while [ ${#b} -lt $l ]
do
  more
  say Got=${#b}
done
p=${b%"}"}
[ $l = $((${#p}+1)) ] || exit 1
printf %b. "$p"
