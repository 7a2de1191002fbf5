/** Streams of a subcommand under test: what it wrote, and a terminal that answers if the test wants one. */

import type { Input, Io } from '../../src/cli/common/io.ts';

export type FakeIo = {
  readonly io: Io;
  readonly out: () => string;
  readonly err: () => string;
  /** What arrives on stdin; nothing: its end. */
  readonly type: (text: string) => void;
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
  const listeners = new Map<(chunk: Buffer) => void, 'data' | 'end'>();
  const tell = (event: 'data' | 'end', text: string) => {
    for (const [listener, heard] of [...listeners]) if (heard === event) listener(Buffer.from(text));
  };
  const stdin: Input = {
    isTTY: tty,
    setRawMode: (raw) => rawModes.push(raw),
    on: (event, listener) => listeners.set(listener, event),
    off: (_event, listener) => listeners.delete(listener),
    resume: () => {},
    pause: () => {},
  };
  const stdout = {
    isTTY: tty,
    columns: 80,
    rows: 24,
    write: (text: string, taken?: () => void) => {
      out += text;
      taken?.();
      for (const piece of answer(text)) {
        queueMicrotask(() => {
          tell('data', piece);
        });
      }
    },
  };
  const stderr = {
    write: (text: string) => {
      err += text;
    },
  };
  const type = (text: string) => tell(text === '' ? 'end' : 'data', text);
  return { io: { env, cwd, stdin, stdout, stderr }, out: () => out, err: () => err, type, rawModes };
}
