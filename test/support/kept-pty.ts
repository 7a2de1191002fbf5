/** A pty without a process, which another host can take over. */

import { openSync } from 'node:fs';
import type { InheritedPty, InheritPty, PtyOptions, SpawnPty } from '../../src/host/pty/pty-port.ts';
import { FakePty } from './fake-pty.ts';

export class KeptPty extends FakePty implements InheritedPty {
  readonly start = 'then';
  readonly master = { fd: openSync('/dev/null', 'r'), path: '/dev/pts/none' };
  #read: (bytes: Uint8Array) => void = () => {};
  #begun: boolean;

  constructor(pid: number, options: PtyOptions, begun: boolean) {
    super(pid, options);
    this.#begun = begun;
  }

  onRead(listener: (bytes: Uint8Array) => void): void {
    this.#read = listener;
  }

  override print(text: string): void {
    this.#read(Buffer.from(text));
    super.print(text);
  }

  get replaying(): boolean {
    return !this.#begun;
  }

  replay(bytes: Uint8Array): void {
    super.print(Buffer.from(bytes).toString());
  }

  /** What is replayed does not wait. */
  override pause(): void {
    if (this.#begun) super.pause();
  }

  begin(): void {
    this.#begun = true;
  }
}

export function keptPtys(): {
  readonly spawn: SpawnPty;
  readonly inherit: InheritPty;
  readonly ptys: KeptPty[];
} {
  const ptys: KeptPty[] = [];
  const open = (...options: ConstructorParameters<typeof KeptPty>) => {
    const pty = new KeptPty(...options);
    ptys.push(pty);
    return pty;
  };
  return {
    ptys,
    spawn: (options) => ({ ok: true, pty: open(1000 + ptys.length, options, true) }),
    inherit: ({ pid }) => open(pid, { file: '', args: [], env: {}, cwd: '/', cols: 80, rows: 24 }, false),
  };
}
