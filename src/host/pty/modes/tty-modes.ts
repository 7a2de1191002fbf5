/** The modes of a terminal's line discipline, by the cheapest way that works here: system calls, else `stty`. */

import { foregroundGroup } from '../../processes/foreground.ts';
import { SttyShell } from './stty-shell.ts';

// System calls on the descriptor of a terminal.
// A call takes less than a microsecond, so the modes can be asked for at every output. The layout of `struct termios` is
// that of the system: glibc and musl have the same on the architectures below, macOS has wider fields.

/** Modes of a terminal, read by a system call. Undefined when the descriptor is no terminal. */
type Termios = {
  readonly modes: (fd: number) => { readonly echo: boolean; readonly lineEditing: boolean } | undefined;
  /** Returns the process group in the foreground. */
  readonly foreground: (fd: number) => number | undefined;
};

/** Offset of `c_lflag`, and the bits of it that are read. Both systems are little-endian. */
type Layout = { readonly localFlags: number; readonly echo: number; readonly canonical: number };

const LINUX: Layout = { localFlags: 12, echo: 0o10, canonical: 0o2 };
const MACOS: Layout = { localFlags: 24, echo: 0x8, canonical: 0x100 };

/** Linux numbers the flags differently on other architectures. */
const LINUX_ARCHITECTURES = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'loong64'];

/** How often the modes are read while the group in the foreground changes meanwhile. */
const MOST_TRIES = 3;

/** Larger than `struct termios` anywhere: 60 bytes on Linux, 72 on macOS. */
const STRUCT_ROOM = 256;

export function layoutOf(platform: NodeJS.Platform, arch: string): Layout | undefined {
  if (platform === 'darwin') return MACOS;
  return platform === 'linux' && LINUX_ARCHITECTURES.includes(arch) ? LINUX : undefined;
}

/** Returns undefined where the library has no build for this system, or where the layout is not known. */
export async function loadTermios(): Promise<Termios | undefined> {
  const layout = layoutOf(process.platform, process.arch);
  if (layout === undefined) return undefined;
  try {
    const { default: koffi } = await import('koffi');
    const library = koffi.load(null);
    const tcgetattr = library.func('int tcgetattr(int, void *)') as (fd: number, to: Uint8Array) => number;
    const tcgetpgrp = library.func('int tcgetpgrp(int)') as (fd: number) => number;
    const struct = Buffer.alloc(STRUCT_ROOM);
    return {
      modes(fd) {
        if (tcgetattr(fd, struct) !== 0) return undefined;
        const flags = struct.readUInt32LE(layout.localFlags);
        return { echo: (flags & layout.echo) !== 0, lineEditing: (flags & layout.canonical) !== 0 };
      },
      foreground(fd) {
        const group = tcgetpgrp(fd);
        return group > 0 ? group : undefined;
      },
    };
  } catch {
    // The library finds no build of itself for this system, or the system's own library differs.
    return undefined;
  }
}

export type TtyModes = {
  /** Whether typed text is shown. */
  readonly echo: boolean;
  /** Whether the terminal hands over whole lines, which it lets the user edit; else the program reads each key. */
  readonly lineEditing: boolean;
  /** The process group in the foreground; undefined when not known. */
  readonly foreground: number | undefined;
};

/** Undefined when the modes are not known. */
export type ModesAnswer = (modes: TtyModes | undefined) => void;

/** A pty on this side: the master's descriptor, the path of the slave, and the leader of the session. */
export type Tty = { readonly fd: number; readonly path: string; readonly leader: number };

/** The modes of one program must not be told with the group of the next. */
function modesBy(way: Termios, fd: number, tries = 1): TtyModes | undefined {
  const before = way.foreground(fd);
  const modes = way.modes(fd);
  const foreground = way.foreground(fd);
  if (modes === undefined) return undefined;
  return foreground === before || tries === MOST_TRIES
    ? { ...modes, foreground }
    : modesBy(way, fd, tries + 1);
}

export class TtyModeReader {
  readonly #load: () => Promise<Termios | undefined>;
  readonly #stty: Pick<SttyShell, 'ask'>;
  #loading: Promise<void> | undefined;
  #way: Termios | 'stty' | undefined;

  constructor(load = loadTermios, stty: Pick<SttyShell, 'ask'> = new SttyShell()) {
    this.#load = load;
    this.#stty = stty;
  }

  /** Answers before it returns where system calls can be made; the library for them is loaded when first needed. */
  ask(tty: Tty, isOpen: () => boolean, answer: ModesAnswer): void {
    const way = this.#way;
    if (way === undefined) void this.#ready().then(() => this.ask(tty, isOpen, answer));
    else if (!isOpen()) answer(undefined);
    else if (way === 'stty') this.#askStty(tty, answer);
    else answer(modesBy(way, tty.fd));
  }

  #askStty(tty: Tty, answer: ModesAnswer, tries = 1): void {
    const before = foregroundGroup(tty.leader);
    this.#stty.ask(tty.path, (modes) => {
      const foreground = foregroundGroup(tty.leader);
      if (modes === undefined) answer(undefined);
      else if (foreground !== before && tries < MOST_TRIES) this.#askStty(tty, answer, tries + 1);
      else answer({ ...modes, foreground });
    });
  }

  #ready(): Promise<void> {
    this.#loading ??= this.#load().then((termios) => {
      this.#way = termios ?? 'stty';
    });
    return this.#loading;
  }
}
