/** Types of the tab bar: labels of tabs, and the items a click can hit. An item `more` stands for the tabs that do not fit. */

export type TabState = 'idle' | 'running' | 'exited' | 'failed' | 'attention';

export type TabLabel = {
  readonly uri: string;
  readonly title: string;
  readonly state: TabState;
  /** The end of the shell in words, `exited 1`, or the progress of its program, `42%`. */
  readonly detail: string | undefined;
  /** The running time of a command, `12s`. */
  readonly clock?: string | undefined;
  /** The title that the program of the tab in front has set, shortened. */
  readonly program?: string | undefined;
  /** Index of its split if it is side by side with others, and a note whether it is zoomed or only watched. */
  readonly beside?: { readonly split: number; readonly note: string } | undefined;
  /** Whether it is marked: what is typed in one marked terminal goes to all. */
  readonly marked?: boolean;
  /** The holder when it is not this window, `@ada` or `tom`, and an agent that asks, `@bob?`. */
  readonly holder: string | undefined;
};

export type StripItem =
  | {
      readonly kind: 'tab';
      readonly x: number;
      readonly width: number;
      readonly text: string;
      readonly tab: TabLabel;
      readonly active: boolean;
      /** The clock: it begins at column `x` of the window, and at `at` in the text. */
      readonly clock?: { readonly x: number; readonly at: number; readonly text: string };
      /** The column of the window from which a click in the tab closes it. */
      readonly closeFrom?: number;
    }
  | {
      readonly kind: 'more';
      readonly x: number;
      readonly width: number;
      readonly text: string;
      /** Whether a tab that is not shown wants attention. */
      readonly calls: boolean;
    }
  /** The count of tabs that want attention, at the right end; a click selects the first of them. */
  | {
      readonly kind: 'count';
      readonly x: number;
      readonly width: number;
      readonly text: string;
      readonly uri: string;
    }
  | { readonly kind: 'new'; readonly x: number; readonly width: number; readonly text: string };
