/** What the programs of a terminal have told by escape sequences beside text: the last of each kind. */
import { cleanTitle } from './clean-title.ts';
import { ProgramColors } from './program-colors.ts';
import type { ProgramNotice } from './program-notice.ts';
import type { Progress } from './progress.ts';

export type CountedNotice = ProgramNotice & { readonly n: number };

export class ProgramReports {
  readonly colors = new ProgramColors();
  #title = '';
  #progress: Progress | null = null;
  #notice: CountedNotice | undefined;
  #copied: string | undefined;

  /** The title, without control and format characters. */
  get title(): string {
    return this.#title;
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
