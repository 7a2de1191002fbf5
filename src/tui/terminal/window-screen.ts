/**
 * The live screen — everything a terminal prints, parsed when somebody looks.
 *
 * A view that follows a flood of lines sees only the last screenful of it, so only that is parsed, on a face without
 * scrollback; the whole waits as text, and catches up when it is quiet, when somebody scrolls back, or when something
 * else than lines comes. Whatever is shown is cell for cell what the whole would show.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { Emulator } from '../../screen/emulator/emulator.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import { Backlog, SLICE } from '../../screen/skim/backlog.ts';
import { linesBefore, linesEnd, skim, skimLines, skimTo } from '../../screen/skim/skim.ts';
import { skimDrawn } from '../../screen/skim/skim-drawn.ts';
import { faceOf, type LiveEvent, LiveFace } from './screen-view.ts';

/** UTF-16 units that make a flood: less is parsed faster than a second face is made. */
const FLOOD = 32 * 1024;
/** What may wait between two frames: beyond it is parsed at once; in a flood, all but the last lines left out. */
const UNSEEN_LIMIT = 128 * 1024;
const UNSEEN_LINES_LIMIT = 1024 * 1024;
/**
 * UTF-16 units of a flood that wait for the whole, and as many for each line it can be scrolled back; beyond it the oldest
 * are left out, down to half of it. More would be a copy that a key waits for.
 */
const OWED_LEAST = 1024 * 1024;
const OWED_A_LINE = 512;
/** After a flood: so long without output, and the whole catches up. */
const QUIET_MS = 100;

export type LiveOptions = {
  readonly scrollback: number;
  /** The face has changed, though nothing came. */
  readonly onSettled: () => void;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
};

export class LiveScreen {
  readonly #options: LiveOptions;
  readonly #whole: LiveFace;
  /** What came since the face was looked at last. */
  readonly #unseen = new Backlog<LiveEvent>();
  /** What the front has been shown and the whole was not; all of it lines until the front is wide. */
  readonly #owed = new Backlog<LiveEvent>();
  #front: { readonly face: LiveFace; readonly wide: boolean } | undefined;
  /** Rows of a view that follows; undefined: somebody looks back. */
  #follows: number | undefined;
  readonly #owedLimit: number;
  #quiet: unknown;
  #closed = false;

  constructor(state: TerminalState, options: LiveOptions) {
    this.#options = options;
    this.#whole = faceOf(state, options.scrollback);
    this.#owedLimit = Math.max(OWED_LEAST, OWED_A_LINE * options.scrollback);
  }

  /** Takes one accepted action of this terminal, in stream order. */
  apply(action: Action | UnknownAction): void {
    switch (action.type) {
      case 'terminal/data':
        this.#add(action.data);
        break;
      case 'terminal/resized':
        this.#add({ kind: 'resized', cols: action.cols, rows: action.rows });
        break;
      case 'terminal/cleared':
        this.#add({ kind: 'cleared' });
        break;
      case 'terminal/commandFinished':
        // Or an old one is told again, while another runs.
        if (cottyMeta<CommandMeta>(action._meta).forgotten !== true) this.#add({ kind: 'finished' });
        break;
      default:
    }
  }

  /** A view of so many rows follows what is printed; undefined: one looks back. */
  follow(rows: number | undefined): void {
    this.#follows = rows;
  }

