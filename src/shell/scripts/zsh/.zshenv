# Read by zsh in place of the user's .zshenv, because ZDOTDIR points here. This file restores ZDOTDIR before zsh reads
# any file of the user, so .zshenv, .zprofile, .zshrc, .zlogin and the history file are all found in their usual places.

typeset -g +x __cotty_nonce=${COTTY_NONCE-} __cotty_folder=$ZDOTDIR __cotty_quiet=${COTTY_QUIET-} __cotty_delivery=${COTTY_DELIVERY-}
if [[ -n ${COTTY_ZDOTDIR+set} ]]; then
  export ZDOTDIR=$COTTY_ZDOTDIR
else
  unset ZDOTDIR
fi
unset COTTY_NONCE COTTY_ZDOTDIR COTTY_QUIET COTTY_DELIVERY

# Define our functions first: the user's aliases must not get into them.
[[ ! -o interactive || -z $__cotty_nonce ]] || builtin source $__cotty_folder/../integration.zsh
unset __cotty_folder

[[ ! -r ${ZDOTDIR-$HOME}/.zshenv ]] || builtin source ${ZDOTDIR-$HOME}/.zshenv

(( ! ${+functions[__cotty_await]} )) || __cotty_await
