/**
 * The output of one terminal on its way from the pty into the store.
 *
 * A read is split at the shell's marks and the queries: text is joined to batches, a mark becomes actions at its place
 * between the texts, a query goes to whoever answers it. Text before any other action is sent before that action.
 */

import { META_KEY, mergeMeta } from '../../protocol/common/meta.ts';
import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Mark } from '../../shell/mark.ts';
import type { Query } from '../../shell/query.ts';
import type { Segment } from '../../shell/segment.ts';
import { drain, release, type SplitState, split, splitStart } from '../../shell/split.ts';
import type { TrackState } from '../../shell/track-state.ts';
import { BetweenText } from '../between/between-text.ts';
import type { Clock } from '../common/clock.ts';
import { guarded } from '../common/guarded.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import { shellAtPrompt } from '../nest/shell-at-prompt.ts';
import type { Pty } from '../pty/pty-port.ts';
import { TerminalShells, type TerminalShellsOptions } from '../run/terminal-shells.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import { endedBySignal } from '../screen/screen-repair.ts';
import { type ContentTail, noteTail, wholeTail } from '../stream/content-tail.ts';
import { OutputBatch } from '../stream/output-batch.ts';
import type { Store } from '../stream/store.ts';
import type { TextLog } from '../text/text-log.ts';

/** The constructor of `Terminal` binds the callbacks. */
export type TerminalOutputOptions = Pick<
  TerminalShellsOptions,
  'commandsBefore' | 'context' | 'here' | 'marksInside' | 'onInfo' | 'places'
> & {
  readonly uri: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Carried by the marks of a shell that cotty has started. */
  readonly nonce: string;
  /** Called when text was read; it may wait to be joined. */
  readonly onText: () => void;
  /** Called with text right after it has entered the store. */
  readonly onStored: (text: string) => void;
  /** Completes an action that a mark has led to, right before it enters the store. */
  readonly complete: (action: TerminalAction) => TerminalAction;
  /** Called with that action right after it has entered the store. */
  readonly onAction: (action: TerminalAction) => void;
  /** Called with a mark after the actions that follow from it. */
  readonly onMark: (mark: Mark) => void;
  /** The screen with everything printed until now. */
  readonly screen: () => HostScreen;
  readonly onQuery: (query: Query, raw: string) => void;
  /** State of the terminal under an earlier host. */
  readonly earlier?: Checkpoint;
  /** Called when a shell has been given its marks, or has not taken them. */
  readonly onLoaded: () => void;
  /** Called when something else than a mark has told where the shells are. */
  readonly onShells: (track: TrackState, actions: readonly TerminalAction[]) => void;
};

/** Milliseconds after which nothing follows a lone ESC any more. */
const RELEASE_MS = 20;
/** Trimming looks at every part, so it runs only after so much new text. In UTF-16 units. */
const TRIM_EVERY = 16 * 1024;

