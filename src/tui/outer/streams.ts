/** The little of a tty's two streams that is used, so that tests can stand in for them. */

export type BytesSource = {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
};

export type OuterInput = {
  on(event: 'end' | 'error', listener: () => void): unknown;
  off(event: 'end' | 'error', listener: () => void): unknown;
  /** Absent when stdin is no terminal. */
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
  /** Bytes the stream holds and the kernel has not taken. */
  readonly writableLength: number;
};
