/**
 * A window of one terminal without a host: actions go in, frames come out, and the mouse presses on what was last painted.
 * Model, update, terminal, scenes and view state are the real ones; what `Window` does with them is done here in the same order.
 */

import { boundedReducer, type ContentLimit } from '../../src/client/bounded-reducer.ts';
import { Mirror } from '../../src/client/mirror.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { Action } from '../../src/protocol/envelope.ts';
import type { OutputCounts } from '../../src/protocol/terminal/command-meta.ts';
import type { TerminalState } from '../../src/protocol/terminal/state.ts';
import { blankRow, type Row, rowText } from '../../src/screen/cells/row.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/tui/config/settings.ts';
import { startOfInput, tokenise } from '../../src/tui/input/key-input.ts';
import type { Token } from '../../src/tui/input/token.ts';
import type { Message } from '../../src/tui/model/message.ts';
import type { Model } from '../../src/tui/model/model.ts';
import type { Effect } from '../../src/tui/model/step.ts';
import type { ViewState } from '../../src/tui/model/view-state.ts';
import type { Frame } from '../../src/tui/paint/frame.ts';
import { WindowTerminal, type WindowTerminalOptions } from '../../src/tui/terminal/window-terminal.ts';
import { update } from '../../src/tui/update/update.ts';
import { compose } from '../../src/tui/view/compose.ts';
import { currentViewState } from '../../src/tui/window/current-view-state.ts';
import { Following } from '../../src/tui/window/following.ts';
import { Drawing } from '../../src/tui/window/frame/drawing.ts';
import { type EchoRow, type Scene, Scenes } from '../../src/tui/window/frame/scene.ts';
import { firstModel } from '../../src/tui/window/start.ts';
import { ME, terminal } from './tui-model.ts';

const never = () => new Promise<never>(() => {});

export type RigOptions = {
  readonly cols: number;
  readonly rows: number;
  readonly settings?: Partial<Settings>;
  readonly ask?: Partial<WindowTerminalOptions['ask']>;
  readonly env?: NodeJS.ProcessEnv;
  /** How much of the content the mirror keeps. */
  readonly limit?: ContentLimit;
  /** Whether a second terminal is shown in a pane beside the one in front. */
  readonly divided?: boolean;
};

export class MouseRig {
  model: Model;
  now = 1_000_000;
  readonly uri: string;
  readonly terminal: WindowTerminal;
  readonly #mirror: Mirror<TerminalState>;
  readonly #beside: { readonly mirror: Mirror<TerminalState>; readonly terminal: WindowTerminal } | undefined;
  readonly #viewState: ViewState;
  readonly #following: Following;
  readonly #scenes = new Scenes();
  readonly #drawing = new Drawing();
  #scene: Scene | undefined;
  /** Whether nothing but output has come since the last frame. */
  #onlyPrinted = false;
  #serverSeq = 0;
  #begun = 0;

