/**
 * One terminal — its pty, splitter, tracker, content and screen, wired once.
 *
 * Out: pty → output → content → store, and to the screen. In: an action of a client that may do it → content → store,
 * and from the envelope that returns → pty.
 */

import { META_KEY, type TerminalMeta } from '../protocol/cotty-meta.ts';
import type { ActionEnvelope, ActionOrigin } from '../protocol/envelope.ts';
import type { TerminalAction } from '../protocol/terminal/actions.ts';
import type { TerminalInfo, TerminalState } from '../protocol/terminal/state.ts';
import type { WireTerminalState } from '../protocol/wire.ts';
import type { Query } from '../shell/query.ts';
import { answer } from './answers.ts';
import { type CommandFacts, noteCommand } from './command-facts.ts';
import { Content } from './content.ts';
import { EchoWatch } from './echo-watch.ts';
import { type HoldReason, holdsOf } from './holds.ts';
import { integrationOf, PATIENCE_MS } from './integration.ts';
import { LiveScreen } from './live-screen.ts';
import { Output } from './output.ts';
import { exactLine, pastedLine } from './pasted-line.ts';
import type { Pty, PtyExit } from './pty-port.ts';
import { type Reader, terminalSnapshot } from './snapshot.ts';
import type { TerminalOptions } from './terminal-options.ts';
import { Titles } from './titles.ts';

