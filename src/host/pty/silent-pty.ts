/** A pty without a program, for trials: output is replayed to it, and everything else is ignored. */

import { StringDecoder } from 'node:string_decoder';
import type { InheritedPty, Pty } from './pty-port.ts';

export class SilentPty implements InheritedPty {
  readonly pid: number | undefined;
  readonly room = 0;
  readonly takesReplies = false;
  readonly #decoder = new StringDecoder('utf8');
  print: (text: string) => void = () => {};

  constructor(pid?: number) {
    this.pid = pid;
  }

  /** Bytes that an earlier host has read. */
  replay(bytes: Uint8Array): void {
    const text = this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (text !== '') this.print(text);
  }

  onData(listener: (text: string) => void): void {
    this.print = listener;
  }

  askModes(answer: Parameters<Pty['askModes']>[0]): void {
    answer({ echo: true, lineEditing: true, foreground: undefined });
  }

  write(): boolean {
    return false;
  }

  async end(): Promise<void> {}
  begin(): void {}
  onExit(): void {}
  reply(): void {}
  forgetReplies(): void {}
  resize(): void {}
  pause(): void {}
  resume(): void {}
}
