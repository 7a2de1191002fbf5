# Delivery: how the host gives a command to this shell. It writes the text into $__cotty_delivery.script (a command of a script or
# an agent), $__cotty_delivery.part (a script of which further lines may follow) or $__cotty_delivery.line (a line that a user typed
# in cotty's own editor), then sends one of our keys. If $__cotty_delivery is `tty`, the shell requests the text over its terminal
# (receive.sh); its first line is then `script`, `part` or `line`.
# The keys are bound in every mode of the editor, so that the text is never read as keys, whatever its state: 713851 asks whether
# the editor reads keys, 713852 fetches the text and runs it, 713853 restores a half-typed line.
#
# A script is read as `fish -c` reads it: it is parsed as a whole first, and no abbreviation is expanded. It becomes the line of
# the editor; a script that cannot be such a line is run by `eval`.
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
    if test $kind = part
        if __cotty_is_open $text
            __cotty_say 'P;Open=1'
            return
        end
        set kind script
    end
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
        # The cursor is put after a blank: fish would expand an abbreviation at the cursor.
        if test (builtin string length -- "$text") -gt 2048; or builtin string match -qr '\\\\\s*$|^\s*(#.*\s*)*$' -- $text
            set -gu __cotty_script $text
            set text ' builtin eval $__cotty_script # '(builtin string length -- $text)' characters '
        else
            set text (builtin string trim -r -c \n -- $text | builtin string collect)' '
        end
    else
        set text (builtin string trim -r -c \n -- $text | builtin string collect)
    end
    # A user's line replaces the half-typed text. A line that was stashed for an earlier script and is not restored yet stays stashed.
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

# Tests whether fish would read further lines of a text. The editor tells it of its own line, but for a backslash at the end.
function __cotty_is_open
    set -l line (builtin commandline | builtin string collect)
    set -l point (builtin commandline -C)
    builtin commandline -r -- $argv[1]
    builtin commandline --is-valid
    set -l code $status
    builtin commandline -r -- $line
    builtin commandline -C $point
    test $code -ne 2; or return 0
    builtin string match -qr '(?<!\\\\)(\\\\\\\\)*\\\\\n*$' -- $argv[1]; or return 1
    set -l fish (builtin status fish-path)
    not builtin printf %s $argv[1] | command $fish --no-config --no-execute 2>/dev/null
end

# Sets `text` and `kind` of its caller to what the host has delivered. Fails if the text is missing or incomplete.
function __cotty_get --no-scope-shadowing
    if test $__cotty_delivery = tty
        set text (__cotty_name=$__cotty_nonce command sh -c $__cotty_reader | builtin string collect -N)
        builtin string match -qr '^\w+\n' -- "$text"; or return 1
        set kind (builtin string split -m 1 -f 1 \n -- $text)
        set text (builtin string sub -s (math 2 + (builtin string length -- $kind)) -e -1 -- $text | builtin string collect -N)
        return 0
    end
    for each in script part line
        if test -r $__cotty_delivery.$each
            set kind $each
            set text (builtin string collect -N <$__cotty_delivery.$each)
            return 0
        end
    end
    return 1
end

# Prints the half-typed line without our keys, if the editor has inserted them literally.
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
    # Replies of the terminal that a program has asked for and not read, because it has ended, are not typed.
    for reply in \e\]7501\;\?\e\\ \e\]7501\;\?\a \e\[\?1\;2c \e\[\?62\;4\;22c
        builtin bind -M $mode $reply true
    end
end
