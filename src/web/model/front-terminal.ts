/** The terminal in front: its mirror, its screen, its blocks, and the line that is being written for it. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Block, blocksOf } from '../../client/blocks/block.ts';
import { FetchedOutputs } from '../../client/blocks/fetched-outputs.ts';
import { type Finder, finder, isCaseSensitive, placesIn } from '../../client/blocks/match-text.ts';
import { OlderCommands } from '../../client/blocks/older-commands.ts';
import { OutputStretches } from '../../client/blocks/output-stretches.ts';
import { seqOf } from '../../client/blocks/recorded-run.ts';
import type { Client, TerminalMirror } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type {
  AskOutput,
  OutputMatch,
  OutputSearch,
  OutputSearchResult,
} from '../../protocol/cotty/command-output.ts';
import type { ScreenMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { isAnnotated } from '../../protocol/terminal/actions.ts';
import { annotationOf } from '../../protocol/terminal/annotation.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { textOfLine } from '../../screen/cells/styled-line.ts';
import type { LivePart } from '../screen/live-part.ts';
import { LiveScreen } from '../screen/live-screen.ts';
import { screenLook } from '../screen/palette.ts';
import { outputEmulator } from '../screen/quiet-terminal.ts';
import { OutputLines } from '../text/output-lines.ts';
import { BlockList, steady } from './block-list.ts';
import type { RunLine } from './run-line.ts';
import type { Settings } from './settings.ts';

/** Actions that are echoes of input change nothing on the page. */
const ECHOES: ReadonlySet<string> = new Set(['terminal/input', 'terminal/output']);

/** Ctrl+L. */
const CLEAR_SCREEN = '\x0c';

export type FrontOptions = {
  readonly uri: string;
  readonly client: Client;
  /** `user:NAME`. */
  readonly writer: string;
  readonly home: string | undefined;
  readonly settings: Settings;
  /** RUN's line, which outlives this view of the terminal. */
  readonly line: RunLine;
  /** The host's list of terminals. */
  readonly terminals: ReadonlySignal<readonly TerminalInfo[]>;
  /** Called when a person opens a hyperlink of a program, with its visible text. */
  readonly onHyperlink: (address: string, text: string) => void;
  /** Called with input that is typed into the screen. With `bytes`, each character is one byte. */
  readonly onInput: (data: string, bytes: boolean) => void;
  /** Called when the host has refused something of this page. */
  readonly onRefused: (why: string) => void;
};

export class FrontTerminal {
  readonly uri: string;
  readonly screen: LiveScreen;
  readonly older: OlderCommands;
  readonly fetched: FetchedOutputs;
  /** Lines out of outputs that are too long to be fetched whole. */
  readonly stretches: OutputStretches;
  readonly state = signal<TerminalState | undefined>(undefined);
  readonly live = signal<LivePart>({ top: 0, rows: 1, cursorRows: 0, fullScreen: false });
  /** Lines of the running command's output above its visible part. */
  readonly hiddenLines = signal(0);
  /** Counts fetched outputs: blocks that show them are drawn again. */
  readonly fetches = signal(0);
  readonly failure = signal<string | undefined>(undefined);
  /** RUN's line, and whether the shell's own line may hold text. */
  readonly line: RunLine;
  shellLineDirty = false;
  /** Whether keys are for the blocks: only Esc leads there. */
  readonly browsing = signal(false);
  /** Whether RAW was entered by Tab, to complete a half line in the shell: the next command leads back to RUN. */
  #droppedIn = false;
  /** Whether the person has switched to keys for the shell itself. */
  readonly raw = signal(false);
  /** Counts typed input, after which the view scrolls to its end. */
  readonly typed = signal(0);
  /** Counts requests to focus RUN's line. */
  readonly wantsLine = signal(0);
  readonly list: BlockList;
  readonly find: Find;
  readonly outputs = new OutputLines(outputEmulator);
  readonly askOutput: AskOutput;
  readonly meta: ReadonlySignal<Partial<TerminalMeta>>;
  readonly running: ReadonlySignal<Running | undefined>;
  /** Whether a shell with shell integration is at its prompt, so that it takes a line. */
  readonly takesLines: ReadonlySignal<boolean>;
  readonly #options: FrontOptions;
  #stops: (() => void)[] = [];
  #closed = false;

