# Reads a text that the host gives to a shell over the terminal (`host/run/payload.ts`), and prints it with a dot behind it. It prints
# nothing if the text does not arrive whole. `sh` runs it, so it is one for all shells. It is typed as one line, too: so each line is
# a statement, and there are no single quotes.
#
# The terminal hands over each byte meanwhile, without echo and without signals. It is set back at every end, also after 15 seconds
# without a byte, or at a Ctrl+C, which is a byte like others here. The mark P;Reads=TURN asks for the text: `{TURN LENGTH}`, then
# so many characters of printable ASCII with a `}` at their end. P;Got=NUMBER tells how many have come: the host sends no more than
# some before it is told.
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
