/**
 * One terminal: wires its pty, output, input and screen. `TerminalOutput` reads the pty and commits every action to the store,
 * including input; `act` performs the side effects. Input is written to the pty before it is committed.
 */

import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { typedWords } from '../../protocol/cotty/program-name.ts';
import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { InputAction, TerminalAction } from '../../protocol/terminal/actions.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import type { TerminalClaim, TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import type { WireTerminalState } from '../../protocol/wire.ts';
import type { Mark } from '../../shell/mark.ts';
import type { Query } from '../../shell/query.ts';
import { Detector } from '../agents/detector.ts';
import { ProgramLife } from '../agents/program-life.ts';
import { ProgramStatus } from '../agents/program-status.ts';
import { guarded } from '../common/guarded.ts';
import type { ReplayRow } from '../keep/replay-row.ts';
import { foregroundGroup, groupState, groupWords, namesPrograms } from '../processes/foreground.ts';
import { readsTerminal } from '../processes/line-reader.ts';
import { idleShell, shellOf } from '../processes/waiting-shell.ts';
import type { Ending } from '../pty/exit-status.ts';
import type { TtyModes } from '../pty/modes/tty-modes.ts';
import { type PauseReason, pausesOf } from '../pty/pause-reasons.ts';
import { type Pty, ptyRefusal } from '../pty/pty-port.ts';
import { countedAction } from '../record/counted-action.ts';
import { TerminalInput } from '../run/terminal-input.ts';
import { HostScreen } from '../screen/host-screen.ts';
import { replyTo } from '../screen/query-answers.ts';
import { QUIET_MS, type ScreenState } from '../screen/screen-report.ts';
import { OuterMatch } from './outer-match.ts';
import { type Kept, type Reader, terminalSnapshot } from './snapshot.ts';
import { TabStatus } from './tab-status.ts';
import { TerminalEnd } from './terminal-end.ts';
import { infoOf } from './terminal-info.ts';
import { TerminalName } from './terminal-name.ts';
import type { TerminalOptions } from './terminal-options.ts';
import { TerminalOutput } from './terminal-output.ts';
import { TtyWatch } from './tty-watch.ts';

type Unprinted = Extract<ReplayRow<unknown>, { readonly kind: 'shells' }>;

export class Terminal {
  readonly uri: string;
  readonly input: TerminalInput;
  readonly runner: TerminalInput['runner'];
  readonly options: TerminalOptions;
  readonly #pty: Pty;
  readonly #screen: HostScreen;
  readonly #output: TerminalOutput;
  readonly #tty: TtyWatch;
  readonly #life: ProgramLife;
  readonly name: TerminalName;
  /** Pauses the pty while there is any reason to. */
  readonly pause: (reason: PauseReason, paused: boolean) => void;
  readonly status: TabStatus;
  /** Finds out what the program does where it does not tell that itself. */
  readonly detector: Detector;
  readonly outerMatch: OuterMatch;
  readonly #end: TerminalEnd;
  #printedAt = 0;
  /** Whether the modes of the pty are to be checked at the end of this turn. */
  #checks = false;

