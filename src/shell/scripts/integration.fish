# cotty's shell integration for fish, read by `fish --init-command` after the user's own configuration.
#
# With __cotty_inner set, the script is for an inner shell, whose own start files were read already, and the delivery functions are
# defined (`nest/inner-script.ts`). Such a shell makes a random name that it uses as its nonce.
#
# The script prints OSC 633 marks, each with a nonce that only this shell knows:
#   A prompt starts   E;LINE command line   C command starts   D;CODE command ended   P;Cwd=PATH
#   P;HistFile=PATH   P;EditMode=vi or emacs   P;Shell=fish   P;User=NAME   P;Host=NAME
#   P;Editor=keys, tty or none   P;Ready=1   P;Fetched=1   P;Taken=1   P;Refused=MESSAGE   P;Open=1   P;Kept=1   P;Put=1   (see delivery.fish)
# P;Unrecorded=1 comes before C if the line begins with a blank: fish then keeps it out of its history.
# The end of the prompt has no mark: fish_prompt would have to be replaced, and `funcsave fish_prompt` would then write
# our replacement into the user's files. Before fish draws the prompt it turns bracketed paste on.

if status is-interactive; and not set -q __cotty_nonce; and begin; set -q COTTY_NONCE; or set -q __cotty_inner; end
    set -gu __cotty_nonce $COTTY_NONCE
    set -q __cotty_inner; and set -gu __cotty_nonce "~"(random)(random)(random)$fish_pid
    set -gu __cotty_delivery tty
    set -q __cotty_inner; or set -gu __cotty_delivery $COTTY_DELIVERY

    # In a terminal that an agent created: override the pagers and editors from the user's files, and keep the history
    # in memory only.
    set -gu __cotty_quiet $COTTY_QUIET
    for pair in (builtin string split -n ' ' -- $__cotty_quiet)
        set -l parts (builtin string split -m 1 = -- $pair)
        set -gx $parts[1] $parts[2]
    end
    function __cotty_forget
        test -n "$__cotty_quiet"; or return 0
        set -q fish_history; and test -z "$fish_history"; or set -g fish_history ''
    end
    __cotty_forget

    function __cotty_say
        builtin printf '\e]633;%s;%s\a' "$argv[1]" $__cotty_nonce
    end

    # Prints $argv[1] on one line, without backslashes, semicolons and control characters.
    function __cotty_escape
        set -l lines (builtin string split \n -- (builtin string sub -l 49152 -- "$argv[1]" | builtin string collect))
        set lines (builtin string replace -a \\ \\\\ -- $lines)
        set lines (builtin string replace -a ';' '\\x3b' -- $lines)
        if builtin string match -qr '[\x01-\x1f\x7f]' -- $lines
            for hex in 01 02 03 04 05 06 07 08 09 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 7f
                set lines (builtin string replace -ar "\\x$hex" "\\\\\\x$hex" -- $lines)
            end
        end
        builtin string join '\\x0a' -- $lines
    end

    function __cotty_executed --on-event fish_preexec
        set -l text "$argv[1]"
        set -q __cotty_asked; and set text $__cotty_asked
        set -l line (__cotty_escape "$text" | builtin string collect)
        __cotty_say "E;$line"
        builtin string match -q ' *' -- "$line"; and __cotty_say 'P;Unrecorded=1'
        __cotty_say C
        set -gu __cotty_open 1
    end

    function __cotty_finished --on-event fish_postexec
        set -l code $status
        # The line that has loaded this script is not reported as a command.
        if set -q __cotty_unsaid
            set -e __cotty_unsaid
            return
        end
        # After a Ctrl+C just before the command, fish does not call fish_preexec.
        set -q __cotty_open; or __cotty_executed $argv
        set -e __cotty_open
        set -e __cotty_asked
        __cotty_say "D;$code"
    end

    function __cotty_prompt --on-event fish_prompt
        __cotty_forget
        set -e __cotty_asked
        if test "$PWD" != "$__cotty_cwd"
            set -gu __cotty_cwd $PWD
            set -l path (__cotty_escape "$PWD")
            __cotty_say "P;Cwd=$path"
        end
        __cotty_tell
        test -n "$__cotty_stash"; and __cotty_say 'P;Kept=1'
        __cotty_say A
    end

    # Reports the history file and the keys of the line editor, if they have changed.
    function __cotty_tell
        set -l name fish
        set -q fish_history; and set name $fish_history
        test "$name" = default; and set name fish
        set -l data $HOME/.local/share
        test -n "$XDG_DATA_HOME"; and set data $XDG_DATA_HOME
        set -l file ''
        test -n "$name"; and not set -q fish_private_mode; and set file $data/fish/{$name}_history
        if test "$file" != "$__cotty_histfile"
            set -gu __cotty_histfile $file
            set -l path (__cotty_escape "$file")
            __cotty_say "P;HistFile=$path"
        end
        set -l keys emacs
        test "$fish_key_bindings" = fish_vi_key_bindings; and set keys vi
        test "$fish_key_bindings" = fish_hybrid_key_bindings; and set keys vi
        if test $keys != "$__cotty_keys"
            set -gu __cotty_keys $keys
            __cotty_say "P;EditMode=$keys"
        end
    end

    test -n "$__cotty_delivery"; and not set -q __cotty_inner; and source (status dirname)/delivery.fish
    __cotty_say 'P;Shell=fish'
    if test "$__cotty_delivery" = tty
        if command -sq sh; and command -sq stty; and command -sq dd
            __cotty_say 'P;Editor=tty'
        else
            __cotty_say 'P;Editor=none'
        end
    else if test -n "$__cotty_delivery"; and test -x (builtin string replace -r '/[^/]*$' '' -- $__cotty_delivery)
        __cotty_say 'P;Editor=keys'
    else
        __cotty_say 'P;Editor=none'
    end
    if set -q __cotty_inner
        set -l name (__cotty_escape "$USER")
        __cotty_say "P;User=$name"
        set -l name (__cotty_escape "$hostname")
        __cotty_say "P;Host=$name"
    end
end
set -e __cotty_inner
set -e COTTY_QUIET
set -e COTTY_DELIVERY
# Must be the last command: its status is the $status that the first command sees.
set -e COTTY_NONCE
