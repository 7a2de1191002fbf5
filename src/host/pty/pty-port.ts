/** What the host needs of a pseudo terminal: the real one is `pty.ts`, one at a client `remote-pty.ts`. */

import type { ActionOrigin } from '../../protocol/envelope.ts';

export type PtyOptions = {
  /** Absolute path, or a name to be found on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Absolute path. */
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
};

/** How the process ended; a signal's number when one killed it. Undefined: nobody can tell. */
export type PtyExit = { readonly code: number | undefined } | { readonly signal: number };

export type Pty = {
  /** Undefined: it runs elsewhere. */
  readonly pid: number | undefined;
  /** When that process started, as `process-start.ts` tells it; undefined: nobody knows. */
  readonly start?: string | undefined;
  /** One listener; text never ends inside a character. Nothing comes between `pause` and `resume`. */
  onData(listener: (text: string, origin?: ActionOrigin) => void): void;
  /** One listener, called once, after the last data. */
  onExit(listener: (exit: PtyExit, origin?: ActionOrigin) => void): void;
  /** How many bytes of input may wait besides those that do already. */
  readonly room: number;
  /** In order, as the program reads. False: there is no room and nothing of this text was taken. */
  write(input: string | Uint8Array): boolean;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
  /** Asks every process of the session to go (SIGHUP, then SIGTERM) and makes those that stay (SIGKILL). Resolves when it is over. */
  end(): Promise<void>;
  /** What is typed is not shown, as at a password prompt; undefined where that cannot be told. */
  echoOff(): Promise<boolean | undefined>;
};

export type Spawned =
  | { readonly ok: true; readonly pty: Pty }
  | { readonly ok: false; readonly error: string; readonly at: 'program' | 'cwd' | 'system' };

export type SpawnPty = (options: PtyOptions) => Spawned;