/** A piece of output that asks for something: short, and its line is not ended; colours may follow. */
const PROMPT_LIMIT = 512;
const PROMPT_END = /[:?>：]\s*(?:\x1b\[[\d;?]*[a-zA-Z])*$/;

export class Terminal {
  readonly uri: string;
  readonly #options: TerminalOptions;
  readonly #pty: Pty;
  readonly #screen: LiveScreen;
  readonly #content: Content;
  readonly #output: Output;
  readonly #echo: EchoWatch;
  readonly #titles: Titles;
  readonly #hold: (reason: HoldReason, held: boolean) => void;
  readonly #cancelPatience: () => void;
  #facts: CommandFacts = {};
  #bells = 0;
  /** Whose input was accepted last: a command that starts now is theirs. */
  #writer: string | undefined;
  /** The lines of several that were sent last, as they were written. */
  #pasted: string | undefined;
  #late = false;
  #closed = false;

  /** The store has its state already. */
  constructor(pty: Pty, options: TerminalOptions) {
    const { uri, clock, size, scrollback } = options;
    this.uri = uri;
    this.#options = options;
    this.#pty = pty;
    this.#hold = holdsOf(pty);
    this.#content = new Content(uri, options.store, clock);
    this.#titles = new Titles(this.state.title, options.named, (title) => this.#retitle(title));
    this.#screen = new LiveScreen({ ...size, scrollback }, clock, {
      onTitle: (title) => this.#titles.fromProgram(title),
      onBells: (bells) => {
        this.#bells = bells;
        options.onInfo(false);
      },
      onBehind: (behind) => this.#hold('screen', behind),
    });
    this.#echo = new EchoWatch(
      () => pty.echoOff(),
      clock,
      () => options.onInfo(true),
    );
    this.#output = new Output(options.nonce, options.commandsBefore, clock, () => this.#moment(), {
      onText: (text) => this.#text(text),
      onAction: (action) => this.#fact(action),
      onQuery: (query, raw) => this.#answer(query, raw),
    });
    this.#cancelPatience = clock.after(PATIENCE_MS, () => {
      this.#late = true;
      options.onInfo(false);
    });
    pty.onData((text) => this.#guard(() => this.#output.take(text)));
    pty.onExit((exit) => this.#guard(() => this.#exited(exit)));
  }

  get state(): TerminalState {
    return this.#content.state;
  }

  get meta(): TerminalMeta {
    const { shell, integrationOff: off, holder } = this.#options;
    const detected = this.state.supportsCommandDetection === true;
    return {
      pid: this.#pty.pid,
      shell,
      ...this.#facts,
      bells: this.#bells,
      holder: holder(),
      ...this.#options.recordMeta(),
      integration: integrationOf({ shell, off, detected, late: this.#late }),
      ...(this.#echo.off ? { echoOff: true } : {}),
    };
  }

  get info(): TerminalInfo {
    const { title, claim, lifecycle } = this.state;
    return { resource: this.uri, title, claim, lifecycle, _meta: { [META_KEY]: this.meta } };
  }

  /** How long output may wait to be joined: as short as the most impatient viewer asks for. */
  set joinMs(ms: number) {
    this.#content.joinMs = ms;
  }

  /** Everything printed until now is sent, parsed and told of: a snapshot that follows changes nothing any more. */
  settle(): void {
    this.#content.flush();
    this.#screen.read();
  }

  snapshot(reader: Reader, parked: TerminalMeta): WireTerminalState {
    const { tail, state } = this.#content;
    return terminalSnapshot({ state, tail, screen: this.#screen, meta: { ...this.meta, ...parked } }, reader);
  }

  /** A fact of the host's own, without side effects. */
  announce(action: TerminalAction): void {
    this.#content.apply(action);
  }

  /** Why an action that its sender may dispatch cannot be done now. */
  refuses(action: TerminalAction): string | undefined {
    if (action.type !== 'terminal/input' || Buffer.byteLength(action.data) <= this.#pty.room)
      return undefined;
    return 'the program does not read its input: too much is waiting for it';
  }

  /** An action of a client that may do it. Its side effects follow from the envelope. */
  dispatch(action: TerminalAction, origin: ActionOrigin, writer: string | undefined): void {
    this.#takeEffect(this.#content.apply(action, origin), writer);
  }

  /** All viewers are behind, or one has caught up. */
  holdForViewers(held: boolean): void {
    this.#hold('viewers', held);
  }

  /** Over for its viewers at once, for its processes within seconds. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#finish({});
    this.#closed = true;
    this.#screen.close();
    await this.#pty.end();
  }

  #takeEffect({ action }: ActionEnvelope, writer: string | undefined): void {
    switch (action.type) {
      case 'terminal/input':
        this.#writer = writer;
        this.#pasted = pastedLine(action.data);
        this.#pty.write(action.data);
        if (this.#mayAsk()) this.#echo.poke();
        break;
      case 'terminal/resized':
        this.#screen.resize(action.cols, action.rows);
        this.#pty.resize(action.cols, action.rows);
        break;
      case 'terminal/cleared':
        this.#screen.clear();
        break;
      case 'terminal/titleChanged':
        this.#titles.fromUser(action.title);
        this.#options.onInfo(true);
        break;
      case 'terminal/claimed':
        this.#options.onInfo(true);
        break;
      default:
    }
  }

  #text(text: string): void {
    this.#content.add(text);
    this.#screen.feed(text);
    if (text.length < PROMPT_LIMIT && PROMPT_END.test(text) && this.#mayAsk()) this.#echo.poke();
  }

  /** It stands at this very place of the output. */
  #fact(reported: TerminalAction): void {
    const action = this.#exact(reported);
    this.#content.apply(action);
    this.#facts = noteCommand(this.#facts, action, this.#options.clock.now());
    if (action.type === 'terminal/commandFinished') this.#screen.commandFinished();
    if (action.type !== 'terminal/cwdChanged') this.#options.onInfo(false);
  }

  #exact(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const commandLine = exactLine(action.commandLine, this.#pasted);
    this.#pasted = undefined;
    return { ...action, commandLine };
  }

  #answer(query: Query, raw: string): void {
    const { size, version, colors } = this.#options;
    const { cols = size.cols, rows = size.rows } = this.state;
    const own = query.kind === 'emulator' ? this.#screen.ask(raw) : '';
    const reply = own || answer(query, { colors: colors(), cols, rows, version });
    if (reply !== '') this.#pty.write(reply);
  }

  #retitle(title: string): void {
    if (this.#closed || this.state.title === title) return;
    this.#content.apply({ type: 'terminal/titleChanged', title });
    this.#options.onInfo(false);
  }

  #exited(exit: PtyExit): void {
    // Of a signal as a shell reports it.
    this.#finish({ exitCode: 'code' in exit ? exit.code : 128 + exit.signal });
  }

  #finish(exit: { readonly exitCode?: number }): void {
    if (this.state.lifecycle.status === 'exited') return;
    this.#output.end();
    this.#cancelPatience();
    this.#echo.close();
    this.#content.apply({ type: 'terminal/exited', ...exit });
    this.#options.onInfo(true);
  }

  #moment(): { readonly cols: number; readonly writer?: string } {
    const cols = this.state.cols ?? this.#options.size.cols;
    return this.#writer === undefined ? { cols } : { cols, writer: this.#writer };
  }

  /** At its prompt a shell draws what is typed itself, as full-screen programs do; what else runs may ask for a secret. */
  #mayAsk(): boolean {
    if (this.#screen.fullScreen) return false;
    return this.#output.running || this.state.supportsCommandDetection !== true;
  }

  /** A pty callback is an edge: what goes wrong with one terminal must not reach another. */
  #guard(run: () => void): void {
    if (this.#closed) return;
    try {
      run();
    } catch (error) {
      this.#options.log(`${this.uri}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}
