/** The start and the end of a window: takes the outer terminal over, runs the window, and gives the terminal back. */

import type { ReadStream, WriteStream } from 'node:tty';
import type { Client } from '../../client/client.ts';
import { agentLine } from '../../protocol/common/agent-line.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { isNewer } from '../../protocol/common/newer-version.ts';
import type { HostMeta } from '../../protocol/cotty/cotty-meta.ts';
import { freeName } from '../../protocol/cotty/tab-names.ts';
import { loadChrome } from '../chrome/load-chrome.ts';
import type { Config } from '../config/parse.ts';
import { launcherOf } from '../model/launcher.ts';
import type { Model } from '../model/model.ts';
import { SPLIT_NOTE } from '../model/panes/split-note.ts';
import { hasLinks } from '../outer/capabilities.ts';
import { OuterTerminal } from '../outer/outer-terminal.ts';
import { type ExitProcess, restoreOnExit } from '../outer/restore-on-exit.ts';
import { questions } from '../outer/start-questions.ts';
import type { OuterInput, OuterOutput } from '../outer/streams.ts';
import { unblock } from '../outer/unblock.ts';
import { writeNow } from '../outer/write-now.ts';
import { Painter } from '../paint/painter.ts';
import { firstOutput } from '../terminal/first-output.ts';
import { type OwnHost, reviveHost } from './effects/revive-host.ts';
import { type ConfigSource, watchConfig } from './effects/watch-config.ts';
import { firstModel } from './first-model.ts';
import { Window } from './window.ts';

export type TuiOptions = {
  readonly client: Client;
  /** `user:NAME`. */
  readonly writer: string;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  /** Where the configuration comes from: it is read again when it changes. */
  readonly source?: ConfigSource | undefined;
  /** URI of the terminal to begin with; else the host's first one, else a new one. */
  readonly show?: string | undefined;
  /** File URI of the folder a first terminal starts in. */
  readonly cwd?: string | undefined;
  /** Options that lead another program to this host, `--connect URL`; none for the person's own host. */
  readonly hostArgs: readonly string[] | 'unreachable';
  /** Called some time after a burst of output, when it is quiet again and what can be made anew is let go. */
  readonly afterBurst?: (() => void) | undefined;
  /** How the host is brought back when it has ended. */
  readonly ownHost?: OwnHost | undefined;
  /** Takes the terminal from what has shown on its other screen until now; returns false if nothing has. */
  readonly takeOver?: (() => boolean) | undefined;
};

type End = (code: number, farewell?: string) => void;

const STDOUT = 1;

/** Flag 1 of the kitty keyboard protocol: tells Shift+Enter from Enter and Ctrl+I from Tab. */
const KITTY_FLAGS = 1;

/** Resolves with the exit code when the window has closed; the terminal is clean by then. */
export function startTui(options: TuiOptions): Promise<number> {
  return new Promise((resolve) => {
    const { stdout } = options;
    const ending = new AbortController();
    const { signal } = ending;
    unblock(stdout, process.platform);
    const model = modelAtStart(options);
    const outer = outerTerminal(options, model);
    const painter = painterFor(outer, model);
    outer.onLeave(() => painter.leave());
    const end: End = (code, farewell) => {
      if (signal.aborted) return;
      ending.abort();
      const finish = () => {
        // The terminal comes last: nothing paints any more, and the farewell stands on the person's own screen.
        outer.close();
        if (farewell !== undefined) stdout.write(`${farewell}\n`);
        resolve(code);
      };
      if (outer.borrower === undefined) finish();
      else void outer.borrower.end().then(finish);
    };
    const window = new Window(model, { ...options, outer, painter, signal, onQuit: end });
    endWithProcess(outer, end);
    takeTerminal(outer, painter, window);
    followSize(stdout, { outer, painter, window, signal });
    showTerminals(window, options);
    offerNewer(window, options);
    void addChrome(window, options.client, signal);
    const { client, ownHost, source } = options;
    if (source !== undefined) followConfig(window, source, signal);
    reviveHost({ client, host: ownHost, tell: (message) => window.tell(message), signal });
  });
}

function followConfig(window: Window, source: ConfigSource, signal: AbortSignal): void {
  const { path } = source;
  watchConfig(
    source,
    (read) => window.tell({ kind: 'configured', config: 'config' in read ? read.config : read.error, path }),
    signal,
  );
}

function modelAtStart(options: TuiOptions): Model {
  const { client, stdout, env, hostArgs, show } = options;
  const launcher = () => launcherOf(env, process.execPath, process.argv[1]);
  return firstModel({
    ...options,
    clientId: client.clientId,
    via: cottyMeta<HostMeta>(client.welcome?._meta).via,
    platform: process.platform,
    size: { cols: stdout.columns || 80, rows: stdout.rows || 24 },
    show,
    now: Date.now(),
    agentLine: hostArgs === 'unreachable' ? undefined : agentLine({ launcher: launcher(), hostArgs, env }),
  });
}

function outerTerminal({ stdin, stdout, takeOver }: TuiOptions, { outer, mouse }: Model): OuterTerminal {
  return new OuterTerminal({
    // Node declares listeners with `any`, which the narrower types of `outer/streams` cannot take as they are.
    stdin: stdin as unknown as OuterInput,
    stdout: stdout as unknown as OuterOutput,
    writeNow: (text) => writeNow(STDOUT, text),
    capabilities: outer,
    mouse,
    kittyFlags: KITTY_FLAGS,
    takeOver,
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

/** A stack trace is only for whoever asks for it. */
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
    window.tell({ kind: 'resized', size: { cols, rows } });
  };
  stdout.on('resize', onResize);
  signal.addEventListener('abort', () => stdout.off('resize', onResize), { once: true });
}

/** Shows the host's terminals; opens one where it has none. */
function showTerminals(window: Window, { client, cwd }: TuiOptions): void {
  const terminals = client.root.state.terminals ?? [];
  window.tell({ kind: 'listed', terminals });
  window.tell({ kind: 'connection', connection: client.connectionState });
  if (terminals.length === 0) window.create(freeName(terminals), cwd);
  else recallSplits(window, client);
}

/** Shows side by side what stood so in the person's last window; another program's host knows nothing of that. */
function recallSplits(window: Window, client: Client): void {
  client.cotty.note(SPLIT_NOTE).then(
    (text) => window.tell({ kind: 'splitsRead', text }),
    () => {},
  );
}

/** A window of a newer version offers to exchange the host; other people's hosts are left alone. */
function offerNewer(window: Window, { client, ownHost }: TuiOptions): void {
  const { name, version = '' } = client.welcome?.serverInfo ?? {};
  if (ownHost === undefined || name !== 'cotty' || !isNewer(ownHost.version, version)) return;
  window.tell({ kind: 'olderHost', host: version, own: ownHost.version });
}

/** Loads Ink after the first output, as nothing else runs while Node loads it; then the chrome is drawn with it. */
async function addChrome(window: Window, client: Client, signal: AbortSignal): Promise<void> {
  await firstOutput(client, () => window.model.active);
  if (signal.aborted) return;
  const chrome = await loadChrome();
  if (signal.aborted) return;
  signal.addEventListener('abort', () => chrome.close(), { once: true });
  window.drawWith(chrome);
}
