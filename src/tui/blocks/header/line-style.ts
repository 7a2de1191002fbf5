/** What the builders of chrome lines need to know besides the line. */

export type LineLook = {
  readonly cols: number;
  /** Unix milliseconds, to tell today from other days. */
  readonly now: number;
  /** Draw with ASCII only. */
  readonly ascii: boolean;
};
