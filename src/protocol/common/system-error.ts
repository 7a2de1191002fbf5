/** The code of a failed system call (`ENOENT`). */

/** Returns the code, such as ENOENT, or the error as text when it has none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