  /** What is to be seen now; of a view that follows, perhaps without what has scrolled off. */
  get face(): LiveFace {
    if (!this.#canFollow()) return this.whole;
    if (this.#front !== undefined) return this.#advance(this.#front) ?? this.whole;
    return (this.#unseen.waiting > FLOOD ? this.#makeFront() : undefined) ?? this.whole;
  }

  /** Everything that can be scrolled back to. */
  get whole(): LiveFace {
    this.#skimOwed();
    this.#dropFront();
    this.#owed.take(Number.POSITIVE_INFINITY, (step) => this.#whole.take(step));
    this.#skimUnseen();
    this.#unseen.take(Number.POSITIVE_INFINITY, (step) => this.#whole.take(step));
    return this.#whole;
  }

  /** Lines come faster than anybody could read them. */
  get flooded(): boolean {
    return this.#front?.wide === false;
  }

  /** UTF-16 units of text not parsed. */
  get waiting(): number {
    return this.#unseen.waiting + this.#owed.waiting;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#dropFront();
    this.#unseen.clear();
    this.#owed.clear();
    this.#whole.close();
  }

  #add(step: string | LiveEvent): void {
    if (this.#closed) return;
    this.#unseen.add(step);
    const limit = this.#front?.wide === false ? UNSEEN_LINES_LIMIT : UNSEEN_LIMIT;
    if (this.#unseen.waiting > limit) this.face;
  }

  #canFollow(): boolean {
    const { emulator } = this.#whole;
    return this.#follows !== undefined && this.#follows <= emulator.rows && !emulator.alternate;
  }

  /** The last screenful of a flood of lines; undefined: it is none. */
  #makeFront(): LiveFace | undefined {
    const { keep } = this.#whole.emulator;
    const text = this.#unseen.text();
    if (keep === undefined || text === undefined) return undefined;
    const held = linesEnd(text);
    const short = held && skimLines(text.slice(0, held), { ...keep, scrollback: 0 });
    if (held === undefined || !short) return undefined;
    const face = this.#copyOfWhole(0);
    face.take(short);
    this.#front = { face, wide: false };
    this.#owe(text, held);
    this.#settleIn(QUIET_MS);
    return face;
  }

  #advance({ face, wide }: { readonly face: LiveFace; readonly wide: boolean }): LiveFace | undefined {
    if (wide) return this.#advanceWide(face);
    if (this.#unseen.isEmpty) return face;
    const text = this.#unseen.text();
    const held = text === undefined ? undefined : linesEnd(text);
    if (text === undefined || held === undefined) return this.#widen();
    const lines = text.slice(0, held);
    const { keep } = face.emulator;
    face.take((keep && skimLines(lines, keep)) ?? lines);
    this.#owe(text, held);
    if (this.#owed.waiting > this.#owedLimit && !this.#bound()) return undefined;
    this.#settleIn(QUIET_MS);
    return face;
  }

  /** Something else than lines came: it may bring back into view what is above the screen. */
  #widen(): LiveFace | undefined {
    const { keep, rows } = this.#whole.emulator;
    // A flood ends with its last lines and a prompt in one: of the lines most scroll by.
    this.#owed.add(this.#unseen.cut(linesBefore));
    const lines = this.#owed.text();
    if (keep === undefined || lines === undefined) return undefined;
    const face = this.#copyOfWhole(rows);
    face.take(skimLines(lines, { ...keep, scrollback: rows }) ?? lines);
    this.#front?.face.close();
    this.#front = { face, wide: true };
    // From here on what is owed is not only lines any more.
    this.#owed.add({ kind: 'widened' });
    this.#settleIn(0);
    return this.#advanceWide(face);
  }

  #advanceWide(face: LiveFace): LiveFace | undefined {
    this.#unseen.take(Number.POSITIVE_INFINITY, (step) => {
      face.take(step);
      this.#owed.add(step);
    });
    return this.#owed.waiting > this.#owedLimit ? undefined : face;
  }

  #copyOfWhole(scrollback: number): LiveFace {
    const { emulator } = this.#whole;
    const { cols, rows } = emulator;
    const face = new LiveFace(new Emulator({ cols, rows, scrollback }));
    face.take(serialise(emulator, { scrollback }));
    face.beginAs(this.#whole);
    return face;
  }

  /** The front has been shown these lines; of the start of a sequence at their end it is not known yet what it becomes. */
  #owe(text: string, held: number): void {
    this.#owed.add(text.slice(0, held));
    this.#unseen.clear();
    if (held < text.length) this.#unseen.add(text.slice(held));
  }

  #bound(): boolean {
    const { keep } = this.#whole.emulator;
    return keep !== undefined && this.#owed.skim((text) => skimTo(this.#owedLimit / 2, text, keep)?.text);
  }

  /** Of a flood for the whole, what scrolls by or is drawn over is left out. */
  #skimUnseen(): void {
    if (this.#unseen.waiting <= FLOOD) return;
    const { keep, grid } = this.#whole.emulator;
    if (keep !== undefined && this.#unseen.skim((text) => skim(text, keep)?.text)) return;
    if (grid !== undefined) this.#unseen.skim((text) => skimDrawn(text, grid));
  }

  #skimOwed(): void {
    const { keep } = this.#whole.emulator;
    if (keep === undefined || this.#owed.waiting <= FLOOD) return;
    const isLines = this.#front?.wide !== true;
    this.#owed.skim((text) => (isLines ? skimLines(text, keep) : skim(text, keep)?.text));
  }

  #dropFront(): void {
    this.#options.clearTimer(this.#quiet);
    this.#front?.face.close();
    this.#front = undefined;
  }

  #settleIn(ms: number): void {
    this.#options.clearTimer(this.#quiet);
    this.#quiet = this.#options.setTimer(() => {
      this.#skimOwed();
      this.#settle();
    }, ms);
  }

  /** The whole catches up, a slice a turn; the front is shown meanwhile. */
  #settle(): void {
    this.#owed.take(SLICE, (step) => this.#whole.take(step));
    if (this.#owed.isEmpty) {
      this.#dropFront();
      this.#options.onSettled();
    } else {
      this.#quiet = this.#options.setTimer(() => this.#settle(), 0);
    }
  }
}
