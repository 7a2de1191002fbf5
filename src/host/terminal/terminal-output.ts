/**
 * The output of one terminal, on its way from the pty into the store.
 *
 * Each read is split at shell-integration sequences and queries. Text is joined to larger actions, a sequence becomes actions at
 * its place in the output, and a query is answered. Text is always sent before any action that follows it.
 */

import { META_KEY, mergeMeta } from '../../protocol/common/meta.ts';
import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { StatusReport } from '../../protocol/terminal/program-status.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Mark } from '../../shell/mark.ts';
import type { Query } from '../../shell/query.ts';
import type { Segment } from '../../shell/segment.ts';
import { drain, release, type SplitState, split, splitStart } from '../../shell/split.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { ProgramStatus } from '../agents/program-status.ts';
import type { Clock } from '../common/clock.ts';
import { guarded } from '../common/guarded.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import { shellAtPrompt } from '../processes/shell-at-prompt.ts';
import type { Pty } from '../pty/pty-port.ts';
import { TerminalShells, type TerminalShellsOptions } from '../run/terminal-shells.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import { endedBySignal } from '../screen/screen-repair.ts';
import { type ContentTail, noteTail, wholeTail } from '../stream/content-tail.ts';
import { OutputBatch } from '../stream/output-batch.ts';
import type { Store } from '../stream/store.ts';
import { BetweenText } from '../text/between-text.ts';
import type { TextLog } from '../text/text-log.ts';

/** `Terminal` adds the other callbacks. */
export type TerminalOutputOptions = Pick<
  TerminalShellsOptions,
  'commandsBefore' | 'context' | 'here' | 'marksInside' | 'onInfo' | 'places'
> & {
  readonly uri: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** The secret of the shell-integration sequences of the shell that cotty has started. */
  readonly nonce: string;
  /** Called when text was read. It may still wait to be joined with more. */
  readonly onText: () => void;
  /** Called with text right after the store has applied it. */
  readonly onStored: (text: string) => void;
  /** Completes an action that follows from a sequence, right before the store applies it. */
  readonly complete: (action: TerminalAction) => TerminalAction;
  /** Called with that action right after the store has applied it. */
  readonly onAction: (action: TerminalAction) => void;
  /** Called with a sequence after the actions that follow from it. */
  readonly onMark: (mark: Mark) => void;
  /** Returns the screen with everything printed until now. */
  readonly screen: () => HostScreen;
  readonly onQuery: (query: Query, raw: string) => void;
  /** Whether nothing tells when a command runs: a program in place of a shell, or a shell without integration. */
  readonly isUnmarked: boolean;
  readonly programStatus: Pick<ProgramStatus, 'isEmpty' | 'reset'>;
  /** Called with a report of what a program does, unless the shell is at its prompt. */
  readonly onStatus: (report: StatusReport) => void;
  /** State of the terminal under an earlier host. */
  readonly earlier?: Checkpoint;
  /** Called when the set-up of shell integration in an inner shell is over, successful or not. */
  readonly onLoaded: () => void;
  /** Called when the state of the shells has changed without a sequence. */
  readonly onShells: (track: TrackState, actions: readonly TerminalAction[]) => void;
};

/** Resets the terminal to its initial state. */
const RIS = '\x1bc';
/** Milliseconds after which a lone ESC counts as text. */
const RELEASE_MS = 20;
/** Content is trimmed whenever so many UTF-16 units were added: trimming goes through all parts. */
const TRIM_EVERY = 16 * 1024;

export class TerminalOutput {
  /** The output that was sent. */
  readonly log: TextLog;
  readonly shells: TerminalShells;
  readonly #options: TerminalOutputOptions;
  readonly #batch: OutputBatch;
  readonly #segments: SegmentReader;
  readonly #between: BetweenText;
  #tail: ContentTail;
  #untrimmed = 0;
  /** The origin of the output that is being read, and whether an action with this origin was sent. */
  #source: { readonly origin: ActionOrigin; sent: boolean } | undefined;
  /** Whether the last text has ended with the ESC of a sequence that goes on in the next. */
  #endedInEscape = false;
  #closed = false;

