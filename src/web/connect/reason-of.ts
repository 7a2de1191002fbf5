/** Returns what an error tells a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
