/**
 * One terminal — its pty, splitter, tracker, content and screen, wired once.
 *
 * Out: pty → output → content → store, and to the screen. In: an action of a client that may do it → content → store,
 * and from the envelope that returns → pty.
 */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope, ActionOrigin } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import type { WireTerminalState } from '../../protocol/wire.ts';
import type { Query } from '../../shell/query.ts';
import { guarded } from '../ground/guarded.ts';
import type { Pty } from '../pty/pty-port.ts';
import { TerminalInput } from '../run/terminal-input.ts';
import { HostScreen } from '../screen/host-screen.ts';
import { answer } from '../screen/query-answers.ts';
import { QUIET_MS, type ScreenReading } from '../screen/screen-report.ts';
import { TerminalContent } from '../stream/terminal-content.ts';
import { EchoWatch } from './echo-watch.ts';
import { type Ending, type ExitStatus, exitStatus } from './exit-status.ts';
import { inputRefusal } from './input-room.ts';
import { type HoldReason, holdsOf } from './pause-reasons.ts';
import { Output } from './pty-output.ts';
import { type Reader, terminalSnapshot } from './snapshot.ts';
import { TabStatus } from './tab-status.ts';
import { infoOf } from './terminal-info.ts';
import type { TerminalOptions } from './terminal-options.ts';
import { Titles } from './titles.ts';

export class Terminal {
  readonly uri: string;
  readonly input: TerminalInput;
  readonly #options: TerminalOptions;
  readonly #pty: Pty;
  readonly #screen: HostScreen;
  readonly #content: TerminalContent;
  readonly #output: Output;
  readonly #echo: EchoWatch;
  readonly #titles: Titles;
  /** Pauses its pty for as long as there is a reason. */
  readonly hold: (reason: HoldReason, held: boolean) => void;
  readonly status: TabStatus;
  #printedAt = 0;
  #closed = false;

