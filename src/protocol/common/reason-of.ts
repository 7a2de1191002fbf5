/** Texts of a caught value, which may be anything, for messages and logs. */

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the stack of an error, with its message, for logs. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns an error for what must reject with one. */
export function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