  constructor(pty: Pick<Pty, 'onData' | 'pid' | 'write'>, options: TerminalOutputOptions) {
    this.#options = options;
    this.log = this.#known(options.store.log(options.uri));
    this.shells = new TerminalShells({
      ...options,
      pid: pty.pid,
      screen: () => options.screen().read(),
      isPersons: () => this.state.claim.kind === 'client',
      type: (keys) => pty.write(keys),
      show: (text) => this.say(text),
      isAtPrompt: (before, known) => shellAtPrompt(pty.pid, before, known),
      inDoubt: () => this.settled(false),
    });
    this.#between = new BetweenText(() => this.state.cols ?? 80, options.earlier?.between);
    this.#tail = options.earlier?.tail ?? wholeTail;
    this.#segments = new SegmentReader(options, (text) => this.#plain(text));
    this.#batch = new OutputBatch((data) => this.#send(data), options.clock);
    pty.onData(guarded(options.uri, options.log, (text, origin) => this.#received(text, origin)));
  }

  get state(): TerminalState {
    return this.#known(this.#options.store.terminal(this.#options.uri));
  }

  /** Whether replaying the last part of the content would still draw what is on the screen. */
  get tail(): ContentTail {
    return this.#tail;
  }

  /** The part that a checkpoint holds. */
  get kept(): Pick<Checkpoint, 'segments' | 'track' | 'commands' | 'tail' | 'between'> {
    this.#batch.flush();
    const { track, commands } = this.shells;
    return {
      segments: this.#segments.state,
      track,
      commands,
      tail: this.#tail,
      between: this.#between.state,
    };
  }

  /** Returns whole lines that were printed since the last command, as terminal text; undefined if there are none. */
  get printedSince(): string | undefined {
    return this.#between.read();
  }

  /** Sets for how many milliseconds text may wait to be joined with more. */
  set joinMs(ms: number) {
    this.#batch.joinMs = ms;
  }

  /** Stops reading. Further output of the pty is dropped. */
  close(): void {
    this.#closed = true;
    this.shells.close();
  }

  /** Takes one read of the pty. It has an origin if the pty runs at a client. */
  #received(chunk: string, origin: ActionOrigin | undefined): void {
    if (this.#closed) return;
    if (origin === undefined) this.#read(chunk);
    else this.#readFrom(origin, chunk);
  }

  #read(chunk: string): void {
    for (const segment of this.#segments.read(chunk)) {
      if (segment.kind === 'text') this.#plain(segment.text);
      else this.#sequence(segment);
    }
  }

  #sequence(segment: Exclude<Segment, { readonly kind: 'text' }>): void {
    this.#endedInEscape = false;
    if (segment.kind === 'query') this.#options.onQuery(segment.query, segment.raw);
    else if (segment.kind === 'mark') {
      if (!this.#mark(segment.mark)) this.#printed(segment.raw ?? '');
    } else if (this.mayReport) this.#options.onStatus(segment.report);
  }

  #plain(text: string): void {
    const { programStatus } = this.#options;
    if (!programStatus.isEmpty && this.#hasReset(text)) programStatus.reset();
    this.#endedInEscape = text.endsWith('\x1b');
    this.#printed(text);
  }

  #hasReset(text: string): boolean {
    return text.includes(RIS) || (this.#endedInEscape && text.startsWith('c'));
  }

  /** Whether a program may run that reports or asks what it does: at the prompt of a shell none does. */
  get mayReport(): boolean {
    const { running, current, track } = this.shells;
    return running || !track.detected || current.unmarked !== undefined || this.#options.isUnmarked;
  }

  /**
   * Reads output of a pty at a client. Every action that follows carries the client's origin, so that the client recognises its
   * own output and knows that it has arrived. If no action follows (an incomplete sequence, a query), an empty output
   * acknowledges the read.
   */
  #readFrom(origin: ActionOrigin, chunk: string): void {
    this.#batch.flush();
    const source = { origin, sent: false };
    this.#source = source;
    try {
      this.#read(chunk);
      this.#batch.flush();
      if (!source.sent) this.#commit({ type: 'terminal/output', data: '' });
    } finally {
      this.#source = undefined;
    }
  }

  /** Commits an action that is not output, after the text that is waiting. */
  apply(action: TerminalAction, origin?: ActionOrigin): void {
    this.#batch.flush();
    if (action.type === 'terminal/input') this.#batch.expectEcho();
    this.#noteBetween(action);
    this.#commit(action, origin);
  }

  /** Sends all waiting text. */
  readonly flush = () => this.#batch.flush();

  /** Adds a sequence of the host after everything printed until now. */
  say(sequence: string): void {
    this.#text(sequence);
    this.#batch.flush();
  }

  /** Sends all waiting text, and trims the content to its limit. */
  settle(): void {
    this.#batch.flush();
    this.#trim();
  }

  /**
   * Ends the output: passes on held-back text, and finishes a running command, with the shell's exit code if the command ended
   * the shell.
   */
  end(exitCode?: number): void {
    this.#segments.end();
    const meta = { [META_KEY]: { endedTerminal: true } };
    const ended = this.shells.end(exitCode).map((action): TerminalAction => {
      const all = action.type === 'terminal/commandFinished' ? mergeMeta(action._meta, meta) : undefined;
      return all === undefined || action.type !== 'terminal/commandFinished'
        ? action
        : { ...action, _meta: all };
    });
    this.#follow(ended);
    this.#endBetween();
  }

  /** Adds output since the last command as a part of its own, because no other command follows to which it could be added. */
  #endBetween(): void {
    const before = this.#between.end();
    if (before === undefined) return;
    const commandId = this.shells.nextId();
    const meta: CommandMeta = { before, noCommand: true };
    const begun = { commandId, commandLine: '', timestamp: this.#options.clock.now() };
    for (const reported of [
      { type: 'terminal/commandExecuted', ...begun, _meta: { [META_KEY]: meta } },
      { type: 'terminal/commandFinished', commandId, durationMs: 0 },
    ] as const) {
      const action = this.#options.complete(reported);
      this.apply(action);
      this.#options.onAction(action);
    }
  }

