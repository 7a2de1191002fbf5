/** The window from start to end — takes the terminal over, paints, reads keys, and gives the terminal back. */

import type { ReadStream, WriteStream } from 'node:tty';
import type { Client } from '../../client/client.ts';
import { loadChrome } from '../chrome/load-chrome.ts';
import type { Config } from '../config/parse.ts';
import { type AgentLine, agentLine, launcherOf } from '../model/agent-line.ts';
import { freeName } from '../model/derived/terminal-names.ts';
import { OuterTerminal } from '../outer/outer-terminal.ts';
import { type ExitProcess, restoreOnExit } from '../outer/restore-on-exit.ts';
import { noticeBytes } from '../outer/send/notice-bytes.ts';
import { Notices } from '../outer/send/notices.ts';
import { questions } from '../outer/start-questions.ts';
import type { OuterInput, OuterOutput } from '../outer/streams.ts';
import { Suspension } from '../outer/suspend.ts';
import { TokenReader } from '../outer/token-reader.ts';
import { unblock } from '../outer/unblock.ts';
import { writeNow } from '../outer/write-now.ts';
import { Pacer } from '../paint/pacer.ts';
import { Painter } from '../paint/painter.ts';
import { Drawing } from './drawing.ts';
import { hearWakes } from './feed-watch.ts';
import { firstModel } from './first-model.ts';
import { followScene } from './outer-wanted.ts';
import { Window } from './window.ts';
import { windowWorld } from './window-world.ts';

export type TuiOptions = {
  readonly client: Client;
  /** `user:NAME`. */
  readonly writer: string;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  /** URI of the terminal to begin with; else the first there is, else a new one. */
  readonly show?: string | undefined;
  /** File URI of the folder a first terminal starts in. */
  readonly cwd?: string | undefined;
  /** What leads another program to this host, `--connect URL`; none for the person's own. */
  readonly hostArgs: readonly string[] | 'unreachable';
};

const STDOUT = 1;

/** Flag 1 of the kitty keyboard protocol: tells Shift+Enter from Enter and Ctrl+I from Tab. */
const KITTY_FLAGS = 1;

/** Resolves with the exit code when the window has closed; the terminal is clean by then. */
export function startTui(options: TuiOptions): Promise<number> {
  return new Promise((resolve) => {
    const close: (() => void)[] = [];
    let ended = false;
    const end = (code: number, farewell?: string) => {
      if (ended) return;
      ended = true;
      for (const step of close.toReversed()) step();
      if (farewell !== undefined) options.stdout.write(`${farewell}\n`);
      resolve(code);
    };
    open(options, end, close);
  });
}

type End = (code: number, farewell?: string) => void;

function open(options: TuiOptions, end: End, close: (() => void)[]): void {
  const { client, stdout, env } = options;
  // Node declares listeners with `any`, which the narrower types of `outer/streams` cannot take as they are.
  const input = options.stdin as unknown as OuterInput;
  const output = stdout as unknown as OuterOutput;
  const { platform } = process;
  unblock(stdout, platform);
  const size = { cols: stdout.columns || 80, rows: stdout.rows || 24 };
  const first = firstModel({
    ...options,
    clientId: client.clientId,
    platform,
    size,
    show: options.show,
    now: Date.now(),
    agentLine: lineFor(options),
  });
  const outer = new OuterTerminal({
    stdin: input,
    stdout: output,
    writeNow: (text) => writeNow(STDOUT, text),
    capabilities: first.outer,
    mouse: first.mouse,
    kittyFlags: KITTY_FLAGS,
  });
  close.push(() => outer.close());
  const drawing = new Drawing();
  const painter = new Painter({
    write: (text) => outer.write(text),
    ...size,
    synchronized: false,
    cursorShapes: !first.outer.bareConsole,
  });
  const pacer: Pacer = new Pacer({
    paint: () => window.paint(),
    isBlocked: () => outer.blocked || !outer.entered,
    isFlooded: () => window.flooded,
    now: () => performance.now(),
    setTimer: setTimeout,
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    // After what has arrived together: one frame, not one for each message.
    defer: (run) => void setImmediate(run),
  });
  outer.onTaken(() => pacer.drained());
  close.push(() => pacer.close());
  const repaint = () => {
    painter.invalidate();
    pacer.request();
  };
  const suspension = new Suspension({
    outer,
    process,
    resumed: repaint,
    now: () => performance.now(),
    setTimer: setTimeout,
  });
  close.push(() => suspension.close());
  const notices = new Notices({
    show: (notice) => {
      const { settings, outer: known } = window.model;
      outer.write(noticeBytes(notice, settings.notifyHow, { ...known, env }));
    },
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  close.push(() => notices.close());
  close.push(hearWakes(client, (message) => window.tell(message)));

  let reader: TokenReader | undefined;
  const listen = (on: boolean) => {
    reader?.close();
    reader = on
      ? new TokenReader({
          stdin: options.stdin,
          onTokens: (tokens) => {
            for (const token of tokens) window.tell({ kind: 'token', token });
          },
          isRaw: () => window.keysAreRaw,
          setTimer: setTimeout,
          clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
          afterReading: setImmediate,
        })
      : undefined;
    if (on) input.resume();
    else input.pause();
  };
  const window: Window = new Window(first, {
    client,
    painter,
    pacer,
    drawing,
    now: Date.now,
    home: env['HOME'],
    world: windowWorld({
      outer,
      suspension,
      client,
      notices,
      env,
      platform,
      model: () => window.model,
      repaint,
      listen,
    }),
    onScene: (model, look) => followScene(outer, painter, model, look),
    onQuit: ({ quit }) => end(quit?.code ?? 0, quit?.farewell),
  });
  close.push(
    () => window.close(),
    () => listen(false),
  );
  close.push(
    restoreOnExit({
      outer,
      process: process as unknown as ExitProcess,
      end: (_why, code) => end(code),
      report: (error) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`),
    }),
  );

  outer.enter();
  painter.reset();
  outer.write(questions(first.outer));
  listen(true);
  const onResize = () => {
    const { cols, rows } = outer.size;
    painter.resize(cols, rows);
    window.tell({ kind: 'resized', size: { cols, rows } });
  };
  stdout.on('resize', onResize);
  close.push(() => stdout.off('resize', onResize));
  begin(window, options);
  void addChrome(drawing, pacer, close);
}

/** What the host has; a new terminal where it has none. */
function begin(window: Window, { client, cwd }: TuiOptions): void {
  const terminals = client.root.state.terminals ?? [];
  window.tell({ kind: 'listed', terminals });
  window.tell({ kind: 'connection', connection: client.connectionState });
  if (terminals.length === 0) window.create(freeName(terminals), cwd);
}

function lineFor({ env, hostArgs }: TuiOptions): AgentLine | undefined {
  if (hostArgs === 'unreachable') return undefined;
  return agentLine({ launcher: launcherOf(env, process.execPath, process.argv[1]), hostArgs, env });
}

async function addChrome(drawing: Drawing, pacer: Pacer, close: (() => void)[]): Promise<void> {
  const chrome = await loadChrome();
  close.push(() => chrome.close());
  drawing.drawWith(chrome);
  pacer.request();
}
