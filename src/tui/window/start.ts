/** The start and the end of a window: takes the outer terminal over, runs the window, and gives the terminal back. */

import { setMaxListeners } from 'node:events';
import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Client } from '../../client/client.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import type { Size } from '../../client/panes/pane-tree.ts';
import { SPLIT_NOTE } from '../../client/panes/split-note.ts';
import { type AgentLine, agentLine } from '../../protocol/common/agent-line.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { isNewer } from '../../protocol/common/newer-version.ts';
import type { HostMeta } from '../../protocol/cotty/cotty-meta.ts';
import { loadChrome } from '../chrome/load-chrome.ts';
import { type Config, configKeymap } from '../config/parse.ts';
import { appearanceOf, surroundings } from '../model/appearance.ts';
import { NO_FEED } from '../model/feed.ts';
import type { Model } from '../model/model.ts';
import { PLACE_NOTE } from '../model/place-note.ts';
import { capabilitiesOf, hasLinks, questions } from '../outer/capabilities.ts';
import { OuterTerminal } from '../outer/outer-terminal.ts';
import { type ExitProcess, printWhenKilled, restoreOnExit } from '../outer/restore-on-exit.ts';
import { type OuterInput, type OuterOutput, unblock, writeNow } from '../outer/streams.ts';
import { Painter } from '../paint/painter.ts';
import { firstOutput } from '../terminal/first-output.ts';
import { problemToast } from '../update/dialogs/config-rules.ts';
import { type Recalled, recalled } from '../update/line/recall.ts';
import { followMachines, type WindowMachines } from './machines.ts';
import { type OwnHost, reviveHost } from './revive-host.ts';
import { type ConfigSource, watchConfig } from './watch-config.ts';
import { Window } from './window.ts';
import type { WorldOptions } from './world.ts';

export type TuiOptions = {
  readonly client: Client;
  /** Present if `client` is that of several machines. */
  readonly machines?: WindowMachines | undefined;
  readonly reach?: WorldOptions['reach'];
  /** `user:NAME`. */
  readonly writer: string;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  /** Path of the configuration file, which is read again when it changes. */
  readonly source?: ConfigSource | undefined;
  /** URI of the terminal to begin with; else the host's first one, else a new one. */
  readonly show?: string | undefined;
  /** What the user's last window showed. */
  readonly recalled: Recalled;
  /** File URI of the folder a first terminal starts in. */
  readonly cwd?: string | undefined;
  /** Options that lead another program to this host, `--connect URL`; none for the person's own host. */
  readonly hostArgs: readonly string[] | 'unreachable';
  /** A command that is run at the start. */
  readonly first?: CommandId | undefined;
  /** Whether the lines for a new user stay. */
  readonly isTour?: boolean | undefined;
  /** Called some time after a burst of output, when caches have been dropped. */
  readonly afterBurst?: (() => void) | undefined;
  /** Starts the host again when it has ended. */
  readonly ownHost?: OwnHost | undefined;
  /** Takes the terminal over from the early screen that was shown so far; returns false if there was none. */
  readonly takeOver?: (() => boolean) | undefined;
};

type End = (code: number, farewell?: string) => void;

const STDOUT = 1;

/** More listeners of the window's end than this are a leak. */
const MOST_FOLLOWING = 20;

/** Flag 1 of the kitty keyboard protocol: Shift+Enter differs from Enter, and Ctrl+I from Tab. */
const KITTY_FLAGS = 1;

/** Resolves with the exit code when the window has closed; the terminal is clean by then. */
export function startTui(options: TuiOptions): Promise<number> {
  return new Promise((resolve) => {
    const { stdout } = options;
    const ending = new AbortController();
    // Everything that follows the host ends with the window.
    setMaxListeners(MOST_FOLLOWING, ending.signal);
    const { signal } = ending;
    unblock(stdout, process.platform);
    const model = modelAtStart(options);
    const outer = outerTerminal(options, model);
    const painter = painterFor(outer, model);
    outer.onLeave(() => painter.leave());
    const end: End = (code, farewell) => {
      if (signal.aborted) return;
      ending.abort();
      const { keys } = window;
      const finish = () => {
        keys.stop();
        // The terminal is left last: nothing paints any more, and the farewell is printed on the normal screen.
        outer.close();
        if (farewell !== undefined) stdout.write(`${farewell}\n`);
        resolve(code);
      };
      // Mouse events that the terminal still sends would be typed into the user's shell.
      const ask = () => {
        keys.start();
        outer.prepareToLeave();
      };
      const settled = outer.entered ? keys.mouseSettled(ask) : Promise.resolve();
      const given = outer.foregroundProgram === undefined ? settled : outer.foregroundProgram.end();
      void Promise.all([window.leave(), given]).then(finish);
    };
    const { place } = options.recalled;
    const window = new Window(model, { ...options, outer, painter, signal, onQuit: end, place });
    endWithProcess(outer, end);
    takeTerminal(outer, painter, window);
    followSize(stdout, { outer, painter, window, signal });
    followSplits(window, options.client, signal);
    showTerminals(window, options);
    offerNewer(window, options);
    if (options.first !== undefined) window.notify({ kind: 'command', command: options.first });
    void addChrome(window, options.client, signal);
    readHistory(options.client, signal);
    const { client, machines, ownHost, source } = options;
    if (machines !== undefined) followMachines(machines, (message) => window.notify(message), signal);
    if (source !== undefined) followConfig(window, source, signal);
    reviveHost({ client, host: ownHost, notify: (message) => window.notify(message), signal });
  });
}