  constructor({ cols, rows, settings, ask, env, limit, divided }: RigOptions) {
    const info = terminal('one', { meta: { integration: 'active' } });
    this.uri = info.resource;
    this.model = firstModel({
      clientId: ME,
      writer: 'user:me',
      env: env ?? { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      platform: 'linux',
      config: { settings: { ...DEFAULT_SETTINGS, ...settings }, keys: [], styles: {}, problems: [] },
      size: { cols, rows },
      show: undefined,
      now: this.now,
      agentLine: undefined,
    });
    const state: TerminalState = {
      title: 'one',
      content: [],
      lifecycle: { status: 'running' },
      claim: { kind: 'client', clientId: ME },
      supportsCommandDetection: true,
      cols,
      rows: rows - 2,
    };
    this.#mirror = new Mirror<TerminalState>(this.uri, state, boundedReducer(limit));
    const request = () => {
      this.#onlyPrinted = false;
    };
    const options: WindowTerminalOptions = {
      scrollback: 1000,
      me: 'user:me',
      home: undefined,
      ask: { commands: never, output: never, image: never, ...ask },
      onFetched: () => this.notify({ kind: 'fetched', uri: this.uri }),
      onOlderLines: (lines) => this.notify({ kind: 'olderLines', uri: this.uri, lines }),
      pacer: { request, printed() {} },
      onOverfull: () => {},
    };
    this.terminal = new WindowTerminal(this.#mirror, options);
    const other = terminal('two', { meta: { integration: 'active' } });
    if (divided === true) {
      const mirror = new Mirror<TerminalState>(other.resource, state, boundedReducer(limit));
      const beside = { ...options, pacer: { request, printed: request } };
      this.#beside = { mirror, terminal: new WindowTerminal(mirror, beside) };
    }
    const terminals = {
      get: (uri: string | undefined) => (uri === this.uri ? this.terminal : this.#beside?.terminal),
    };
    this.#viewState = currentViewState({
      now: () => this.now,
      model: () => this.model,
      terminals,
      typed: () => undefined,
      painted: () => this.#scene && { scene: this.#scene },
    });
    this.#following = new Following({
      model: () => this.model,
      terminals,
      viewState: this.#viewState,
      update: (message) => this.#update(message),
    });
    this.notify({ kind: 'listed', terminals: divided === true ? [info, other] : [info] });
    const tree = { kind: 'row', children: [info.resource, other.resource] };
    if (divided === true) this.notify({ kind: 'splitsNoted', text: JSON.stringify([{ tree }]) });
    this.paint();
  }

  apply(action: Action): void {
    this.#mirror.apply({ channel: this.uri, action, serverSeq: ++this.#serverSeq });
  }

  print(data: string): void {
    this.apply({ type: 'terminal/data', data });
  }

  printBeside(data: string): void {
    const action: Action = { type: 'terminal/data', data };
    this.#beside?.mirror.apply({
      channel: this.#beside.mirror.uri,
      action,
      serverSeq: ++this.#serverSeq,
    });
  }

  begin(commandId: string, commandLine: string): void {
    this.#begun += 1;
    // All of it happens within the same moment for the clocks of the window.
    const timestamp = this.now - 60_000 + this.#begun;
    const _meta = { [META_KEY]: { seq: 100 + this.#begun } };
    this.apply({ type: 'terminal/commandExecuted', commandId, commandLine, timestamp, _meta });
  }

  end(commandId: string, exitCode = 0, counts?: OutputCounts): void {
    const _meta = counts === undefined ? {} : { _meta: { [META_KEY]: { counts } } };
    this.apply({ type: 'terminal/commandFinished', commandId, exitCode, durationMs: 10, ..._meta });
  }

  /** A command from prompt to prompt, as a shell shows it. */
  run(commandId: string, commandLine: string, output: string, exitCode = 0, counts?: OutputCounts): void {
    this.print(`${commandLine}\r\n`);
    this.begin(commandId, commandLine);
    this.print(output);
    this.end(commandId, exitCode, counts);
    this.print('$ ');
  }

  notify(message: Message): readonly Effect[] {
    return this.#update(message);
  }

  /** Bytes as the outer terminal sends them. */
  type(bytes: string): readonly Effect[] {
    const { tokens } = tokenise(startOfInput, Buffer.from(bytes, 'utf8').toString('latin1'));
    return tokens.flatMap((token) => this.#read(token));
  }

  /** Paints a frame, and returns the rows of the body. */
  paint(): readonly Row[] {
    this.#following.follow();
    const scene = this.#scenes.next(this.model, this.#viewState, () => this.terminal.screen.parse());
    this.#scene = scene;
    return this.rows;
  }

  /**
   * Makes a frame as a window does, which draws only live rows and the cursor where it can, and as one would that has drawn nothing
   * before. `isKept`: the first was made of the last one.
   */
  frames(): { readonly next: Frame; readonly anew: Frame; readonly isKept: boolean } {
    this.#following.follow();
    const [model, viewState] = [this.model, this.#viewState];
    const screens = (uri: string) =>
      (uri === this.uri ? this.terminal : this.#beside?.terminal)?.screen.parse();
    const anew = new Drawing().frame(new Scenes().next(model, viewState, screens));
    const scene = this.#scenes.next(model, viewState, screens, this.#onlyPrinted);
    const isKept = scene.basis !== undefined && scene.basis === this.#scene?.basis;
    this.#scene = scene;
    this.#onlyPrinted = true;
    return { next: this.#drawing.frame(scene), anew, isKept };
  }

  /** The row of the cursor as a window draws it ahead of the frame, where output has changed nothing else. */
  echo(): EchoRow | undefined {
    const live = this.#onlyPrinted ? this.terminal.screen.parseInRow() : undefined;
    return live && this.#scenes.echoRow(this.model, this.#viewState, live);
  }

  /** The rows of the body as they were last painted. */
  get rows(): readonly Row[] {
    const pane = this.pane;
    const rows = pane.overlays.slice(0, pane.body.height).map(({ row }) => row);
    const input = pane.input.map((overlay) => ({ ...overlay, y: overlay.y - pane.body.y }));
    return compose(rows, input);
  }

  /** The rows of the body with what is laid over them, its scrollbar among it. */
  get body(): readonly Row[] {
    const { overlays, body } = this.pane;
    const blank = new Array<Row>(body.height).fill(blankRow(body.width));
    return compose(
      blank,
      overlays.map((overlay) => ({ ...overlay, y: overlay.y - body.y })),
    );
  }

  get texts(): readonly string[] {
    return this.rows.map(rowText);
  }

  get scene(): Scene | undefined {
    return this.#scene;
  }

  get pane() {
    const pane = this.#scene?.panes[0];
    if (pane === undefined) throw new Error('nothing was painted');
    return pane;
  }

  get view() {
    return this.model.views[this.uri];
  }

  close(): void {
    this.terminal.close();
    this.#beside?.terminal.close();
  }

  #read(token: Token): readonly Effect[] {
    if (token.kind === 'mouse' && token.action === 'press') this.terminal.freeze(false);
    else this.#following.followFront();
    return this.#update(token);
  }

  #update(message: Message): readonly Effect[] {
    const { model, effects } = update(this.model, this.#viewState, message);
    if (model !== this.model) this.#onlyPrinted = false;
    this.model = model;
    if (model.drag === undefined) this.terminal.thaw();
    else this.terminal.freeze(model.drag.scrolled);
    return effects;
  }
}

/** SGR mouse reports (xterm, mode 1006) for cells counted from 0. */
export const report = {
  press: (x: number, y: number, button = 0) => `\x1b[<${button};${x + 1};${y + 1}M`,
  move: (x: number, y: number, button = 0) => `\x1b[<${button + 32};${x + 1};${y + 1}M`,
  release: (x: number, y: number, button = 0) => `\x1b[<${button};${x + 1};${y + 1}m`,
} as const;

/** The shell of a rig, in which one command runs at a time. */
export class RigShell {
  readonly #rig: MouseRig;
  #running: string | undefined;
  #count = 0;

  constructor(rig: MouseRig) {
    this.#rig = rig;
    rig.print('$ ');
  }

  begin(name: string): void {
    if (this.#running !== undefined) return;
    this.#count += 1;
    this.#running = `c${this.#count}`;
    this.#rig.print(`${name}\r\n`);
    this.#rig.begin(this.#running, name);
  }

  end(exitCode?: number): void {
    if (this.#running === undefined) return;
    this.#rig.end(this.#running, exitCode);
    this.#running = undefined;
    this.#rig.print('$ ');
  }
}
