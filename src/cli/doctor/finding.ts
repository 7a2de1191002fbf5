/** One result of `cotty doctor`: something that the user can change. */
export type Finding = {
  /** Name that never changes, for scripts. */
  readonly id: string;
  /** `no`: something does not work; `bad`: cotty cannot work so; `unknown`: it could not be tested. */
  readonly status: 'no' | 'bad' | 'unknown';
  readonly text: string;
  /** Advice for the user, of one line or several. */
  readonly hint?: string;
};