  /** Must be called when there has been no output or key for a moment. */
  settled(readsKeys: boolean): void {
    this.#unmarked(this.shells.settled(readsKeys));
  }

  /** Finishes the running command without an exit code: it has ended without a sequence. */
  readonly finishUnmarked = () => this.#unmarked(this.shells.finishUnmarked());

  /** Repeats a change of the shells that an earlier host made without a sequence. */
  replayShells(track: TrackState, actions: readonly TerminalAction[]): void {
    this.#follow(this.shells.replay(track, actions));
  }

  #unmarked(actions: readonly TerminalAction[]): void {
    if (actions.length === 0) return;
    this.#options.onShells(this.shells.track, actions);
    this.#follow(actions);
  }

  #known<T>(part: T | undefined): T {
    if (part === undefined) throw new Error(`no state of ${this.#options.uri}`);
    return part;
  }

  #text(text: string): void {
    this.#between.printed(text);
    this.#batch.add(text);
    this.#options.onText();
  }

  #printed(text: string): void {
    const shown = this.shells.shown(text);
    if (shown !== '') this.#text(shown);
  }

  /** Returns false for a sequence that is ignored. */
  #mark(mark: Mark): boolean {
    const { shells } = this;
    const wasRunning = shells.running;
    const actions = shells.marked(mark);
    if (actions === undefined) return false;
    // The output of the command ends here. Every viewer's screen must be repaired at the same place.
    if (mark.kind === 'finished' && wasRunning && endedBySignal(mark.exitCode)) this.#repair();
    this.#follow(actions);
    this.#between.marked(mark, shells.running);
    this.#options.onMark(mark);
    return true;
  }

  #repair(): void {
    const text = this.#options.screen().repair();
    if (text !== '') this.#text(text);
  }

  #follow(actions: readonly TerminalAction[]): void {
    for (const reported of actions) {
      // The action needs counts of all output before it.
      this.#batch.flush();
      const action = this.#options.complete(this.#withBetween(reported));
      this.apply(action);
      this.#options.onAction(action);
    }
  }

  /** Adds the output since the last command to a command that begins. */
  #withBetween(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const before = this.#between.take(action.commandLine);
    const meta = before === undefined ? undefined : mergeMeta(action._meta, { [META_KEY]: { before } });
    return meta === undefined ? action : { ...action, _meta: meta };
  }

  #noteBetween(action: TerminalAction): void {
    if (action.type === 'terminal/input' && action.data !== '') this.#between.typed(action.data);
    else if (action.type === 'terminal/cleared') this.#between.cleared();
    // Without a sequence for the prompt, the prompt would count as output.
    else if (action.type === 'terminal/commandFinished' && this.shells.current.unmarked === undefined)
      this.#between.commandEnded();
  }

  #send(data: string): void {
    this.#commit({ type: 'terminal/data', data });
    this.#options.onStored(data);
    this.#untrimmed += data.length;
    if (this.#untrimmed >= TRIM_EVERY) this.#trim();
  }

  #trim(): void {
    if (this.#untrimmed === 0) return;
    this.#untrimmed = 0;
    const { store, uri } = this.#options;
    if (store.trim(uri)) this.#tail = { ...this.#tail, cut: true };
  }

  #commit(action: TerminalAction, origin = this.#source?.origin): void {
    if (this.#source !== undefined) this.#source.sent = true;
    const before = this.state;
    this.#options.store.apply(this.#options.uri, action, origin);
    this.#tail = noteTail(this.#tail, before, this.state, action);
  }
}

/**
 * Splits the output of a pty at shell-integration sequences and queries. A lone ESC at the end of a read becomes text if nothing
 * follows it.
 */
class SegmentReader {
  readonly #nonce: string;
  readonly #clock: Clock;
  readonly #onText: (text: string) => void;
  #state: SplitState;
  #cancelRelease: (() => void) | undefined;

  /** `onText` is called with text that was held back. */
  constructor({ nonce, clock, earlier }: TerminalOutputOptions, onText: (text: string) => void) {
    this.#state = earlier?.segments ?? splitStart;
    this.#nonce = nonce;
    this.#clock = clock;
    this.#onText = onText;
  }

  /** Text that was read from the pty and is held back. */
  get state(): SplitState {
    return this.#state;
  }

  read(chunk: string): readonly Segment[] {
    this.#cancelRelease?.();
    this.#cancelRelease = undefined;
    const { state, segments } = split(this.#state, chunk, this.#nonce);
    this.#state = state;
    if (state.held === '\x1b' && !state.released) this.#releaseLater();
    return segments;
  }

  /** Ends the reading: text that was held back is passed on. */
  end(): void {
    this.#cancelRelease?.();
    this.#pass(drain(this.#state));
  }

  #releaseLater(): void {
    this.#cancelRelease = this.#clock.after(RELEASE_MS, () => this.#pass(release(this.#state)));
  }

  #pass({ state, text }: { readonly state: SplitState; readonly text: string }): void {
    this.#state = state;
    if (text !== '') this.#onText(text);
  }
}
