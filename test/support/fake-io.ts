/** Streams of a subcommand under test: what it wrote, and a terminal that answers if the test wants one. */

import type { Input, Io } from '../../src/cli/io.ts';

export type FakeIo = {
  readonly io: Io;
  readonly out: () => string;
  readonly err: () => string;
  /** What the terminal was set to, in order. */
  readonly rawModes: boolean[];
};

type FakeOptions = {
  readonly env?: Io['env'];
  readonly cwd?: string;
  readonly tty?: boolean;
  /** Plays the terminal: gets what was written, returns what it sends back, piece by piece. */
  readonly answer?: (written: string) => readonly string[];
};

export function fakeIo({ env = {}, cwd = '/', tty = false, answer = () => [] }: FakeOptions = {}): FakeIo {
  let out = '';
  let err = '';
  const rawModes: boolean[] = [];
  const listeners = new Set<(chunk: Buffer) => void>();
  const stdin: Input = {
    isTTY: tty,
    setRawMode: (raw) => rawModes.push(raw),
    on: (_event, listener) => listeners.add(listener),
    off: (_event, listener) => listeners.delete(listener),
    resume: () => {},
    pause: () => {},
  };
  const stdout = {
    isTTY: tty,
    columns: 80,
    rows: 24,
    write: (text: string) => {
      out += text;
      for (const piece of answer(text)) {
        queueMicrotask(() => {
          for (const listener of [...listeners]) listener(Buffer.from(piece));
        });
      }
    },
  };
  const stderr = {
    write: (text: string) => {
      err += text;
    },
  };
  return { io: { env, cwd, stdin, stdout, stderr }, out: () => out, err: () => err, rawModes };
}
