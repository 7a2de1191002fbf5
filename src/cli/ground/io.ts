/** What a subcommand may touch of the process it runs in — an argument, so that tests give their own. */

export type Output = {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Characters that wait for their reader. */
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

/** Says on stderr what went wrong, in the one form every subcommand uses. */
export function complain(io: Io, text: string): void {
  io.stderr.write(`cotty: ${text}\n`);
}