  /** The store must already have the state of the terminal. */
  constructor(pty: Pty, options: TerminalOptions) {
    const { uri, clock, size, scrollback, naming } = options;
    this.uri = uri;
    this.options = options;
    this.name = new TerminalName(naming.naming, naming.cwd, naming, options.onNamed);
    this.#pty = pty;
    const programStatus = new ProgramStatus(
      {
        ...options,
        onUnprinted: () => this.#life.unprinted(),
        printedAt: () => this.#printedAt,
        onInfo: (now) => {
          options.waits.changed();
          options.onInfo(now);
          this.#life.changed();
        },
      },
      options.earlier?.program,
    );
    this.#life = new ProgramLife({
      ...options,
      status: programStatus,
      askModes: (answer) => pty.askModes(answer),
      shell: () => this.#output.shells.process,
      isShell: (group) => this.#isShell(group),
      isAtPrompt: this.isAtPrompt,
      isReplaying: () => pty.replaying === true,
      keep: () => options.replayLog?.status(this.#output.shells.track, programStatus.kept),
    });
    this.#output = new TerminalOutput(pty, {
      ...options,
      isUnmarked: options.program || options.integrationOff !== undefined,
      programStatus,
      onStatus: (report) => this.#life.reported(report),
      context: () => ({ cols: this.state.cols ?? size.cols, ...this.input.trackContext }),
      onText: () => this.#text(),
      onStored: (text) => {
        this.#screen.printed(text);
        this.detector.printed(text);
      },
      complete: (action) =>
        countedAction(isNoCommand(action) ? action : this.input.refine(action), options.commands),
      onAction: (action) => this.#follow(action),
      onMark: (mark) => this.#marked(mark),
      onQuery: (query, raw) => this.#answer(query, raw),
      onLoaded: () => this.input.writeWaiting(),
      onShells: (track, actions) => options.replayLog?.shells(track, actions),
      screen: () => this.#flushedScreen(),
    });
    // A pty at a client is not paused for typing: its output has been read already, and later messages must not be handled before
    // it.
    this.pause = pausesOf(pty, options.remote && 'typing');
    this.status = new TabStatus(options, this.#output.shells, programStatus);
    this.detector = new Detector({
      ...options,
      status: programStatus,
      front: () => this.#tty.front,
      wordsOf: (group) => groupWords(group, this.#output.shells.process),
      typed: () => this.#typedWords,
      echoOff: () => this.#tty.echoOff,
      readsLine: () =>
        this.#tty.lineEditing &&
        this.#tty.front !== undefined &&
        readsTerminal(this.#tty.front.group, this.#output.shells.process) === true,
      screen: () => this.#flushedScreen().read(),
    });
    this.#screen = new HostScreen(
      { ...size, scrollback },
      this.#output.log,
      clock,
      {
        onReport: (report) => {
          this.status.reported(report);
          this.detector.reported(report);
        },
        onBehind: (behind) => this.pause('screen', behind),
      },
      options.earlier,
    );
    this.#tty = new TtyWatch(pty, {
      ...options,
      output: this.#output,
      onInfo: (now) => {
        this.detector.frontChanged();
        options.onInfo(now);
      },
    });
    this.outerMatch = new OuterMatch({ ...options, pty }, this.#output, () => this.#flushedScreen().read());
    this.input = new TerminalInput({
      ...options,
      pty,
      screen: () => this.#flushedScreen().read(),
      state: () => this.state,
      shells: this.#output.shells,
      onUnmarkedEnd: () => this.#output.finishUnmarked(),
      input: (data, by) => this.act({ type: 'terminal/input', data }, by),
      say: (text) => this.#output.say(text),
    });
    this.runner = this.input.runner;
    this.#end = new TerminalEnd({
      ...options,
      output: this.#output,
      status: this.status,
      tty: this.#tty,
      input: this.input,
    });
    this.#life.changed();
    options.waits.follow(() => programStatus.meta.program);
    options.replayLog?.follow(pty);
    if (options.lastScreen !== undefined) this.#output.say(options.lastScreen);
    if (options.note !== undefined) this.#output.say(`cotty: ${nameText(options.note)}\r\n`);
    // A program that prints nothing any more has to be recognised as well.
    if (options.earlier !== undefined && this.#output.shells.running) this.#tty.checkSoon();
    pty.onExit(guarded(uri, options.log, (exit, origin) => this.#end.exited(exit, origin)));
  }

  get state(): TerminalState {
    return this.#output.state;
  }

  /** The client that runs the pty; undefined if the host runs it. */
  get owner(): string | undefined {
    return this.options.remote?.owner;
  }

  get meta(): TerminalMeta {
    const { state, detector } = this;
    const { earlier, named } = this.name;
    const names = {
      ...(named ? { named } : {}),
      ...(earlier.length === 0 ? {} : { earlierNames: earlier }),
    };
    return { ...this.status.meta({ state, pid: this.#pty.pid, tty: this.#tty, detector }), ...names };
  }

  /** Descriptor of the master and path of the slave, for a successor host. */
  readonly master = () => this.#pty.master;

  get info(): TerminalInfo {
    return infoOf(this.uri, this.state, this.meta);
  }

  /** Sets for how many milliseconds output may wait to be joined with more. */
  set joinMs(ms: number) {
    this.#output.joinMs = ms;
  }

  /** Whole lines that were printed since the last command ended; undefined if there are none. */
  get printedSince(): string | undefined {
    return this.#output.printedSince;
  }

  /** Sends and parses everything printed until now. Must be called before a snapshot, which has to be complete. */
  settle(): void {
    this.options.remote?.settle();
    this.#output.settle();
    this.#screen.read();
  }

  get screenState(): ScreenState {
    const quiet = this.options.clock.now() - this.#printedAt >= QUIET_MS;
    const emulator = this.#screen.read();
    return { emulator, title: emulator.reports.title, echoOff: this.#tty.echoOff, quiet };
  }

  /**
   * How the running command reads its terminal at this moment, `read` of the shell included, or that a signal has stopped it;
   * undefined if that is not known.
   */
  get reads(): 'line' | 'keys' | 'nothing' | 'stopped' | undefined {
    const { pid } = this.#pty;
    const group = pid === undefined ? undefined : foregroundGroup(pid);
    const shell = this.#output.shells.process;
    if (group !== undefined && groupState(group, shell) === 'stopped') return 'stopped';
    if (!this.#tty.lineEditing || this.#tty.shellReadsKeys) return 'keys';
    const isReading = group === undefined ? undefined : readsTerminal(group, shell);
    return isReading === undefined ? undefined : isReading ? 'line' : 'nothing';
  }

  snapshot(reader: Reader, parked: TerminalMeta): WireTerminalState {
    const { tail, state } = this.#output;
    const meta = { ...this.meta, ...parked, ...this.options.remote?.meta };
    return terminalSnapshot({ state, tail, screen: this.#screen, meta }, reader);
  }

  /** The parts that a checkpoint needs. */
  get kept(): Kept {
    return { output: this.#output, screen: this.#screen, status: this.status };
  }

  /** Applies an action of the host itself, without side effects. */
  readonly announce = (action: TerminalAction) => this.#output.apply(action);
  /** Changes the claim on behalf of the host. */
  readonly claim = (claim: TerminalClaim) => this.act({ type: 'terminal/claimed', claim });
  /** Returns why an allowed action cannot be performed now, or undefined. */
  readonly refuses = (action: TerminalAction) =>
    action.type === 'terminal/titleChanged'
      ? this.name.refuses(action.title)
      : ptyRefusal(action, this.#pty, this.options.remote);

  /** Applies an action that a client may perform, with its side effects. `taking` is called right before input is written. */
  dispatch(action: TerminalAction, origin: ActionOrigin, writer?: string, taking?: () => void): void {
    const { remote } = this.options;
    if (action.type === 'terminal/exited') remote?.exit(action.exitCode, origin);
    else if (action.type === 'terminal/output') {
      this.input.noteInput('', writer);
      remote?.print(action.data, origin);
    } else this.act(action, writer, origin, taking);
  }

  /** Ends the terminal: at once for its viewers, within seconds for its processes. It can be read until `forget`. */
  async close(ending: Ending = {}): Promise<void> {
    if (!this.#end.close(ending)) return;
    const { status, detector, input, outerMatch } = this;
    for (const part of [status, this.#life, detector, input, outerMatch, this.#output]) part.close();
    await this.#pty.end();
  }

  /** Drops a terminal that could not be restored. Its program is not touched. */
  abandon(): void {
    this.#end.close('unsaid');
    const { status, detector, input, outerMatch } = this;
    for (const part of [status, this.#life, detector, input, outerMatch, this.#output, this.#tty])
      part.close();
    this.#screen.close();
  }

  /** Whether the shell is at its prompt, as far as its sequences say. */
  readonly isAtPrompt = () => this.#atPrompt;
  /** Whether a full-screen program is running. Nothing is parsed for this. */
  readonly isFullScreen = () => this.#screen.isAlternate();
  /** Tells the program that it has got the focus or lost it, if it has asked for that (mode 1004). */
  readonly focusMoved = (focused: boolean) => this.input.focusMoved(focused);
  /** Frees the screen. The terminal must not be read any more. */
  readonly forget = () => this.#screen.close();

  /** Repeats what an earlier host has found without a sequence: a change of the shells, and of what the program does. */
  replayUnprinted({ track, actions, program }: Unprinted): void {
    this.#output.replayShells(track, actions);
    if (program !== undefined) this.status.program.replay(program);
  }

  /** Applies an allowed action, with its side effects. */
  act(action: TerminalAction, writer?: string, origin?: ActionOrigin, taking = () => {}): void {
    this.options.replayLog?.acted(action, writer);
    if (action.type === 'terminal/input') {
      this.#type(action, writer, origin, taking);
      return;
    }
    const { claim } = this.state;
    this.#output.apply(
      action.type === 'terminal/titleChanged' ? { ...action, title: this.name.give(action.title) } : action,
      origin,
    );
    this.#perform(action, claim);
  }

  /** Writes input to the pty, and then does all that follows from it: the program answers meanwhile. */
  #type(
    action: InputAction,
    writer: string | undefined,
    origin: ActionOrigin | undefined,
    taking: () => void,
  ): void {
    this.input.take(action, writer, taking);
    this.#output.apply(action, origin);
    this.detector.typed(action.data);
    this.options.waits.typed(action.data, writer);
    if (!this.#atPrompt) this.#tty.checkSoon();
  }

  /** Performs the side effects of an action that the store has applied; `claim` is the one before it. */
  #perform(action: TerminalAction, claim: TerminalClaim): void {
    switch (action.type) {
      case 'terminal/resized':
        this.#screen.resize(action.cols, action.rows);
        this.outerMatch.resize(action.cols, action.rows);
        break;
      case 'terminal/cleared':
        this.#screen.clear();
        break;
      case 'terminal/titleChanged':
        this.options.onInfo(true);
        break;
      case 'terminal/claimed':
        this.status.claimed(claim, action.claim);
        this.outerMatch.check();
        break;
      default:
    }
  }

  #text(): void {
    this.#printedAt = this.options.clock.now();
    this.options.waits.printed();
    this.input.printed();
    if (this.#checks) return;
    this.#checks = true;
    // Viewers are sent first what was printed: an echo does not wait for system calls.
    queueMicrotask(guarded(this.uri, this.options.log, () => this.#checkTty()));
  }

  #checkTty(): void {
    this.#checks = false;
    if (this.#output.shells.running || this.options.program) this.#tty.check();
    else if (!this.#atPrompt) this.#tty.checkSoon();
  }

  #answer(query: Query, raw: string): void {
    if (query.kind === 'graphics') this.#output.say(raw);
    if (!this.#pty.takesReplies) return;
    const isStatus = query.kind === 'status' || query.kind === 'notices';
    if (isStatus && !this.#output.mayReport) return;
    const { state } = this;
    const reply =
      query.kind === 'status'
        ? raw
        : replyTo(query, raw, { ...this.options, state, screen: () => this.#flushedScreen() });
    if (reply !== '') this.#pty.reply(reply, isStatus ? (modes) => this.#isReadByProgram(modes) : undefined);
  }

  /** In line mode, and at the shell, a reply that no program reads would stand in the next line that is typed. */
  #isReadByProgram({ lineEditing, foreground }: TtyModes): boolean {
    return !lineEditing && (foreground === undefined || !this.#isShell(foreground));
  }

  /** Whether a process group is that of a shell which waits for commands, as far as the system tells. */
  #isShell(group: number): boolean {
    const { pid } = this.#pty;
    const isOwn = group === this.#output.shells.process;
    if (process.platform !== 'linux' || pid === undefined) return !this.options.program && isOwn;
    // The group was asked for some time before: another one may be in the foreground by now. While the shell starts a program, that
    // is in its own group for a moment.
    return (isOwn ? shellOf(group) : idleShell(group)) !== undefined;
  }

  /** The screen with everything printed until now. */
  #flushedScreen(): HostScreen {
    this.#output.flush();
    return this.#screen;
  }

  /** Called at the action's position in the output stream. */
  #follow(action: TerminalAction): void {
    this.runner.follow(action);
    if (action.type === 'terminal/commandFinished') this.#life.ended();
    this.status.follow(action);
    // What an earlier host has named after a folder is recorded, and not named anew.
    if (action.type === 'terminal/cwdChanged' && this.#pty.replaying !== true) this.followFolder();
    if (action.type === 'terminal/commandExecuted') {
      this.#life.began();
      this.#screen.commandBegan();
      this.detector.began();
    }
    if (action.type !== 'terminal/commandFinished') return;
    this.#screen.commandFinished();
    this.#pty.forgetReplies();
  }

  /** Names the terminal after the folder of its shell if that is another one now. */
  readonly followFolder = () => this.#rename(this.name.follow(this.state.cwd));
  /** Must be called when the terminal is back on the list. */
  readonly backOnList = () => this.#rename(this.name.back());

  #rename(title: string): void {
    if (this.state.title === title) return;
    this.#output.apply({ type: 'terminal/titleChanged', title });
    this.options.onInfo(false);
  }

  #marked(mark: Mark): void {
    this.input.marked(mark);
    this.status.marked(mark);
    if (this.#atPrompt) this.#tty.atPrompt();
  }

  /** The words of the command line, where it alone tells which program runs. */
  get #typedWords(): readonly string[] | undefined {
    const { remote, program, shell } = this.options;
    const { where } = this.#output.shells.current;
    if (namesPrograms && remote === undefined && where === undefined) return undefined;
    const { running } = this.status;
    if (running !== undefined) return typedWords({ running });
    return program ? [shell] : undefined;
  }

  /** Whether the shell is at its prompt, as far as its sequences say. */
  get #atPrompt(): boolean {
    return this.#output.shells.atRest && this.state.supportsCommandDetection === true;
  }
}
