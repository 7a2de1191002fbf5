/** Types of the tab bar: labels of tabs, and the items a click can hit. An item `more` stands for the tabs that do not fit. */

/**
 * `waits`: the program, or an agent, waits for a person; `done`: the program has ended its work and nobody has seen it; `attention`:
 * there is other news, a bell, a notice, a command that has ended; `away`: its machine cannot be reached.
 */
export type TabState = 'away' | 'idle' | 'running' | 'exited' | 'failed' | 'attention' | 'waits' | 'done';

export type TabLabel = {
  readonly uri: string;
  readonly title: string;
  readonly state: TabState;
  /** The end of the shell in words, `exited 1`, what its program waits for, `permission`, or its progress, `42%`. */
  readonly detail: string | undefined;
  /** Of these what the strip shows beside the name: that its machine cannot be reached. */
  readonly lasting?: string | undefined;
  /** Where there is room: what the program waits for, with its question, or how its work has ended. */
  readonly says?: string | undefined;
  /** The running time of a command, or for how long its program waits or works, `12s`. */
  readonly clock?: string | undefined;
  /** Index of its split if it is side by side with others, and a note whether it is zoomed or only watched. */
  readonly beside?: { readonly split: number; readonly note: string } | undefined;
  /** Whether it waits, and the person has put that off. */
  readonly snoozed?: boolean;
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
  /** The count of tabs that want a person, at the right end; a click goes to the next of them. */
  | {
      readonly kind: 'count';
      readonly x: number;
      readonly width: number;
      readonly text: string;
    }
  | { readonly kind: 'new'; readonly x: number; readonly width: number; readonly text: string };
