/** The table of subcommands: usage and summary of each. `loaders.ts` loads them, `help-pages.ts` prints the table. */

/** `usage` has one line for each form of the subcommand; an indented line continues the one before. */
export type SubcommandText = {
  readonly usage: string;
  readonly summary: string;
  /** Why it takes no `--connect`, as the end of a sentence; absent for one that asks a host. */
  readonly noConnect?: string;
};

/** `cotty` without a subcommand. */
export const windowText: SubcommandText = {
  usage: `cotty [--embed] [--clean] [--ephemeral] [--raw-log] [--connect URL] [--config FILE]
      [--nest | --linear]`,
  summary:
    'open the window on your host, or its terminals as plain lines; start the host if it does not run yet',
};

export const subcommands = {
  tour: {
    usage: 'cotty tour [--nest]',
    summary: 'try cotty for a minute in a folder that is removed afterwards, with what you do there',
    noConnect: 'it runs a host of its own',
  },
  new: {
    usage:
      'cotty new [NAME] [--cwd DIR] [--right | --below | --left | --above [OF]] [--detached]\n        [--clean] [--ephemeral] [--raw-log] [-- COMMAND…]',
    summary:
      'make a terminal, run COMMAND in it, and show it in a window, or in a pane beside OF (or this one)',
  },
  up: {
    usage: 'cotty up [--yes]',
    summary: 'open the terminals that the project file .cotty of this folder names, after asking once',
  },
  attach: { usage: 'cotty attach NAME', summary: 'open the window and show the terminal NAME' },
  layout: {
    usage:
      'cotty layout [NAME] [--on MACHINES] [--tmux]\ncotty layout set LAYOUT NAME NAME…\ncotty layout set TREE',
    summary: 'print which terminals stand side by side, as JSON or as tmux writes it; or arrange them so',
  },
  share: {
    usage: 'cotty share [--name NAME] [--to URL] [-- COMMAND…]',
    summary:
      'run your own shell right here, and let others watch it as a tab of your host or of the host at URL',
  },
  ls: {
    usage: 'cotty ls [--closed] [--on MACHINES | --all] [--json]',
    summary: 'list the terminals; or those closed in the last five minutes, which can still be read',
  },
  run: {
    usage: `cotty run NAME [--on MACHINES] [--queue] [--timeout S] [--plain | --raw] [--json]
        (-- COMMAND… | - < SCRIPT)
cotty run --each NAMES [--on MACHINES] [--all | --any] [--queue] [--timeout S] [--json]
        (-- COMMAND… | - < SCRIPT)`,
    summary: 'run COMMAND in the terminal NAME, or in several, print its output, and exit with its exit code',
  },
  read: {
    usage:
      'cotty read (NAME | --each NAMES) [--on MACHINES]\n        [--last N | --since SEQ | --seq N [--lines A-B] | --lines N | --screen] [--raw] [--json]',
    summary:
      'print the last command with its output; or others, lines of one output, the last lines, the screen',
  },
  send: {
    usage: 'cotty send (NAME | --each NAMES) [--on MACHINES] [-l] KEYS…',
    summary:
      'type text and keys (Enter, C-c, Up, F5) into a terminal, or several; with -l everything is text',
  },
  wait: {
    usage: `cotty wait [NAME…] [--on MACHINES] [--timeout S] [--failed] [--matches RE] [--longer S] [--json]
cotty wait --each NAMES [--on MACHINES] [--all | --any] [--timeout S]
        [--failed] [--matches RE] [--longer S] [--json]
cotty wait [NAME…] [--on MACHINES] --until STATE [--timeout S] [--json]`,
    summary:
      'wait until the running command (or the next) ends and exit with its code, or for its program to be STATE',
  },
  watch: {
    usage: `cotty watch [NAME…] [--on MACHINES | --all] [--failed] [--matches RE] [--longer S] [--json]
cotty watch [NAME…] [--on MACHINES | --all] --program (blocked | done) [--json]`,
    summary:
      'print one line for each command that ends, or whose program waits or is done, until you press Ctrl+C',
  },
  status: {
    noConnect: 'it reports to the terminal that it runs in',
    usage: `cotty status (working | blocked | done | idle | error | clear) [--kind KIND] [--progress N]
        [--msg TEXT] [--app NAME] [--title TEXT] [--id PATH]`,
    summary: 'report what your script does: whether it works, waits for an answer, or is done',
  },
  forget: {
    usage: 'cotty forget (NAME:SEQ | NAME SEQ)',
    summary: 'erase the command line and the output of one record, in memory and on disk',
  },
  note: {
    usage: 'cotty note NAME[:SEQ] [TEXT… | --remove] [--bookmark | --no-bookmark]',
    summary:
      'write a note on the last command of NAME, or on another; set its bookmark; or print both; needs no host',
  },
  kill: {
    usage: 'cotty kill (NAME… | --all [--yes])',
    summary: 'end terminals and the programs that run in them',
  },
  undo: {
    usage: 'cotty undo [NAME]',
    summary: 'bring back the terminal that was closed last, or the closed one called NAME',
  },
  mcp: {
    usage: 'cotty mcp [--handle NAME] [--root DIR] [--compat]',
    summary: 'give an agent terminals: run an MCP server on stdin and stdout',
  },
  agent: {
    usage: `cotty agent explain NAME [--json]
cotty agent hook AGENT (install | status | remove | print)
cotty agent report STATE [--kind K] [--msg TEXT] [--app NAME] [--id PATH] [--event NAME] [--quiet]`,
    summary: 'explain how cotty knows what an agent does; let agents report it by hooks',
  },
  host: {
    usage: `cotty host [--listen HOST:PORT] [--nats URL [--nats-outputs]] [--clean] [--ephemeral] [--raw-log]
cotty host --stdio [--join] [--clean] [--ephemeral] [--raw-log]
cotty host (status | stop | restart | limits) [--json] [--yes]
cotty host (install | uninstall) [--systemd | --launchd] [--listen HOST:PORT]`,
    summary:
      'run the host in the foreground; show its status, stop or exchange it, list its limits; start it at login',
  },
  machine: {
    noConnect: 'it names machines itself',
    usage: `cotty machine add ADDRESS [--name NAME] [--node] [--yes]
cotty machine ls [--json]
cotty machine (rm NAME [--purge] | upgrade NAME… [--node]) [--yes]
cotty machine rename NAME NEW`,
    summary: 'name other machines, bring cotty there, and see which of them answer',
  },
  forward: {
    noConnect: 'it names machines itself',
    usage: 'cotty forward MACHINE:PORT… [--port LOCAL]\ncotty forward MACHINE [--json]',
    summary:
      'reach a port of another machine at 127.0.0.1 until Ctrl+C; list those on which its programs listen',
  },
  fleet: {
    noConnect: 'it asks the NATS server of --nats',
    usage: `cotty fleet ls [--nats URL [--nats-creds FILE] [--nats-ca FILE]] [--timeout S] [--json]
cotty fleet history [TEXT…] [--failed] [--host HOST] [--terminal NAME] [--cwd FOLDER] [--writer WHO]
        [--since T] [--until T] [--longer S] [--exit N] [--limit N | --all] [--rebuild] [--json]
cotty fleet watch [--name WATCHER] [--failed] [--host HOST] [--matches RE]
        [--longer S] [--limit N] [--json]
cotty fleet watch [--name WATCHER] --forget
cotty fleet output HOST TERMINAL SEQ [--timeout S]`,
    summary:
      'list the hosts that publish to NATS (--nats); search and follow what runs there, print an output',
  },
  web: {
    noConnect: 'it serves the terminals of your own host',
    usage: `cotty web [--listen HOST:PORT] [--cert FILE --key FILE | --http] [--allow-host NAME]
        [--watch] [--no-open] [--json]
cotty web (links | status | stop) [--json]
cotty web revoke (ID | --all)`,
    summary:
      'print a link to your terminals for a browser, here or on the phone; list links, end them, stop serving',
  },
  notify: {
    usage: `cotty notify [--test] [--json]
cotty notify (--ntfy URL | --webhook URL) [--with-text] [--with-done] [--test]
cotty notify off`,
    summary: 'send a notice when a program waits for you and nobody looks: to an ntfy topic or a webhook',
  },
  diff: {
    noConnect: 'it reads the records of this machine',
    usage: 'cotty diff A [B] [--green] [--side] [--unmasked] [--context N] [--no-color] [--json]',
    summary: 'print what differs between two runs, or between a run and the one before it; needs no host',
  },
  history: {
    usage:
      'cotty history [--terminal NAME] [--cwd FOLDER] [--failed] [--noted] [--bookmarked] [--writer WHO]\n        [--since T] [--until T] [--longer S] [--exit N] [--host NAME] [--repo (NAME | FOLDER)]\n        [--grep RE] [--output TEXT] [--order ORDER] [--limit N | --all]\n        [--on MACHINES] [--format FMT | --json | --markdown]\ncotty history --waited [--terminal NAME] [--writer WHO] [--since T] [--grep RE] [--limit N | --all] [--json]',
    summary:
      'open the history in the window; with options or in a pipe print commands, newest last; or who waited',
  },
  stats: {
    usage: `cotty stats [WORDS…] [--terminal NAME] [--cwd FOLDER] [--failed] [--noted] [--bookmarked]
        [--writer WHO] [--since T] [--until T] [--longer S] [--exit N] [--host NAME]
        [--repo (NAME | FOLDER)] [--limit N] [--no-color] [--json | --svg [-o FILE] [--force]]`,
    summary:
      'print which commands run most, take longest or change their exit code; as text, data or a picture',
  },
  export: {
    noConnect: 'it reads the records of this machine',
    usage: `cotty export RUNS… [--format FORMAT | --cast [--recording]] [-o FILE] [--force]
        [--theme (light | dark | auto)] [--title HEADING] [--with-secrets]`,
    summary:
      'write finished commands (build, build:3, build:3-7, build:-2) as md, html, svg, png, cast, json or txt',
  },
  play: {
    usage: `cotty play FILE [--timeout S]
cotty play FILE --check [--keep-going] [--unmasked] [--junit REPORT] [--timeout S]
cotty play FILE --list`,
    summary:
      'run the shell blocks of a Markdown file one by one, and stop where they differ from what was recorded',
  },
  doctor: {
    noConnect: 'it checks this machine',
    usage: 'cotty doctor [--json]',
    summary: 'report what to change in your terminal, shell, host and files so that more works',
  },
  keys: {
    noConnect: 'it asks no host',
    usage: 'cotty keys [--list] [--config FILE]',
    summary: 'print all keys as your configuration sets them',
  },
  config: {
    noConnect: 'it asks no host',
    usage: `cotty config
cotty config get [NAME]
cotty config set NAME VALUE
cotty config (bind MODE KEY COMMAND… | unbind MODE KEY)
cotty config import-tmux [FILE]`,
    summary: 'print a sample configuration, or what a .tmux.conf is here; print or change a setting or a key',
  },
  completion: {
    noConnect: 'it asks no host',
    usage: 'cotty completion (bash | zsh | fish)',
    summary:
      'print a script by which the shell completes subcommands, options, names of terminals and machines',
  },
  'shell-init': {
    noConnect: 'it asks no host',
    usage: 'cotty shell-init (bash | zsh | fish)',
    summary: 'print what gives a shell blocks wherever it runs; for its rc file, also on other machines',
  },
} as const satisfies Readonly<Record<string, SubcommandText>>;

export type SubcommandName = keyof typeof subcommands;

export function isSubcommand(name: string): name is SubcommandName {
  return Object.hasOwn(subcommands, name);
}
