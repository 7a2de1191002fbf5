/**
 * Tells the outer terminal what the programs of the terminals do (OSC 7501), one record a terminal, if it has answered that it reads
 * that. So a cotty in a cotty, or in another terminal that shows status, is no blind spot. What programs say in their own words
 * stays here.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type StatusReport, statusSequence } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { oneLine } from './one-line.ts';

/** Under this id are all records of this window: one sequence clears them. */
const SESSION = 'cotty';
/** Limits: records, writes (one for each time in ms), characters of an id and bytes of a title in the protocol. */
const MOST_RECORDS = 64;
const WRITE_MS = 250;
const MAX_ID = 32;
const MAX_TITLE = 192;

export type OuterStatusOptions = {
  readonly write: (bytes: string) => void;
  /** The terminal in which this window runs, where a host shows itself: its status would be made of itself. */
  readonly within?: string | undefined;
  readonly now?: () => number;
  readonly setTimer?: (run: () => void, ms: number) => { unref?(): void };
};

export class OuterStatus {
  readonly #options: OuterStatusOptions & Required<Pick<OuterStatusOptions, 'now' | 'setTimer'>>;
  #terminals: readonly TerminalInfo[] = [];
  #isOn = false;
  /** The records that the outer terminal has, by their ids. */
  #shown = new Map<string, string>();
  #writtenAt = Number.NEGATIVE_INFINITY;
  #waits = false;

  constructor(options: OuterStatusOptions) {
    this.#options = { now: () => performance.now(), setTimer: setTimeout, ...options };
  }

  /** Shows the status of these terminals, at once or when the next write is due. */
  show(terminals: readonly TerminalInfo[]): void {
    if (terminals === this.#terminals && this.#isOn) return;
    this.#terminals = terminals;
    this.#isOn = true;
    this.#writeSoon();
  }

  /** Returns the bytes that clear all records. They are shown again with the next `show`. */
  end(): string {
    const isShown = this.#shown.size > 0;
    this.#isOn = false;
    this.#shown = new Map();
    return isShown ? statusSequence({ state: 'clear', id: SESSION }) : '';
  }

  #writeSoon(): void {
    const { now, setTimer } = this.#options;
    if (this.#waits) return;
    const rest = this.#writtenAt + WRITE_MS - now();
    if (rest <= 0) {
      this.#writeNow();
      return;
    }
    this.#waits = true;
    const timer = setTimer(() => {
      this.#waits = false;
      if (this.#isOn) this.#writeNow();
    }, rest);
    timer.unref?.();
  }

  #writeNow(): void {
    const { within } = this.#options;
    const wanted = recordsOf(this.#terminals.filter(({ resource }) => resource !== within));
    const gone = [...this.#shown.keys()]
      .filter((id) => !wanted.has(id))
      .map((id) => statusSequence({ state: 'clear', id }));
    const news = [...wanted].flatMap(([id, bytes]) => (this.#shown.get(id) === bytes ? [] : [bytes]));
    this.#shown = wanted;
    const bytes = [...gone, ...news].join('');
    if (bytes === '') return;
    this.#writtenAt = this.#options.now();
    this.#options.write(bytes);
  }
}

/** Returns the sequence for each terminal whose program tells what it does; those that wait first, if there are too many. */
function recordsOf(terminals: readonly TerminalInfo[]): Map<string, string> {
  const reports = new Map<string, StatusReport>();
  for (const terminal of terminals) {
    const { program } = cottyMeta<TerminalMeta>(terminal._meta);
    if (program === undefined) continue;
    const id = freeId(terminal.resource, reports);
    const { state, seen, kind, progress, app } = program;
    const title = cut(oneLine(terminal.title, MAX_TITLE));
    reports.set(id, {
      id,
      // What a person has seen here is no news there.
      state: seen === true ? 'idle' : state,
      ...(kind === undefined ? {} : { kind }),
      ...(progress === undefined ? {} : { progress }),
      ...(app === undefined ? {} : { app }),
      ...(title === '' ? {} : { title }),
    });
  }
  const all = [...reports.values()];
  const isBlocked = ({ state }: StatusReport) => state === 'blocked';
  const most = [...all.filter(isBlocked), ...all.filter((report) => !isBlocked(report))].slice(
    0,
    MOST_RECORDS,
  );
  return new Map(most.map((report) => [report.id, statusSequence(report)]));
}

/** The last part of a URI in the characters of an id. The end of it is kept: there, URIs of terminals differ. */
function freeId(uri: string, taken: ReadonlyMap<string, unknown>): string {
  const safe = uri
    .slice(uri.lastIndexOf('/') + 1)
    .replace(/[^A-Za-z0-9_.+-]/g, '-')
    .slice(-MAX_ID);
  for (let count = 1; ; count += 1) {
    const tail = count === 1 ? '' : `.${count}`;
    const id = `${SESSION}/${(safe || 'terminal').slice(0, MAX_ID - tail.length)}${tail}`;
    if (!taken.has(id)) return id;
  }
}

function cut(title: string): string {
  const bytes = Buffer.from(title);
  // A letter whose bytes are cut apart is left out.
  return bytes.length <= MAX_TITLE
    ? title
    : bytes.toString('utf8', 0, MAX_TITLE).replace(/(?<!\ufffd)\ufffd+$/, '');
}