  constructor(options: FrontOptions) {
    const { uri, client, settings, terminals, line } = options;
    const { cotty } = client;
    this.#options = options;
    this.uri = uri;
    this.line = line;
    const changed = () => {
      this.fetches.value += 1;
    };
    this.older = new OlderCommands((asked) => cotty.commands(uri, asked), changed);
    this.askOutput = (asked) => cotty.output(uri, asked);
    this.fetched = new FetchedOutputs(this.askOutput, changed, changed);
    this.stretches = new OutputStretches(this.askOutput, changed);
    this.screen = new LiveScreen({
      look: screenLook(document.documentElement, {
        fontSize: settings.fontSize.peek(),
        readable: settings.readable.peek(),
      }),
      onInput: options.onInput,
      onHyperlink: options.onHyperlink,
      onChange: () => this.#measure(),
      ack: (chars) => client.notify('x-cotty/ack', { channel: uri, chars }),
    });
    this.meta = computed(() =>
      cottyMeta<TerminalMeta>(terminals.value.find(({ resource }) => resource === uri)?._meta),
    );
    this.list = new BlockList(computed(() => this.#blocks(this.state.value, this.fetches.value)));
    this.find = new Find(this.list, this.outputs, (search) => cotty.outputSearch(uri, search));
    this.running = steady(() => runningIn(this.state.value, this.meta.value), isSameRun);
    this.takesLines = computed(() => this.#takesLines());
    void this.#open();
  }

  redraw(screen: ScreenMeta): void {
    this.screen.redraw(screen);
  }

  /** Notes that something was typed: at a prompt, the shell's own line may hold text from now on. */
  noteTyped(data: string): void {
    this.typed.value += 1;
    if (this.running.peek() !== undefined) return;
    // The shell clears its screen.
    if (data === CLEAR_SCREEN) this.list.clear();
    const isGivenUp = data === '\x03';
    this.shellLineDirty = this.#droppedIn || (!isGivenUp && !data.endsWith('\r'));
    if (isGivenUp) this.#backToLine();
  }

  /** Must be called when a half line was given to the shell: its line editor has the keys until the next command. */
  dropIntoShell(): void {
    this.#droppedIn = true;
    this.shellLineDirty = true;
    this.raw.value = true;
  }

  #backToLine(): void {
    if (this.#droppedIn) this.raw.value = false;
    this.#droppedIn = false;
  }

  /** Gives the keys to the blocks, of which the newest is selected. */
  browse(): void {
    this.browsing.value = true;
    if (this.list.selectedBlock === undefined) this.list.move(-1);
  }

  /** Gives the keys back to RUN's line. */
  leaveBrowse(): void {
    this.browsing.value = false;
    this.list.selected.value = undefined;
    this.wantsLine.value += 1;
  }

  /** Fetches commands before the known ones, because the view was scrolled back to them. */
  lookBack(): void {
    const content = this.state.peek()?.content;
    if (content !== undefined) this.older.fetch(content);
  }

  /** Writes a command into RUN's line, which gets the focus. */
  write(commandLine: string): void {
    this.browsing.value = false;
    this.line.do({ type: 'set', text: commandLine });
    this.wantsLine.value += 1;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    this.screen.close();
    this.fetched.close();
    this.stretches.close();
    // A host that is away forgets the subscription anyway.
    void this.#options.client.unsubscribe(this.uri).catch(() => {});
  }

  async #open(): Promise<void> {
    try {
      const mirror = await this.#options.client.subscribe(this.uri);
      if (this.#closed) return;
      this.screen.begin(mirror.state);
      this.state.value = mirror.state;
      this.#follow(mirror);
    } catch (error) {
      if (!this.#closed) this.failure.value = reasonOf(error);
    }
  }

  #follow(mirror: TerminalMirror): void {
    const stopChange = mirror.onChange((state, cause) => {
      if (cause.kind === 'snapshot') {
        this.older.clear();
        this.screen.begin(state);
      } else {
        const { action } = cause.envelope;
        if (ECHOES.has(action.type)) return;
        if (action.type === 'terminal/cleared') this.older.clear();
        if (isAnnotated(action)) this.older.annotate(action.commandId, annotationOf(action));
        if (action.type === 'terminal/commandExecuted') {
          this.shellLineDirty = false;
          this.#backToLine();
        }
        this.screen.apply(action);
      }
      this.state.value = state;
    });
    const stopRejected = mirror.onRejected(({ origin, rejectionReason }) => {
      if (origin?.clientId === this.#options.client.clientId)
        this.#options.onRefused(rejectionReason ?? 'the host refused that');
    });
    this.#stops.push(stopChange, stopRejected);
  }

  #measure(): void {
    if (this.#closed) return;
    const { part } = this.screen;
    const before = this.live.peek();
    if (!isSamePart(part, before)) this.live.value = part;
    this.hiddenLines.value = this.screen.hiddenLines;
  }

  #blocks(state: TerminalState | undefined, _fetches: number): readonly Block[] {
    if (state === undefined) return [];
    const content = this.older.before(state.content);
    return blocksOf({ ...state, content }, this.#options.writer, this.#options.home);
  }

  #takesLines(): boolean {
    const state = this.state.value;
    if (state === undefined || state.lifecycle.status === 'exited') return false;
    if (state.supportsCommandDetection !== true || this.running.value !== undefined) return false;
    return !this.live.value.fullScreen && !this.raw.value;
  }
}

export type Running = {
  readonly commandLine: string;
  readonly since: number;
  readonly seq: number | undefined;
};

function isSamePart(one: LivePart, other: LivePart): boolean {
  const isSameBox = one.top === other.top && one.rows === other.rows && one.cursorRows === other.cursorRows;
  return isSameBox && one.fullScreen === other.fullScreen;
}

function runningIn(state: TerminalState | undefined, meta: Partial<TerminalMeta>): Running | undefined {
  const tail = state?.content.at(-1);
  if (tail?.type === 'command' && !tail.isComplete) {
    const { seq } = cottyMeta<{ seq: number }>(tail._meta);
    return { commandLine: tail.commandLine, since: tail.timestamp, seq };
  }
  // `clear` removes the running command from the content; the host's list still has it.
  if (tail !== undefined || meta.running === undefined) return undefined;
  return { commandLine: meta.running.commandLine, since: meta.running.timestamp, seq: undefined };
}

function isSameRun(one: Running | undefined, other: Running | undefined): boolean {
  return one?.seq === other?.seq && one?.since === other?.since && one?.commandLine === other?.commandLine;
}

// Search in the commands and outputs of the terminal in front. The host searches outputs as it keeps
// them.

type Ask = (search: OutputSearch) => Promise<OutputSearchResult>;

/** Limit of matches; a text with more of them is too common to be useful. */
const MOST = 500;

export class Find {
  readonly isOpen = signal(false);
  readonly text = signal('');
  /** Each place of the text, newest first: a line that has it twice counts twice, as it is marked twice. */
  readonly matches = signal<readonly OutputMatch[]>([]);
  readonly at = signal(0);
  readonly isSearching = signal(false);
  readonly current = computed(() => this.matches.value[this.at.value]);
  readonly #ask: Ask;
  readonly #list: BlockList;
  readonly #outputs: Pick<OutputLines, 'ofPart'>;
  #asked = 0;

  constructor(list: BlockList, outputs: Pick<OutputLines, 'ofPart'>, ask: Ask) {
    this.#list = list;
    this.#outputs = outputs;
    this.#ask = ask;
  }

  /** Searches anew, from the newest command on. Only the last search counts. */
  async search(text: string): Promise<void> {
    this.text.value = text;
    this.#asked += 1;
    const mine = this.#asked;
    this.matches.value = [];
    this.at.value = 0;
    this.isSearching.value = text !== '';
    if (text === '') return;
    const lines = [...this.#inCommands(text)].sort(newestFirst).flatMap((match) => eachPlace(match, text));
    this.matches.value = lines;
    try {
      const outputs = await this.#inOutputs(text, () => mine === this.#asked);
      if (mine === this.#asked) {
        const found = outputs.flatMap((match) => eachPlace(match, text));
        this.matches.value = [...lines, ...found].sort(newestFirst).slice(0, MOST);
      }
    } finally {
      if (mine === this.#asked) this.isSearching.value = false;
    }
  }

  /** Goes to an older match, or to a newer one. */
  move(by: number): void {
    const { length } = this.matches.value;
    if (length > 0) this.at.value = (this.at.value + by + length) % length;
  }

  close(): void {
    this.isOpen.value = false;
    void this.search('');
  }

  /** Line 0 stands for the command line. */
  #inCommands(text: string): readonly OutputMatch[] {
    const find = finder(text);
    return this.#list.shown.value.flatMap((block, index, shown) => {
      if (block.status.kind === 'between') return this.#inBetween(block, shown[index + 1], find);
      const seq = seqOf(block);
      if (seq === undefined || !find(block.commandLine)) return [];
      return [{ seq, line: 0, text: block.commandLine }];
    });
  }

  /** Text that was printed between two commands is found at the next one; after the last one it has a number of its own. */
  #inBetween(block: Block, next: Block | undefined, find: Finder): readonly OutputMatch[] {
    const seq = seqOf(block) ?? (next && seqOf(next));
    const lines = this.#outputs.ofPart(block.part).map(textOfLine);
    const text = lines.find(find);
    return seq === undefined || text === undefined ? [] : [{ seq, line: 0, text }];
  }

  async #inOutputs(text: string, isWanted: () => boolean): Promise<readonly OutputMatch[]> {
    const found: OutputMatch[] = [];
    let next: Partial<OutputSearch> = {};
    while (isWanted() && found.length < MOST) {
      const result = await this.#ask({ text, ignoreCase: !isCaseSensitive(text), limit: MOST, ...next });
      found.push(...result.matches);
      if (!result.more || result.next === undefined) break;
      next = result.next;
    }
    return found;
  }
}

/** Returns a match as often as its line has the text. */
function eachPlace(match: OutputMatch, text: string): readonly OutputMatch[] {
  const times = Math.max(1, placesIn(match.text, text).length);
  return Array.from({ length: times }, () => ({ ...match }));
}

function newestFirst(one: OutputMatch, other: OutputMatch): number {
  return other.seq - one.seq || one.line - other.line;
}