export class TerminalOutput {
  /** Everything that was sent. */
  readonly log: TextLog;
  readonly shells: TerminalShells;
  readonly #options: TerminalOutputOptions;
  readonly #batch: OutputBatch;
  readonly #segments: SegmentReader;
  readonly #between: BetweenText;
  #tail: ContentTail;
  #untrimmed = 0;
  /** The origin of the output that is being read, and whether an action with it has been sent. */
  #source: { readonly origin: ActionOrigin; sent: boolean } | undefined;
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
    this.#between = new BetweenText(() => sizeOf(this.state), options.earlier?.between);
    this.#tail = options.earlier?.tail ?? wholeTail;
    this.#segments = new SegmentReader(options, (text) => this.#printed(text));
    this.#batch = new OutputBatch((data) => this.#send(data), options.clock);
    pty.onData(guarded(options.uri, options.log, (text, origin) => this.#received(text, origin)));
  }

  get state(): TerminalState {
    return this.#known(this.#options.store.terminal(this.#options.uri));
  }

  /** Whether replaying the last part of the content would still show what is on the screen. */
  get tail(): ContentTail {
    return this.#tail;
  }

  /** State that a successor host needs to read on. */
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

  /** Returns what was printed since the last command, as terminal text of whole lines; undefined if nothing was. */
  get printedSince(): string | undefined {
    return this.#between.read();
  }

  /** Milliseconds that text may wait to be joined with more. */
  set joinMs(ms: number) {
    this.#batch.joinMs = ms;
  }

  /** Ends the reading: what the pty still gives is dropped. */
  close(): void {
    this.#closed = true;
    this.shells.close();
  }

  /** Takes one read of the pty; with an origin, if the pty runs at a client. */
  #received(chunk: string, origin: ActionOrigin | undefined): void {
    if (this.#closed) return;
    if (origin === undefined) this.#read(chunk);
    else this.#readFrom(origin, chunk);
  }

  #read(chunk: string): void {
    for (const segment of this.#segments.read(chunk)) {
      if (segment.kind === 'text') this.#printed(segment.text);
      else if (segment.kind === 'query') this.#options.onQuery(segment.query, segment.raw);
      else if (!this.#mark(segment.mark)) this.#printed(segment.raw ?? '');
    }
  }

  /**
   * Reads what a pty at a client has printed. Every action that follows carries the client's origin, so that the
   * client recognises its own output and knows that it arrived. A read that leads to no action (half a sequence, a query)
   * is acknowledged by an empty output.
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

  /** Commits an action that is not output. Waiting text goes before it. */
  apply(action: TerminalAction, origin?: ActionOrigin): void {
    this.#batch.flush();
    if (action.type === 'terminal/input') this.#batch.expectEcho();
    this.#noteBetween(action);
    this.#commit(action, origin);
  }

  /** Sends all waiting text. */
  readonly flush = () => this.#batch.flush();

  /** Puts a sequence behind everything printed until now. */
  say(sequence: string): void {
    this.#text(sequence);
    this.#batch.flush();
  }

  /** Sends all waiting text, and trims the content to its limit. */
  settle(): void {
    this.#batch.flush();
    this.#trim();
  }

  /** Ends the output: passes on held-back text and closes a running command, with the shell's exit code if that ended it. */
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

  /** Puts what was printed since the last command behind it: no command follows that would have it. */
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

  /** Must be called when output and keys have settled. */
  settled(readsKeys: boolean): void {
    this.#unmarked(this.shells.settled(readsKeys));
  }

  /** Closes the running command without an exit code: it has ended, and no mark said how. */
  readonly finishUnmarked = () => this.#unmarked(this.shells.finishUnmarked());

  /** Follows what an earlier host has found out without a mark. */
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

  /** Returns false for a mark that is not taken. */
  #mark(mark: Mark): boolean {
    const { shells } = this;
    const wasRunning = shells.running;
    const actions = shells.marked(mark);
    if (actions === undefined) return false;
    // Its output ends with that, so that every viewer's screen is put right at the same place.
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
      // All output before the action must be counted before it is completed.
      this.#batch.flush();
      const action = this.#options.complete(this.#withBetween(reported));
      this.apply(action);
      this.#options.onAction(action);
    }
  }

  /** Adds to a command that begins what was printed since the last one. */
  #withBetween(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const before = this.#between.take(action.commandLine);
    const meta = before === undefined ? undefined : mergeMeta(action._meta, { [META_KEY]: { before } });
    return meta === undefined ? action : { ...action, _meta: meta };
  }

  #noteBetween(action: TerminalAction): void {
    if (action.type === 'terminal/input' && action.data !== '') this.#between.typed();
    else if (action.type === 'terminal/resized') this.#between.resized(sizeOf(action));
    else if (action.type === 'terminal/cleared') this.#between.cleared();
    // Where no prompt is marked, it would be taken for printed text.
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

/** The size that a pty has where none is named. */
function sizeOf({ cols = 80, rows = 24 }: { readonly cols?: number; readonly rows?: number }) {
  return { cols, rows };
}

/** Splits what a pty gives at the shell's marks and the queries; a lone ESC at the end of a read is text when nothing follows. */
class SegmentReader {
  readonly #nonce: string;
  readonly #clock: Clock;
  readonly #onText: (text: string) => void;
  #state: SplitState;
  #cancelRelease: (() => void) | undefined;

  /** `onText` is called with what was held back. */
  constructor({ nonce, clock, earlier }: TerminalOutputOptions, onText: (text: string) => void) {
    this.#state = earlier?.segments ?? splitStart;
    this.#nonce = nonce;
    this.#clock = clock;
    this.#onText = onText;
  }

  /** Bytes that were read from the pty and are not published yet. */
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

  /** Ends the reading: what was held back is text. */
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
