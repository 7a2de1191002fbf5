/** The modes of a terminal's line discipline, by the cheapest way that works here: system calls, else `stty`. */

import { foregroundGroup } from '../../processes/foreground.ts';
import { SttyShell } from './stty-shell.ts';
import { loadTermios, type Termios } from './termios.ts';

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

/** A terminal as this side has it: the master's descriptor, the path of the other end, and the leader of its session. */
export type Tty = { readonly fd: number; readonly path: string; readonly leader: number };

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
    else if (way === 'stty') {
      this.#stty.ask(tty.path, (modes) =>
        answer(modes === undefined ? undefined : { ...modes, foreground: foregroundGroup(tty.leader) }),
      );
    } else {
      const modes = way.modes(tty.fd);
      answer(modes === undefined ? undefined : { ...modes, foreground: way.foreground(tty.fd) });
    }
  }

  #ready(): Promise<void> {
    this.#loading ??= this.#load().then((termios) => {
      this.#way = termios ?? 'stty';
    });
    return this.#loading;
  }
}