  /** The store has its state already. */
  constructor(pty: Pty, options: TerminalOptions) {
    const { uri, clock, size, scrollback } = options;
    this.uri = uri;
    this.#options = options;
    this.#pty = pty;
    // What a client's pty printed has been read already, and what else that client says must not overtake it.
    this.hold = holdsOf(pty, options.remote && 'typing');
    this.status = new TabStatus(options);
    this.#content = new TerminalContent(uri, options.store, clock);
    this.#titles = new Titles(this.state.title, options.named, (title) => this.#retitle(title));
    this.#screen = new HostScreen({ ...size, scrollback }, clock, {
      onTitle: (title) => this.#titles.fromProgram(title),
      onBells: (bells) => this.status.rang(bells),
      onBehind: (behind) => this.hold('screen', behind),
    });
    this.#echo = new EchoWatch(
      () => pty.echoOff(),
      clock,
      () => options.onInfo(true),
    );
    const moment = () => ({ cols: this.state.cols ?? size.cols, ...this.input.moment });
    this.#output = new Output(options.nonce, options.commandsBefore, clock, moment, {
      onText: (text) => this.#text(text),
      onAction: (action) => this.#fact(action),
      onQuery: (query, raw) => this.#answer(query, raw),
      onMark: (mark) => this.input.marked(mark),
    });
    this.input = new TerminalInput({
      ...options,
      pty,
      screen: this.#screen,
      state: () => this.state,
      phase: () => this.#output.phase,
      late: () => this.status.late,
      cutOff: () => this.#output.cutOff(),
      input: (data, by) => this.#takeEffect(this.#content.apply({ type: 'terminal/input', data }), by),
    });
    const { log } = options;
    pty.onData(guarded(uri, log, (text, origin) => this.#printed(text, origin)));
    pty.onExit(guarded(uri, log, (exit, origin) => this.#finish(exitStatus(exit), origin, 'code' in exit)));
  }

  get state(): TerminalState {
    return this.#content.state;
  }

  /** The client that runs its pty; undefined: the host does. */
  get owner(): string | undefined {
    return this.#options.remote?.owner;
  }

  get meta(): TerminalMeta {
    return this.status.meta({ state: this.state, pid: this.#pty.pid, echoOff: this.#echo.off });
  }

  get info(): TerminalInfo {
    return infoOf(this.uri, this.state, this.meta);
  }

  /** How long output may wait to be joined: as short as the most impatient viewer asks for. */
  set joinMs(ms: number) {
    this.#content.joinMs = ms;
  }

  /** Everything printed until now is sent, parsed and told of: a snapshot that follows changes nothing any more. */
  settle(): void {
    this.#options.remote?.settle();
    this.#content.flush();
    this.#screen.read();
  }

  get reading(): ScreenReading {
    const quiet = this.#options.clock.now() - this.#printedAt >= QUIET_MS;
    return { emulator: this.#screen.read(), title: this.state.title, echoOff: this.#echo.off, quiet };
  }

  snapshot(reader: Reader, parked: TerminalMeta): WireTerminalState {
    const { tail, state } = this.#content;
    const meta = { ...this.meta, ...parked, ...this.#options.remote?.meta };
    return terminalSnapshot({ state, tail, screen: this.#screen, meta }, reader);
  }

  /** A fact of the host's own, without side effects. */
  announce(action: TerminalAction): void {
    this.#content.apply(action);
  }

  /** It changes hands by what the host itself does. */
  claim(claim: TerminalClaim): void {
    this.#takeEffect(this.#content.apply({ type: 'terminal/claimed', claim }), undefined);
  }

  /** Why an action that its sender may dispatch cannot be done now. */
  refuses(action: TerminalAction): string | undefined {
    return inputRefusal(action, this.#pty, this.#options.remote);
  }

  /** An action of a client that may do it. Its side effects follow from the envelope. */
  dispatch(action: TerminalAction, origin: ActionOrigin, writer: string | undefined): void {
    const { remote } = this.#options;
    if (action.type === 'terminal/exited') remote?.exit(action.exitCode, origin);
    else if (action.type === 'terminal/output') {
      this.input.typed('', writer);
      remote?.print(action.data, origin);
    } else this.#takeEffect(this.#content.apply(action, origin), writer);
  }

  /** Over for its viewers at once, for its processes within seconds. */
  async close(ending: Ending = {}): Promise<void> {
    if (this.#closed) return;
    if (ending !== 'unsaid') this.#finish(ending);
    this.status.close();
    this.input.close();
    this.#closed = true;
    this.#screen.close();
    await this.#pty.end();
  }

  #takeEffect({ action }: ActionEnvelope, writer: string | undefined): void {
    switch (action.type) {
      case 'terminal/input':
        this.input.typed(action.data, writer);
        this.#pty.write(action.data);
        if (this.#mayAsk()) this.#echo.typed(action.data);
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
        this.status.claimed();
        break;
      default:
    }
  }

  #text(text: string): void {
    this.#content.add(text);
    this.#screen.feed(text);
    this.#printedAt = this.#options.clock.now();
    this.input.printed();
    this.#echo.printed(text, () => this.#mayAsk());
  }

  /** It stands at this very place of the output. */
  #fact(reported: TerminalAction): void {
    const action = this.input.exact(reported);
    this.#content.apply(action);
    this.input.runner.took(action);
    this.status.took(action);
    if (action.type === 'terminal/commandFinished') this.#screen.commandFinished();
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

  #printed(text: string, origin: ActionOrigin | undefined): void {
    if (this.#closed) return;
    if (origin === undefined) this.#output.take(text);
    else this.#content.from(origin, () => this.#output.take(text));
  }

  /** `byItself`: what ran made the shell end, as `exit 3` does. */
  #finish(exit: ExitStatus, origin?: ActionOrigin, byItself = false): void {
    if (this.#closed || this.state.lifecycle.status === 'exited') return;
    this.#output.end(byItself ? exit.exitCode : undefined);
    this.status.close();
    this.#echo.close();
    this.#content.apply({ type: 'terminal/exited', ...exit }, origin);
    this.#options.onExit();
    this.input.printed();
    this.#options.onInfo(true);
  }

  /** At its prompt a shell draws what is typed itself, as full-screen programs do; what else runs may ask for a secret. */
  #mayAsk(): boolean {
    if (this.#screen.fullScreen) return false;
    return this.#output.running || this.state.supportsCommandDetection !== true;
  }
}
