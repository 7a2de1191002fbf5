/** A pty without a process, which another host can take over. */

import { openSync } from 'node:fs';
import type { AdoptedPty, AdoptPty, SpawnPty } from '../../src/host/pty/pty-port.ts';
import { FakePty } from './fake-pty.ts';

export class KeptPty extends FakePty implements AdoptedPty {
  readonly start = 'then';
  readonly master = { fd: openSync('/dev/null', 'r'), path: '/dev/pts/none' };
  #read: (bytes: Uint8Array) => void = () => {};

  onRead(listener: (bytes: Uint8Array) => void): void {
    this.#read = listener;
  }

  override print(text: string): void {
    this.#read(Buffer.from(text));
    super.print(text);
  }

  replay(bytes: Uint8Array): void {
    super.print(Buffer.from(bytes).toString());
  }

  begin(): void {}
}

export function keptPtys(): { readonly spawn: SpawnPty; readonly adopt: AdoptPty; readonly ptys: KeptPty[] } {
  const ptys: KeptPty[] = [];
  const open = (...options: ConstructorParameters<typeof FakePty>) => {
    const pty = new KeptPty(...options);
    ptys.push(pty);
    return pty;
  };
  return {
    ptys,
    spawn: (options) => ({ ok: true, pty: open(1000 + ptys.length, options) }),
    adopt: ({ pid }) => open(pid, { file: '', args: [], env: {}, cwd: '/', cols: 80, rows: 24 }),
  };
}
