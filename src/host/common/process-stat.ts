/** Fields of `/proc/PID/stat` on Linux. */

import { closeSync, openSync, readSync } from 'node:fs';

export type ProcessStat = {
  readonly name: string;
  /** One letter; `Z` and `X` for a process that has ended and is not collected yet. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The number of its controlling terminal; 0 without one. */
  readonly terminal: number;
  /** The process group in the foreground of its terminal; -1 without a terminal. */
  readonly foreground: number;
  /** Whether it is ending: it runs none of its own code any more, and its files below `/proc` belong to root. */
  readonly isEnding: boolean;
  /** Ticks from the boot to its start. */
  readonly start: string;
};

/** The bit `PF_EXITING` of the kernel's flags of a process. */
const EXITING = 0x4;

/** Large enough: a name has at most 64 bytes, and about fifty numbers follow. */
const room = Buffer.allocUnsafeSlow(2048);

/** Takes the number of a process or of a thread. Returns undefined when there is none, and on systems without `/proc`. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readStat(pid);
    // The name in parentheses may itself hold spaces and parentheses.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      state: fields[0] ?? '',
      parent: Number(fields[1]),
      group: Number(fields[2]),
      session: Number(fields[3]),
      terminal: Number(fields[4]),
      foreground: Number(fields[5]),
      isEnding: (Number(fields[6]) & EXITING) !== 0,
      start: fields[19] ?? '',
    };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** `readFileSync` would take 64 KiB for each file whose size the system does not tell, and a scan reads hundreds. */
function readStat(pid: number): string {
  const file = openSync(`/proc/${pid}/stat`, 'r');
  try {
    return room.toString('latin1', 0, readSync(file, room, 0, room.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether a process has ended, although its number is not free yet. */
export function hasEnded({ state }: ProcessStat): boolean {
  return state === 'Z' || state === 'X';
}
