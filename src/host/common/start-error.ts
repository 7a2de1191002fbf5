/** Reasons why a host did not start. */
export type StartTrouble =
  /** Another host runs. */
  | 'running'
  /** Its folder or address is unusable. */
  | 'place'
  /** The keeper that has started it holds nothing any more: a host was stopped since, or another keeper has taken its place. */
  | 'superseded'
  /** It could not restore the terminals of an earlier host, whose programs a keeper still holds. */
  | 'takeover'
  /** This system has no terminals for it. */
  | 'system';

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly why: StartTrouble;

  constructor(why: StartTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}
