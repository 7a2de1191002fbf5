/** Reason why a host did not start: another host runs (`running`), or its folder or address is unusable (`place`). */

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly why: 'running' | 'place';

  constructor(why: 'running' | 'place', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}
