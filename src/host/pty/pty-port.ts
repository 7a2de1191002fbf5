/** The interface of a pty: `pty.ts` implements it for this machine, `remote-pty.ts` for a pty at a client. */

import type { ActionOrigin } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { ModesAnswer, TtyModes } from './modes/tty-modes.ts';

export type PtyOptions = {
  /** Absolute path, or a name that is searched on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** Absolute path. */
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
};

/** The exit of a process: its code (undefined when not known), or the number of the signal that killed it. */
export type PtyExit = { readonly code: number | undefined } | { readonly signal: number };

/**
 * Asked right before a reply is written: whether the program that has asked still reads it. Without a check, a reply may come into
 * the line of a shell.
 */
export type IsRead = (modes: TtyModes) => boolean;

export type Pty = {
  /** Undefined when the process runs on another machine. */
  readonly pid: number | undefined;
  /** Start of the process as `process-start.ts` returns it; undefined when not known. */
  readonly start?: string | undefined;
  /** Descriptor of the master and path of the slave, for a successor host; undefined when the pty is closed. */
  readonly master?: { readonly fd: number; readonly path: string } | undefined;
  /** Whether it passes on output that an earlier host has read: the processes may be others by now. */
  readonly replaying?: boolean;
  /**
   * Sets the one listener that gets the bytes of each read before anything else happens to them. Called before the end of
   * the turn in which the pty was opened, or before `begin`; after that `buffer` returns the memory to read into, if there is any.
   * The bytes are valid until the listener returns.
   */
  onRead?(listener: (bytes: Uint8Array) => void, buffer: () => Uint8Array | undefined): void;
  /** Sets the one listener. Text never ends inside a character, and none comes between `pause` and `resume`. */
  onData(listener: (text: string, origin?: ActionOrigin) => void): void;
  /** Sets the one listener, which is called once, after the last data. */
  onExit(listener: (exit: PtyExit, origin?: ActionOrigin) => void): void;
  /** Bytes of input that still fit into the queue. */
  readonly room: number;
  /** Queues input, which is written in order as the program reads. Returns false, and takes nothing, if it does not fit. */
  write(input: string | Uint8Array): boolean;
  /** Whether a reply is taken now: a program that asks and does not read gets few. */
  readonly takesReplies: boolean;
  /** Queues a reply to a query behind all input. It is dropped if it does not fit, or if `isRead` says so. */
  reply(text: string, isRead?: IsRead): void;
  /** Must be called when the program that has asked has ended. */
  forgetReplies(): void;
  /** `cell` is the size of a cell in pixels, if known: programs that show images get it from the kernel (TIOCGWINSZ). */
  resize(cols: number, rows: number, cell?: { readonly width: number; readonly height: number }): void;
  pause(): void;
  resume(): void;
  /** Ends every process of the session with SIGHUP, then SIGTERM, then SIGKILL. Resolves when all are gone. */
  end(): Promise<void>;
  /** Asks for the modes of the terminal (termios). The answer may come before this returns. */
  askModes(answer: ModesAnswer): void;
};

export type Spawned =
  | { readonly ok: true; readonly pty: Pty }
  | { readonly ok: false; readonly error: string; readonly at: 'program' | 'cwd' | 'system' };

export type SpawnPty = (options: PtyOptions) => Spawned;

/** A pty that an earlier host has opened. Nothing is read from it or written to it before `begin`. */
export type InheritedPty = Pty & {
  /** Passes on bytes that the earlier host had read. */
  replay(bytes: Uint8Array): void;
  begin(): void;
};

export type PtyToInherit = {
  readonly fd: number;
  readonly pid: number;
  readonly start: string;
  /** Path of the slave. */
  readonly path: string;
};

/** An inherited descriptor is not a terminal: it belongs to another file and must not be closed. */
export class NoTerminalError extends Error {
  override readonly name = 'NoTerminalError';
}

/** Throws a `NoTerminalError`. */
export type InheritPty = (inherited: PtyToInherit) => InheritedPty;

/** Returns why a pty cannot do an allowed action now, or undefined; `remote` is the pty when it runs at a client. */
export function ptyRefusal(
  action: TerminalAction,
  pty: Pick<Pty, 'room'>,
  remote: { hasRoomFor(data: string): boolean } | undefined,
): string | undefined {
  if (action.type === 'terminal/input' && Buffer.byteLength(action.data) > pty.room)
    return 'the input buffer is full: the program does not read its input';
  if (action.type === 'terminal/output' && remote?.hasRoomFor(action.data) === false)
    return 'the output buffer is full: the viewers do not read';
  return undefined;
}
