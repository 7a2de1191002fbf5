/**
 * Reason why a host did not start: another host runs (`running`), its folder or address is unusable (`place`), or this system
 * has no terminals for it (`system`).
 */

export class StartError extends Error {
  override readonly name = 'StartError';
  readonly why: 'running' | 'place' | 'system';

  constructor(why: 'running' | 'place' | 'system', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.why = why;
  }
}
