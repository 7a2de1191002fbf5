/** Why a host did not start: another one serves this user, or its place is not usable. */

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly why: 'running' | 'place';

  constructor(why: 'running' | 'place', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}
