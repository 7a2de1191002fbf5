/** The preview of a flood: a view of the last screenful, shown while the complete view is behind. */

import { Emulator } from '../../screen/emulator/emulator.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import { Backlog, SLICE } from '../../screen/skim/backlog.ts';
import { linesBefore } from '../../screen/skim/lines.ts';
import { linesEnd, skim, skimLines, skimTo } from '../../screen/skim/skim.ts';
import { type ScreenEvent, ScreenView } from './screen-view.ts';

/** UTF-16 units that make a flood: parsing less costs less than making a second view. */
export const FLOOD = 32 * 1024;
/**
 * UTF-16 units that may be deferred, and as many for each line of scrollback; beyond it the oldest are left out, down
 * to half of it. More would be a copy that a key waits for.
 */
const DEFERRED_LEAST = 1024 * 1024;
const DEFERRED_PER_LINE = 512;
/** Time without output after which the complete view catches up, in milliseconds. */
const QUIET_MS = 100;

export type FloodPreviewOptions = {
  readonly complete: ScreenView;
  /** Lines of scrollback of the complete view. */
  readonly scrollback: number;
  /** Lets the complete view catch up after this time, in milliseconds; replaces what was asked for before. */
  readonly catchUpIn: (ms: number) => void;
};

type Incoming = Backlog<ScreenEvent>;

/**
 * Begins without scrollback, for lines only: of each frame it parses the last screenful. As soon as something else than
 * lines comes, it is replaced by a view with one screen of scrollback, which takes everything.
 */
export class FloodPreview {
  readonly #options: FloodPreviewOptions;
  readonly #deferredLimit: number;
  /** Output the preview has parsed and the complete view has not; nothing but lines while `#linesOnly`. */
  readonly #deferred = new Backlog<ScreenEvent>();
  #view: ScreenView;
  #linesOnly = true;

  constructor(options: FloodPreviewOptions) {
    this.#options = options;
    this.#deferredLimit = Math.max(DEFERRED_LEAST, DEFERRED_PER_LINE * options.scrollback);
    this.#view = copyOf(options.complete, 0);
  }

  /** Begins with the last screenful of what came; undefined when it is no flood of lines. */
  static begin(incoming: Incoming, options: FloodPreviewOptions): FloodPreview | undefined {
    const { keep } = options.complete.emulator;
    const text = incoming.text();
    if (keep === undefined || text === undefined) return undefined;
    const end = linesEnd(text);
    const short = end && skimLines(text.slice(0, end), { ...keep, scrollback: 0 });
    if (end === undefined || !short) return undefined;
    const preview = new FloodPreview(options);
    preview.#view.take(short);
    preview.#defer(incoming, text, end);
    options.catchUpIn(QUIET_MS);
    return preview;
  }

  get view(): ScreenView {
    return this.#view;
  }

  /** Whether lines come faster than anybody could read them. */
  get linesOnly(): boolean {
    return this.#linesOnly;
  }

  /** UTF-16 units of text the complete view has still to parse. */
  get waiting(): number {
    return this.#deferred.waiting;
  }

  /** Shows what came since the last frame; undefined when the complete view has to be shown instead. */
  advance(incoming: Incoming): ScreenView | undefined {
    if (!this.#linesOnly) return this.#takeAll(incoming);
    if (incoming.isEmpty) return this.#view;
    const text = incoming.text();
    const end = text === undefined ? undefined : linesEnd(text);
    if (text === undefined || end === undefined) return this.#extend(incoming);
    const lines = text.slice(0, end);
    const { keep } = this.#view.emulator;
    this.#view.take((keep && skimLines(lines, keep)) ?? lines);
    this.#defer(incoming, text, end);
    if (this.#deferred.waiting > this.#deferredLimit && !this.#dropOldest()) return undefined;
    this.#options.catchUpIn(QUIET_MS);
    return this.#view;
  }

  /**
   * Shows a screenful of lines that the host has not sent yet; they follow in one action when the flood ends. It sets every
   * row of the screen and of the screenful above, so the view may have taken anything before.
   */
  draw(screenful: string): void {
    this.#view.take(screenful);
  }

  /** Leaves out of the deferred text what the complete view would scroll away. */
  skimDeferred(): void {
    const { keep } = this.#options.complete.emulator;
    if (keep === undefined || this.#deferred.waiting <= FLOOD) return;
    this.#deferred.skim((text) => (this.#linesOnly ? skimLines(text, keep) : skim(text, keep)?.text));
  }

  /** Lets the complete view parse one slice of the deferred text; true when nothing is left. */
  catchUpSlice(): boolean {
    return this.#catchUp(SLICE);
  }

  /** Lets the complete view parse all deferred text. */
  catchUpAll(): void {
    this.#catchUp(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#view.close();
    this.#deferred.clear();
  }

  /** Something else than lines came: it may bring back into view what is above the screen. */
  #extend(incoming: Incoming): ScreenView | undefined {
    const { complete, catchUpIn } = this.#options;
    const { keep, rows } = complete.emulator;
    // A flood often ends with its last lines and a prompt in one piece: most of those lines scroll away.
    this.#deferred.add(incoming.cut(linesBefore));
    const lines = this.#deferred.text();
    if (keep === undefined || lines === undefined) return undefined;
    const view = copyOf(complete, rows);
    view.take(skimLines(lines, { ...keep, scrollback: rows }) ?? lines);
    this.#view.close();
    this.#view = view;
    this.#linesOnly = false;
    this.#deferred.add({ kind: 'boundary' });
    catchUpIn(0);
    return this.#takeAll(incoming);
  }

  #takeAll(incoming: Incoming): ScreenView | undefined {
    if (incoming.isEmpty) return this.#view;
    this.#options.catchUpIn(0);
    incoming.take(Number.POSITIVE_INFINITY, (step) => {
      this.#view.take(step);
      this.#deferred.add(step);
    });
    return this.#deferred.waiting > this.#deferredLimit ? undefined : this.#view;
  }

  /** Defers the lines just shown; the start of a sequence behind them stays incoming until the rest of it comes. */
  #defer(incoming: Incoming, text: string, end: number): void {
    this.#deferred.add(text.slice(0, end));
    incoming.clear();
    if (end < text.length) incoming.add(text.slice(end));
  }

  #dropOldest(): boolean {
    const { keep } = this.#options.complete.emulator;
    if (keep === undefined) return false;
    return this.#deferred.skim((text) => skimTo(this.#deferredLimit / 2, text, keep)?.text);
  }

  #catchUp(budget: number): boolean {
    this.#deferred.take(budget, (step) => this.#options.complete.take(step));
    return this.#deferred.isEmpty;
  }
}

/** Copies the screen of a view, with its last lines of scrollback. */
function copyOf(view: ScreenView, scrollback: number): ScreenView {
  const { cols, rows } = view.emulator;
  const copy = new ScreenView(new Emulator({ cols, rows, scrollback, holds: true }));
  copy.take(serialise(view.emulator, { scrollback }));
  copy.emulator.pictures.restore(view.emulator.pictures.onScreen(scrollback));
  copy.beginLike(view);
  return copy;
}
