/** Tabs as labels, and the parts of the tab bar that a click can meet. */

export type TabState = 'idle' | 'running' | 'exited' | 'failed' | 'attention';

export type TabLabel = {
  readonly uri: string;
  readonly title: string;
  readonly state: TabState;
  /** The exit code when the shell is gone. */
  readonly detail: string | undefined;
  /** `12s` while a command runs. */
  readonly clock?: string | undefined;
  /** Who holds it, when that is not this window: `@ada`, `tom`. */
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
      /** Its clock: from column `x` of the window on, and from `at` on in the text. */
      readonly clock?: { readonly x: number; readonly at: number; readonly text: string };
    }
  | {
      readonly kind: 'more';
      readonly x: number;
      readonly width: number;
      readonly text: string;
      readonly uri: string;
    }
  | { readonly kind: 'new'; readonly x: number; readonly width: number; readonly text: string };
