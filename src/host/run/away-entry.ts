/**
 * Sets up shell integration in a shell on another machine or in a container, if the user agrees to it for that place. The
 * question is asked when a prompt seems to be shown there. Nothing is typed before a yes, now or remembered, and never where an
 * agent types.
 *
 * States: idle → (ssh box) armed → (prompt) asking → (yes, or remembered) loading → (marks) idle
 *
 * Output of the other machine can at most make the host type these lines there. They contain nothing secret.
 */

import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { enters } from '../../shell/nest/enters.ts';
import { READS } from '../../shell/nest/line-editor.ts';
import type { Clock } from '../common/clock.ts';
import { lastCharacter, PROMPT_ENDS } from '../processes/shell-at-prompt.ts';
import { isPlain, type PlaceAnswer, type Places } from './places.ts';

/** Milliseconds without output after which a prompt counts as one, if its line editor does not report that it reads. */
const QUIET_MS = 400;

export type AwayEntryOptions = {
  readonly clock: Clock;
  readonly places: Places;
  readonly marksInside: () => boolean;
  /** Whether a person, who can be asked, holds the terminal. */
  readonly isPersons: () => boolean;
  readonly screen: () => Pick<Emulator, 'alternate' | 'base' | 'cursor' | 'row'>;
  /** Called when the question is asked or withdrawn. */
  readonly onInfo: (now: boolean) => void;
  readonly log: (message: string) => void;
};

/** Sets up a shell (`ShellEntry`). */
export type Loading = {
  readonly isHalfTyped: boolean;
  readonly begin: (over: (loaded: 'marks' | 'other' | 'silent') => void) => void;
};

/** Called when the set-up is over, with the reason if it failed. */
type Done = (why?: string) => void;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'armed' | 'asking'; readonly place: string; readonly byAgent: boolean }
  | { readonly kind: 'loading'; readonly place: string };

/** The reasons for a failure. */
const WHY = {
  marks: undefined,
  other: (place: string) => `the shell of ${place} is not bash, zsh or fish, so it cannot have blocks`,
  silent: (place: string) =>
    `no bash, zsh or fish has answered in ${place} (sh, stty and dd are needed there, too)`,
} as const;

const IDLE: State = { kind: 'idle' };

export class AwayEntry {
  readonly #options: AwayEntryOptions;
  readonly #loading: Loading;
  #state: State = IDLE;
  /** The end of the last text, which may be the beginning of `READS`. */
  #seen = '';
  #reads = false;
  #cancelQuiet: (() => void) | undefined;

  constructor(options: AwayEntryOptions, loading: Loading) {
    this.#options = options;
    this.#loading = loading;
  }

  /** The place that a person is asked about. */
  get asks(): string | undefined {
    return this.#state.kind === 'asking' ? this.#state.place : undefined;
  }

  /** Must be called when a command begins, with its writer. */
  began(commandLine: string, writer: string | undefined): void {
    this.ended();
    const entered = enters(commandLine);
    if (entered?.kind !== 'away' || !isPlain(entered.place) || !this.#options.marksInside()) return;
    const byAgent = writer?.startsWith('agent:') === true;
    this.#state = { kind: 'armed', place: entered.place, byAgent };
  }

  /** Must be called when a command has ended, or has entered a shell. */
  ended(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    this.#seen = '';
    this.#reads = false;
    this.#become(IDLE);
  }

  /** Must be called with each text that is printed. */
  printed(text: string): void {
    if (this.#state.kind !== 'armed') return;
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    const all = this.#seen + text;
    this.#reads ||= all.includes(READS);
    this.#seen = all.slice(1 - READS.length);
  }

  /** Must be called with all input of clients: the question is withdrawn if somebody types on. */
  typed(): void {
    if (this.#state.kind === 'asking') this.#become(IDLE);
  }

  /** Must be called when output and keys have settled; `readsKeys` when the program reads each key itself, as ssh does. */
  settled(readsKeys: boolean): void {
    if (this.#state.kind !== 'armed' || !readsKeys) return;
    if (this.#reads) this.#atPrompt();
    else this.#cancelQuiet ??= this.#options.clock.after(QUIET_MS, () => this.#quiet());
  }

  /** Takes the answer to the question; `later` is not stored. */
  answered(answer: PlaceAnswer | 'later', done: Done): void {
    const state = this.#state;
    if (state.kind !== 'asking') {
      done(answer === 'later' ? undefined : 'this question is no longer open');
    } else if (answer === 'yes') {
      this.#load(state.place, done);
    } else {
      if (answer === 'no') this.#keep(state.place, 'no');
      this.#become(IDLE);
      done();
    }
  }

  #quiet(): void {
    const screen = this.#options.screen();
    const { base, cursor } = screen;
    this.#cancelQuiet = undefined;
    const before = rowText(screen.row(base + cursor.y))
      .slice(0, cursor.x)
      .trimEnd();
    const end = lastCharacter(before) ?? '';
    if (PROMPT_ENDS.has(end) || end === '>') this.#atPrompt();
  }

  #atPrompt(): void {
    const { places, isPersons } = this.#options;
    const state = this.#state;
    this.#reads = false;
    // A line that somebody has begun to type would be joined to ours.
    if (state.kind !== 'armed' || this.#options.screen().alternate || this.#loading.isHalfTyped) return;
    const answer = places.answer(state.place);
    // The answer of a user does not count where an agent types: nobody would see what is typed there.
    if (answer === 'no' || state.byAgent || !isPersons()) this.#become(IDLE);
    else if (answer === 'yes') this.#load(state.place, (why) => why !== undefined && this.#options.log(why));
    else this.#become({ ...state, kind: 'asking' });
  }

  #load(place: string, done: Done): void {
    const state: State = { kind: 'loading', place };
    this.#become(state);
    this.#loading.begin((loaded) => {
      if (loaded === 'marks') this.#keep(place, 'yes');
      else if (loaded === 'other') this.#keep(place, 'no');
      if (this.#state === state) this.#become(IDLE);
      done(WHY[loaded]?.(place));
    });
  }

  /** If the answer cannot be stored, the question is asked again next time. The shell is set up all the same. */
  #keep(place: string, answer: PlaceAnswer): void {
    try {
      this.#options.places.keep(place, answer);
    } catch (error) {
      this.#options.log(`the answer about ${place} is not kept: ${String(error)}`);
    }
  }

  #become(state: State): void {
    const before = this.asks;
    this.#state = state;
    if (this.asks !== before) this.#options.onInfo(true);
  }
}