function followConfig(window: Window, source: ConfigSource, signal: AbortSignal): void {
  watchConfig(
    source,
    (read) => window.notify({ kind: 'configured', config: 'config' in read ? read.config : read.error }),
    signal,
  );
}

function modelAtStart(options: TuiOptions): Model {
  const { client, stdout, env, hostArgs, show } = options;
  const launcher = () => launcherOf(env, process.execPath, process.argv[1]);
  const first = firstModel({
    ...options,
    clientId: client.clientId,
    via: cottyMeta<HostMeta>(client.welcome?._meta).via,
    platform: process.platform,
    size: { cols: stdout.columns || 80, rows: stdout.rows || 24 },
    show,
    now: Date.now(),
    agentLine: hostArgs === 'unreachable' ? undefined : agentLine({ launcher: launcher(), hostArgs, env }),
  });
  const hasMachines = (options.machines?.hosts.machines.length ?? 0) > 0;
  return recalled(first, options.recalled, client.root.state.terminals ?? [], hasMachines);
}

function outerTerminal({ stdin, stdout, takeOver, env }: TuiOptions, { outer, mouse }: Model): OuterTerminal {
  return new OuterTerminal({
    // Node declares listeners with `any`, which the narrower types of `outer/streams` cannot take as they are.
    stdin: stdin as unknown as OuterInput,
    stdout: stdout as unknown as OuterOutput,
    writeNow: (text) => writeNow(STDOUT, text),
    capabilities: outer,
    mouse,
    kittyFlags: KITTY_FLAGS,
    within: env['COTTY_TERMINAL'],
    takeOver,
    whenKilled: printWhenKilled,
  });
}

function painterFor(outer: OuterTerminal, model: Model): Painter {
  return new Painter({
    outer,
    ...model.size,
    synchronized: false,
    cursorShapes: !model.outer.bareConsole,
    links: hasLinks(model.outer),
  });
}

/** Returns the message of an error; with COTTY_DEBUG, its stack trace. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env['COTTY_DEBUG'] ? (error.stack ?? error.message) : error.message;
}

/** Ends the window on signals, and gives the terminal back on every other way out of the process. */
function endWithProcess(outer: OuterTerminal, end: End): void {
  // The listeners stay until the process has ended: without them Ink's own would kill it in the middle of an orderly end.
  restoreOnExit({
    outer,
    process: process as unknown as ExitProcess,
    end: (_why, code) => end(code),
    report: (error) => process.stderr.write(`cotty: ${failureText(error)}\n`),
  });
}

/** Takes the outer terminal over, asks what it can do, and reads its keys. */
function takeTerminal(outer: OuterTerminal, painter: Painter, window: Window): void {
  outer.enter();
  painter.reset();
  outer.write(questions(window.model.outer));
  window.keys.start();
}

type Sized = {
  readonly outer: OuterTerminal;
  readonly painter: Painter;
  readonly window: Window;
  readonly signal: AbortSignal;
};

function followSize(stdout: WriteStream, { outer, painter, window, signal }: Sized): void {
  const onResize = () => {
    const { cols, rows } = outer.size;
    painter.resize(cols, rows);
    window.notify({ kind: 'resized', size: { cols, rows } });
  };
  stdout.on('resize', onResize);
  signal.addEventListener('abort', () => stdout.off('resize', onResize), { once: true });
}

/** Shows the host's terminals; opens one where it has none. */
function showTerminals(window: Window, { client, cwd }: TuiOptions): void {
  const terminals = client.root.state.terminals ?? [];
  window.notify({ kind: 'listed', terminals });
  window.notify({ kind: 'connection', connection: client.connectionState });
  if (terminals.length === 0) window.create(cwd);
}

/** Applies layout changes by the user's other windows and by subcommands, until the signal is aborted. */
function followSplits(window: Window, client: Client, signal: AbortSignal): void {
  const stop = client.onNote((name, text) => {
    if (name === SPLIT_NOTE) window.notify({ kind: 'splitsNoted', text });
  });
  signal.addEventListener('abort', stop, { once: true });
}

