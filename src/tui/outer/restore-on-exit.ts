/** Gives the terminal back on every way out of the process: signals, errors, exit, a terminal that has gone, a kill, a crash. */

import { spawn } from 'node:child_process';
import type { OuterTerminal } from './outer-terminal.ts';

/** The part of `process` that is used. */
export type ExitProcess = {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
  exit(code: number): void;
};

export type RestoreOptions = {
  readonly outer: Pick<OuterTerminal, 'leave' | 'leaveNow' | 'onLost' | 'foregroundProgram'>;
  readonly process: ExitProcess;
  /** Ends the program in order: closes its connections, then exits. The terminal is already given back. */
  readonly end: (why: string, code: number) => void;
  /** Reports an error after the terminal was given back, so that the text can be read. */
  readonly report: (error: unknown) => void;
};

/** Exit codes as a shell shows them: 128 + signal number. */
const endings = [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

/** Signals that keys send to the whole foreground process group: while a pager or editor runs, they are meant for that. */
const keyEndings = [
  ['SIGINT', 130],
  ['SIGQUIT', 131],
] as const;

/** Returns a function that stops watching. */
export function restoreOnExit({ outer, process, end, report }: RestoreOptions): () => void {
  let ending = false;
  const endOnce = (why: string, code: number) => {
    outer.leave();
    // A second signal while the orderly end hangs: exit at once.
    if (ending) return process.exit(code);
    ending = true;
    end(why, code);
  };
  const endUnlessLent = (why: string, code: number) => {
    if (outer.foregroundProgram === undefined) endOnce(why, code);
  };
  const fail = (error: unknown) => {
    outer.leaveNow();
    void outer.foregroundProgram?.end();
    report(error);
    process.exit(1);
  };
  const listeners: [string, (value: unknown) => void][] = [
    ...endings.map(([signal, code]): [string, () => void] => [signal, () => endOnce(signal, code)]),
    ...keyEndings.map(([signal, code]): [string, () => void] => [signal, () => endUnlessLent(signal, code)]),
    ['uncaughtException', fail],
    ['unhandledRejection', fail],
    ['exit', () => outer.leaveNow()],
  ];
  for (const [event, listener] of listeners) process.on(event, listener);
  outer.onLost(() => endOnce('terminal gone', 129));
  return () => {
    for (const [event, listener] of listeners) process.off(event, listener);
  };
}

/** Milliseconds after which a window is watched: its start has no time for it. */
const WATCH_AFTER_MS = 1000;

/**
 * Prints bytes to the terminal on our standard output when this process ends without having stopped that: killed by SIGKILL, or
 * crashed. A shell that waits for the end of our pipe does it. Returns the function that stops it.
 */
export function printWhenKilled(bytes: string): () => void {
  let stop = (): void => {};
  const timer = setTimeout(() => {
    const watcher = spawn('/bin/sh', ['-c', 'read -r line || printf %s "$0"', bytes], {
      stdio: ['pipe', 'inherit', 'ignore'],
      // What ends our process group must not end it.
      detached: true,
    });
    watcher.on('error', () => {});
    watcher.stdin?.on('error', () => {});
    watcher.unref();
    stop = () => void watcher.kill('SIGKILL');
  }, WATCH_AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    stop();
  };
}
