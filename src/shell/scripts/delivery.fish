# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (what scripts and
# agents ask) or $__cotty_delivery.line (what a person wrote in cotty's own line), then presses a key of ours. Where
# $__cotty_delivery is `tty`, the shell asks for the text over its terminal (receive.sh); then `script` or `line` is its first
# line. The keys are bound in every mode of the editor, so no state of it reads the text as keys: 713851 asks whether the editor
# reads keys, 713852 fetches the text and runs it, 713853 puts a half-typed line back.
#
# A script is read as `fish -c` reads it: it is parsed whole first, and no abbreviation is expanded. It becomes the line of
# the editor itself; only what does not fit into such a line is run by `eval`.
function __cotty_ask
    __cotty_say 'P;Ready=1'
end

function __cotty_take
    set -l kind
    set -l text
    if not __cotty_get
        __cotty_say 'P;Refused='
        return
    end
    __cotty_say 'P;Fetched=1'
    set -e __cotty_script
    if test $kind = script
        set -l fish (builtin status fish-path)
        set -l why (builtin printf %s $text | command $fish --no-config --no-execute 2>&1)
        if test $status -ne 0
            set -l said (builtin string match -v 'warning: *' -- $why | builtin string replace -r '^.*\(line (\d+)\): ' 'fish: line $1: ' | builtin string collect)
            set -l said (__cotty_escape "$said")
            __cotty_say "P;Refused=$said"
            return
        end
        set -gu __cotty_asked (builtin string trim -r -c \n -- $text | builtin string collect)
        # The cursor stands behind a blank: fish expands the abbreviation that it stands in.
        if test (builtin string length -- "$text") -gt 2048; or builtin string match -qr '\\\\\s*$|^\s*(#.*\s*)*$' -- $text
            set -gu __cotty_script $text
            set text ' builtin eval $__cotty_script # '(builtin string length -- $text)' characters '
        else
            set text (builtin string trim -r -c \n -- $text | builtin string collect)' '
        end
    else
        set text (builtin string trim -r -c \n -- $text | builtin string collect)
    end
    # The line of a person takes the place of what was half typed. A line that was kept for an earlier script, and has not come
    # back yet, is kept on.
    set -l line (__cotty_clean | builtin string collect)
    if test $kind = line
        set -gu __cotty_stash ''
    else if test -n "$line"; or test -z "$__cotty_stash"
        set -gu __cotty_stash $line
        set -gu __cotty_point (builtin commandline -C)
    end
    __cotty_say 'P;Taken=1'
    builtin commandline -r -- $text
    builtin commandline -C (builtin string length -- $text)
    builtin commandline -f execute
end

# Sets the text of its caller, and its kind, to what the host gives. Fails if nothing comes, or not all.
function __cotty_get --no-scope-shadowing
    if test $__cotty_delivery = tty
        set text (__cotty_name=$__cotty_nonce command sh -c $__cotty_reader | builtin string collect -N)
        builtin string match -qr '^\w+\n' -- "$text"; or return 1
        set kind (builtin string split -m 1 -f 1 \n -- $text)
        set text (builtin string sub -s (math 2 + (builtin string length -- $kind)) -e -1 -- $text | builtin string collect -N)
        return 0
    end
    for each in script line
        if test -r $__cotty_delivery.$each
            set kind $each
            set text (builtin string collect -N <$__cotty_delivery.$each)
            return 0
        end
    end
    return 1
end

# Prints the half-typed line without what the editor took literally of keys of ours.
function __cotty_clean
    builtin commandline | builtin string replace -ar '\e?\[71385[123]@' '' | builtin string collect
end

function __cotty_put
    if test -n "$__cotty_stash"; and test -z (builtin commandline | builtin string collect)
        builtin commandline -r -- $__cotty_stash
        builtin commandline -C $__cotty_point
        set -e __cotty_stash
        __cotty_say 'P;Put=1'
    end
end

for mode in default insert visual replace replace_one
    builtin bind -M $mode \e\[713851@ __cotty_ask
    builtin bind -M $mode \e\[713852@ __cotty_take
    builtin bind -M $mode \e\[713853@ __cotty_put
end
