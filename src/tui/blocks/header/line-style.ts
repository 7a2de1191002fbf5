/** Options for rendering block lines. */

export type LineStyle = {
  readonly cols: number;
  /** Current time (Unix ms), to tell today from other days. */
  readonly now: number;
  /** Draw with ASCII only. */
  readonly ascii: boolean;
  /** Draw headers as rules, where there is no surface for them. */
  readonly rules?: boolean;
};
