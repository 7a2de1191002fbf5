/**
 * Finds out whether a command line starts another shell, and where that shell runs. Marks of an unknown shell are accepted only
 * while such a command runs: marks in a file that is printed must not create blocks.
 */

import { type Called, called } from '../danger/called.ts';
import { parseShell, type SimpleCommand } from '../danger/shell-words.ts';

/**
 * `here`: an interactive shell on this machine. `away`: one on another machine or in a container, named by `place` (`ssh box`).
 * `maybe`: the command may start one, which its line does not say.
 */
export type Entered =
  | { readonly kind: 'here' }
  | { readonly kind: 'away'; readonly place: string }
  | { readonly kind: 'maybe' };

const SHELLS = /^(?:bash|zsh|fish)$/;
/** Shells that mark their commands themselves, or never. */
const OTHER_SHELLS = /^(?:sh|dash|ksh|mksh|nu|nushell|pwsh|xonsh|elvish|tcsh|csh|ash|osh|ysh)$/;

/** Programs that may start a shell, or bring one back to the foreground. */
const MAY_ENTER =
  /^(?:fg|nix|nix-shell|poetry|pipenv|pixi|conda|hatch|vagrant|gcloud|aws|az|tsh|coder|wsl|distrobox|toolbox|multipass|lxc|incus|machinectl|systemd-run|schroot|proot|fakeroot|firejail|bwrap|devcontainer|flatpak|guix|rlwrap|asciinema|script|newgrp|sg|unshare|nsenter|chroot|su|login|telnet|mosh|et|autossh|sshpass|ssh|docker|podman|nerdctl|kubectl|oc|docker-compose)$/;

/** Returns undefined for a command that enters none. */
export function enters(line: string): Entered | undefined {
  if (line.length > MAX_LINE) return undefined;
  const commands = parseShell(line).pipelines.flat();
  const [only] = commands;
  if (only !== undefined && commands.length === 1) return entersAlone(only);
  return commands.some((command) => entersAlone(command) !== undefined) ? { kind: 'maybe' } : undefined;
}

/** Limit in UTF-16 units. A longer line is not analysed: nobody types one to start a shell. */
const MAX_LINE = 4096;

function entersAlone(command: SimpleCommand): Entered | undefined {
  const plain = called(command);
  const { program, args } = plain;
  if (plain.asRoot && isBareSudo(command.words)) return { kind: 'here' };
  if (isShellVariable(program) || SHELLS.test(program))
    return hasOnlyFlags(args) ? { kind: 'here' } : undefined;
  if (OTHER_SHELLS.test(program)) return hasOnlyFlags(args) ? { kind: 'maybe' } : undefined;
  const reads = ENTERING.get(program);
  if (reads !== undefined) return reads(plain);
  return mayEnter(program) ? { kind: 'maybe' } : undefined;
}

/** Returns the name of the shell that these words start, if it waits for commands: `sh` of `-sh`, `bash` of `/bin/bash -l`. */
export function shellCalled([program = '', ...args]: readonly string[]): string | undefined {
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/^-/, '');
  if (name === 'busybox') return shellCalled(args);
  return (SHELLS.test(name) || OTHER_SHELLS.test(name)) && hasOnlyFlags(args) ? name : undefined;
}

function mayEnter(program: string): boolean {
  return MAY_ENTER.test(program) || /^%\d*$/.test(program);
}

function isShellVariable(program: string): boolean {
  return /^\$(?:SHELL|\{SHELL\})$/.test(program);
}

/** Options of shells that keep them interactive; a file or `-c` does not. */
const FLAG =
  /^(?:-[abefhiklmpuvxBCEHNPT]+|\+[A-Za-z]|--(?:login|interactive|norc|noprofile|posix|noediting|verbose|no-config|no-rcs|private|no-globalrcs))$/;
/** The word behind these belongs to them. */
const FLAG_WITH_VALUE = /^(?:[-+][oO]|--(?:rcfile|init-file|emulate|init-command|debug-level|features))$/;

function hasOnlyFlags(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (FLAG.test(arg) || /^--(?:rcfile|init-file|init-command|features)=/.test(arg)) continue;
    if (!FLAG_WITH_VALUE.test(arg)) return false;
    at += 1;
  }
  return true;
}

