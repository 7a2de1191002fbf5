/** Last report of each kind that programs of a terminal made by escape sequences: title, progress, notices. */
import { cleanTitle } from './clean-title.ts';
import { ProgramColors } from './program-colors.ts';
import type { ProgramNotice } from './program-notice.ts';
import type { Progress } from './progress.ts';

export type CountedNotice = ProgramNotice & { readonly n: number };

/** Limit of the title stack, as in xterm; beyond it the oldest are dropped. */
const TITLES_LIMIT = 10;

export class ProgramReports {
  readonly colors = new ProgramColors();
  #title = '';
  #titles: readonly string[] = [];
  #progress: Progress | null = null;
  #notice: CountedNotice | undefined;
  #copied: string | undefined;

  /** The title, without control and format characters. */
  get title(): string {
    return this.#title;
  }

  /** The titles on the stack (XTWINOPS 22), oldest first. */
  get titles(): readonly string[] {
    return this.#titles;
  }

  /** Null when there is none. */
  get progress(): Progress | null {
    return this.#progress;
  }

  /** The last notice; `n` counts them. */
  get notice(): CountedNotice | undefined {
    return this.#notice;
  }

  /** Returns the text that was last copied since the last call. */
  takeCopied(): string | undefined {
    const text = this.#copied;
    this.#copied = undefined;
    return text;
  }

  titled(text: string): void {
    this.#title = cleanTitle(text);
  }

  /** Pushes the title, for `restoreTitle`. */
  keepTitle(): void {
    this.#titles = [...this.#titles, this.#title].slice(-TITLES_LIMIT);
  }

  /** Pops the title that was pushed last, if there is one. */
  restoreTitle(): void {
    this.#title = this.#titles.at(-1) ?? this.#title;
    this.#titles = this.#titles.slice(0, -1);
  }

  progressed(progress: Progress | null): void {
    this.#progress = progress;
  }

  noticed(notice: ProgramNotice): void {
    this.#notice = { ...notice, n: (this.#notice?.n ?? 0) + 1 };
  }

  copied(text: string): void {
    this.#copied = text;
  }
}