/** Milliseconds after the start, when the window and its shell are there. */
const HISTORY_MS = 3_000;

/** Lets the host read its index of the history before somebody asks: for a million commands that takes most of a second. */
function readHistory(client: Client, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    // A host without a history answers with an error.
    client.cotty.history({ limit: 1 }).catch(() => {});
  }, HISTORY_MS);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** Longest wait for the notes (ms): after that the window opens without them. */
const RECALL_MS = 1_000;

/** Reads what the user's last window showed; empty on a host that stores no notes. Never rejects. */
export async function recall(client: Client): Promise<Recalled> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, RECALL_MS, '');
  });
  const read = (name: string) => Promise.race([client.cotty.note(name).catch(() => ''), late]);
  const [splits, place] = await Promise.all([read(SPLIT_NOTE), read(PLACE_NOTE)]);
  clearTimeout(timer);
  return { splits, place };
}

/** Offers to restart the host with the newer version of this window; never for a host of another user. */
function offerNewer(window: Window, { client, ownHost }: TuiOptions): void {
  const { name, version = '' } = client.welcome?.serverInfo ?? {};
  if (ownHost === undefined || name !== 'cotty' || !isNewer(ownHost.version, version)) return;
  window.notify({ kind: 'olderHost', host: version, own: ownHost.version });
}

/** Loads Ink after the first output, because loading blocks the event loop; from then on Ink draws the chrome. */
async function addChrome(window: Window, client: Client, signal: AbortSignal): Promise<void> {
  await firstOutput(client, () => window.model.active);
  if (signal.aborted) return;
  const chrome = await loadChrome();
  if (signal.aborted) return;
  signal.addEventListener('abort', () => chrome.close(), { once: true });
  window.drawWith(chrome);
}

// The command line that starts this program, to be put into other programs' configurations or a shell.

/** Returns `cotty` when that is this program on PATH, else the absolute way it was started. */
export function launcherOf(
  env: Readonly<Record<string, string | undefined>>,
  node: string,
  script: string | undefined,
): readonly string[] {
  if (script === undefined) return ['cotty'];
  const own = real(script);
  const found = (env['PATH'] ?? '').split(delimiter).find((folder) => isProgram(join(folder, 'cotty')));
  return found !== undefined && real(join(found, 'cotty')) === own ? ['cotty'] : [node, own];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable here: the next folder may have it.
    return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The folder it was started from is gone: use the path as given.
    return path;
  }
}

// The model a window begins with.

type FirstModelOptions = {
  readonly clientId: string;
  readonly writer: string;
  /** The way in which the host authenticated this window, `local` or `token`. */
  readonly via?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: string;
  readonly config: Config;
  readonly size: Size;
  readonly show: string | undefined;
  readonly now: number;
  /** The text by which an agent joins. */
  readonly agentLine: AgentLine | undefined;
  /** Whether the lines for a new user stay. */
  readonly isTour?: boolean | undefined;
};

export function firstModel({
  clientId,
  writer,
  via,
  env,
  platform,
  config,
  size,
  show,
  now,
  agentLine: line,
  isTour = false,
}: FirstModelOptions): Model {
  const around = surroundings(env, platform, line);
  const outer = capabilitiesOf(env);
  const { settings } = config;
  const { keymap, problems } = configKeymap(config, around.outer);
  return {
    size,
    me: { clientId, writer, ...(via === undefined ? {} : { via }) },
    connection: 'ready',
    revival: undefined,
    tabs: [],
    active: undefined,
    awaited: show,
    visited: undefined,
    views: {},
    used: [],
    splits: [],
    absentSplits: [],
    many: [],
    rowFilter: undefined,
    lastLines: {},
    joining: undefined,
    dialog: undefined,
    machines: [],
    machineQuestions: [],
    offeredCopy: undefined,
    pasting: undefined,
    leftLines: [],
    toast: problemToast([...config.problems, ...problems], now),
    outer,
    around,
    lessons: { learnt: [], isTour },
    appearance: appearanceOf(settings, around, outer, config.styles),
    ownStyles: config.styles,
    settings,
    keymap,
    mouse: settings.mouse,
    escapedAt: 0,
    recent: [],
    drag: undefined,
    heldTab: undefined,
    heldBorder: undefined,
    heldPane: undefined,
    heldBar: undefined,
    clicked: undefined,
    closed: undefined,
    focused: true,
    feed: NO_FEED,
    goingTo: undefined,
    compareMark: undefined,
    reruns: {},
    snoozed: new Map(),
    chord: undefined,
    copied: undefined,
    agents: { kind: 'unknown' },
    historyOff: false,
    quit: undefined,
  };
}