/** `sudo -i` and `sudo -s`, with or without a user, and nothing to run. */
function isBareSudo(words: readonly string[]): boolean {
  const options = words.slice(words.findIndex((word) => /(?:^|\/)(?:sudo|doas)$/.test(word)) + 1);
  const rest = afterOptions(options, /^-[A-Za-z]*[ugpChrtTD]$/);
  const asks = options.some((word) => hasFlag(word, 'is') || word === '--login' || word === '--shell');
  return asks && rest.length === 0;
}

type Reads = (command: Called) => Entered | undefined;

const ENTERING: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ['su', ({ args }) => (runsCommand(args) ? undefined : { kind: 'here' })],
  ['script', ({ args }) => (runsCommand(args) ? { kind: 'maybe' } : { kind: 'here' })],
  ['newgrp', () => ({ kind: 'here' })],
  ['unshare', ({ args }) => inner(afterOptions(args, /^-[GRSw]$/))],
  ['nsenter', ({ args }) => inner(afterOptions(args, /^-[tSG]$/))],
  ['ssh', ({ args }) => remote(afterOptions(args, SSH_VALUES))],
  ['docker', container],
  ['podman', container],
  ['nerdctl', container],
  ['kubectl', container],
  ['oc', container],
  ['lxc', box],
  ['incus', box],
  ['distrobox', box],
  ['toolbox', box],
]);

const SSH_VALUES = /^-[46AaCfGgKkMNnqsTtVvXxYy]*[BbcDEeFIiJLlmOopQRSWw]$/;

function runsCommand(args: readonly string[]): boolean {
  return args.some((arg) => hasFlag(arg, 'c') || arg.startsWith('--command'));
}

/** The command that `unshare` and the like run: the user's shell if none is given. */
function inner(words: readonly string[]): Entered | undefined {
  return words.length === 0 ? { kind: 'here' } : entersAlone({ words, writes: [], input: '' });
}

/** `ssh HOST` without a command; with one there may be a shell in it. */
function remote([host, ...command]: readonly string[]): Entered | undefined {
  if (host === undefined) return undefined;
  return command.length === 0 || startsShell(command) ? { kind: 'away', place: `ssh ${host}` } : undefined;
}

const CONTAINER_VALUES =
  /^(?:-[nwueclfvphm]|--(?:namespace|context|user|workdir|env|container|name|network|volume|publish|hostname|mount|entrypoint|platform))$/;

/** `docker exec -it NAME bash`, `podman run -it IMAGE`: the first word after the options names the place. */
function container({ program, args }: Called): Entered {
  const [verb, ...rest] = afterOptions(args, CONTAINER_VALUES);
  if (verb !== 'exec' && verb !== 'run' && verb !== 'attach' && verb !== 'start') return { kind: 'maybe' };
  const isAsked = rest.some((word) => hasFlag(word, 'it') || /^--(?:interactive|tty|stdin)$/.test(word));
  return isAsked ? within(program, afterOptions(rest, CONTAINER_VALUES)) : { kind: 'maybe' };
}

/** `incus exec NAME -- bash`, `lxc shell NAME`, `distrobox enter NAME`. */
function box({ program, args }: Called): Entered {
  const [verb, ...rest] = afterOptions(args, /^--project$/);
  if (verb !== 'exec' && verb !== 'shell' && verb !== 'enter') return { kind: 'maybe' };
  return within(program, afterOptions(rest, /^--(?:env|user|group|cwd)$/));
}

/** A place, and what runs there: its own shell if nothing is named. */
function within(by: string, [place, ...further]: readonly string[]): Entered {
  const command = afterOptions(further, CONTAINER_VALUES);
  if (command.length > 0 && !startsShell(command)) return { kind: 'maybe' };
  return { kind: 'away', place: place === undefined ? by : `${by} ${place}` };
}

function startsShell(words: readonly string[]): boolean {
  return entersAlone({ words, writes: [], input: '' }) !== undefined;
}

/** Whether a word is a group of short options with one of these letters. */
function hasFlag(word: string, letters: string): boolean {
  return /^-[A-Za-z]/.test(word) && Array.from(letters).some((letter) => word.includes(letter));
}

/** Returns the words after the options; `withValue` matches the options that take the next word. */
function afterOptions(words: readonly string[], withValue: RegExp): readonly string[] {
  let at = 0;
  while (words[at]?.startsWith('-') === true) {
    if (words[at] === '--') return words.slice(at + 1);
    at += withValue.test(words[at] ?? '') ? 2 : 1;
  }
  return words.slice(at);
}
