/** The table of subcommands: how each is written and what it does. `run.ts` loads them, `help.ts` prints them. */

export type SubcommandText = { readonly usage: string; readonly summary: string };

/** `cotty` without a subcommand. */
export const windowText: SubcommandText = {
  usage: 'cotty [--embed] [--clean] [--ephemeral] [--raw-log] [--connect URL] [--config FILE] [--nest]',
  summary: 'open the window: joins your host, or starts one in the background',
};

export const subcommands = {
  new: {
    usage: 'cotty new [NAME] [--cwd DIR] [--detached] [--clean] [--ephemeral] [--raw-log] [-- COMMAND…]',
    summary: 'make a terminal, run COMMAND in it, and show it',
  },
  attach: { usage: 'cotty attach NAME', summary: 'open the window on the terminal NAME' },
  share: {
    usage: 'cotty share [--name NAME] [--to URL] [-- COMMAND…]',
    summary: 'your own shell right here, and a tab at your host or at URL for others to watch',
  },
  ls: { usage: 'cotty ls [--json]', summary: 'list the terminals' },
  run: {
    usage: 'cotty run NAME [--timeout S] [--plain | --raw] [--json] (-- COMMAND… | - < SCRIPT)',
    summary: 'run COMMAND in that terminal, print its output as it comes, end with its exit code',
  },
  read: {
    usage: 'cotty read NAME [--last N | --since SEQ | --seq N | --lines N | --screen] [--raw] [--json]',
    summary: 'print the last command with its output, others, the last lines, or the screen',
  },
  send: {
    usage: 'cotty send NAME [-l] KEYS…',
    summary: 'type text and keys (Enter, C-c, Up, F5); with -l all of it is text',
  },
  wait: {
    usage: 'cotty wait [NAME…] [--timeout S] [--failed] [--matches RE] [--longer S] [--json]',
    summary: 'wait until the running command ends, or the next one; end with its exit code',
  },
  watch: {
    usage: 'cotty watch [NAME…] [--failed] [--matches RE] [--longer S] [--json]',
    summary: 'print a line for each command that ends, until Ctrl+C',
  },
  forget: {
    usage: 'cotty forget NAME SEQ',
    summary: 'erase command line and output of one record, in memory and on disk',
  },
  kill: {
    usage: 'cotty kill (NAME… | --all [--yes])',
    summary: 'end terminals and what runs in them',
  },
  mcp: {
    usage: 'cotty mcp [--handle NAME] [--root DIR] [--compat]',
    summary: 'terminals for an agent: an MCP server on stdin and stdout',
  },
  host: {
    usage:
      'cotty host [--listen HOST:PORT] [--clean] [--ephemeral] [--raw-log] [status | stop | limits] [--json]',
    summary: 'run the host in the foreground; show it; stop it and all terminals; list its limits',
  },
  history: {
    usage:
      'cotty history [--terminal NAME] [--failed] [--writer WHO] [--since T] [--grep RE] [--limit N] [--json]',
    summary: 'print what ran in all terminals, newest last; needs no host',
  },
  doctor: {
    usage: 'cotty doctor [--json]',
    summary: 'test what this outer terminal, shell and host can do',
  },
  keys: { usage: 'cotty keys [--list] [--config FILE]', summary: 'print the keys as they are now' },
  config: { usage: 'cotty config', summary: 'print a commented configuration to start from' },
} as const satisfies Readonly<Record<string, SubcommandText>>;

export type SubcommandName = keyof typeof subcommands;

export function isSubcommand(name: string): name is SubcommandName {
  return Object.hasOwn(subcommands, name);
}
