#!/bin/sh
# What ssh runs to ask for a password or about a host key (SSH_ASKPASS): the question is asked in the window that connects.
exec "$COTTY_ASK_NODE" "$COTTY_ASK_LAUNCHER" machine ask -- "$1"
