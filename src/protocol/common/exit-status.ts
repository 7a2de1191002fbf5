/** Exit codes of shell commands. A shell reports a program that signal n has ended or stopped as 128 + n. */

/** A shell adds this to the number of a signal. */
export const SIGNAL_OFFSET = 128;

/** The exit code of a program that Ctrl+C has ended. */
export const INTERRUPTED = 130;

/**
 * Signals that stop (suspend) a job. The host may run on Linux or macOS. A number that stops a job on one of them is a signal
 * that ends nothing on the other (SIGCHLD, SIGCONT), so the numbers of both count.
 */
const STOPPING: ReadonlySet<number> = new Set([
  17, // SIGSTOP on macOS
  18, // SIGTSTP on macOS: Ctrl+Z
  19, // SIGSTOP on Linux
  20, // SIGTSTP on Linux: Ctrl+Z
  21, // SIGTTIN
  22, // SIGTTOU
]);

/** Whether the command was suspended, as by Ctrl+Z: it has not ended. */
export function isSuspended(exitCode: number | null | undefined): boolean {
  return typeof exitCode === 'number' && STOPPING.has(exitCode - SIGNAL_OFFSET);
}

/** Whether an exit code is not a failure. */
export function isNoFailure(exitCode: number | null | undefined): boolean {
  return exitCode === 0 || isSuspended(exitCode);
}

/** Returns `exit 1`, or `suspended`. */
export function exitWords(exitCode: number): string {
  return isSuspended(exitCode) ? 'suspended' : `exit ${exitCode}`;
}

/** Whether the command of a record has ended, known how or not. */
export function hasEnded(record: {
  readonly finished_at: string | null;
  readonly killed_by_restart: boolean;
}): boolean {
  return record.finished_at !== null || record.killed_by_restart;
}
