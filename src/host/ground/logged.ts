/** Logs the error of something that nobody waits for. */

export function logged(what: string, log: (message: string) => void, doing: Promise<unknown>): void {
  doing.catch((error: unknown) => log(`${what}: ${error instanceof Error ? error.stack : String(error)}`));
}
