/** The parts of the process that a subcommand may use, as an argument so that tests can pass their own. */

export type Output = {
  /** `taken` is called when the text has left this process, or with the error. */
  write(text: string | Uint8Array, taken?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Characters that the reader has not taken yet. */
  readonly writableLength?: number;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
};

export type Input = {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data' | 'end', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data' | 'end', listener: (chunk: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
};

export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
};

/** Runs one subcommand; the number is the exit code. */
export type Subcommand = (args: readonly string[], io: Io) => Promise<number>;
