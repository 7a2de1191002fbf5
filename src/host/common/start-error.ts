/** Reasons why a host did not start. */
export type StartTrouble =
  /** Another host runs. */
  | 'running'
  /** Its folder or address cannot be used. */
  | 'place'
  /** It was started by a stale fd holder: a host was stopped since, or has a newer fd holder. */
  | 'superseded'
  /** It could not restore the terminals of an earlier host, whose programs an fd holder still holds. */
  | 'takeover'
  /** Terminals cannot be opened on this system. */
  | 'system';

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly why: StartTrouble;

  constructor(why: StartTrouble, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}
