/** The parts of a tty's two streams that are used, so that tests can replace them. */

export type BytesSource = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
};

export type OuterInput = {
  on(event: 'end' | 'error', listener: () => void): unknown;
  off(event: 'end' | 'error', listener: () => void): unknown;
  /** Missing when stdin is no terminal. */
  setRawMode?: (on: boolean) => unknown;
  resume(): unknown;
  pause(): unknown;
};

export type OuterOutput = {
  write(text: string, written: () => void): boolean;
  on(event: 'resize' | 'error', listener: () => void): unknown;
  off(event: 'resize' | 'error', listener: () => void): unknown;
  readonly columns?: number;
  readonly rows?: number;
  /** Bytes that the stream holds and the kernel has not taken. */
  readonly writableLength: number;
};
