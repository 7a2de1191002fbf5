/** The queries that `doctor` sends to the outer terminal, and how it reads the answers. */

import type { Io } from '../common/io.ts';

/** Glyphs whose width terminals disagree on. Each is written at the left edge and measured with a cursor report. */
const measured = { emoji: '😀', ambiguous: '●', family: '👩‍👩‍👧' } as const;

const measure = Object.values(measured).map((glyph) => `\r${glyph}\x1b[6n`);

/**
 * All queries, sent in one write. The query for device attributes is last because every terminal answers it: when that
 * answer is here, the other queries without an answer will never get one.
 */
export const QUESTIONS: string = [
  '\x1b[>0q', // name and version
  '\x1b[?u', // kitty keyboard flags
  '\x1b[?2026$p', // synchronized output
  '\x1b]11;?\x1b\\', // background colour
  '\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m', // set a true colour and read it back
  ...measure,
  '\r\x1b[K',
  '\x1b[c',
].join('');

export type Answers = {
  /** Whether the device attributes arrived, so that every other missing answer means "no". */
  readonly complete: boolean;
  readonly name?: string;
  readonly kittyKeyboard: boolean;
  readonly synchronized: boolean;
  readonly background?: string;
  readonly trueColour: boolean;
  /** Width of each glyph in columns; undefined when the terminal did not report it. */
  readonly widths: Partial<Readonly<Record<keyof typeof measured, number>>>;
  /** Whether device attribute 52 is set: the terminal lets programs set the clipboard. */
  readonly clipboard: boolean;
};

const DEVICE_ATTRIBUTES = /\x1b\[\?([\d;]*)c/;

function isComplete(received: string): boolean {
  return DEVICE_ATTRIBUTES.test(received);
}

export function readAnswers(received: string): Answers {
  const name = /\x1bP>\|([^\x1b]*)\x1b\\/.exec(received)?.[1];
  const background = /\x1b\]11;([^\x07\x1b]*)(?:\x07|\x1b\\)/.exec(received)?.[1];
  const attributes = DEVICE_ATTRIBUTES.exec(received)?.[1]?.split(';') ?? [];
  return {
    complete: isComplete(received),
    ...(name === undefined ? {} : { name }),
    kittyKeyboard: /\x1b\[\?\d+u/.test(received),
    // DECRPM: 1 is set, 2 reset, 3 permanently set; 0 is unknown and 4 permanently reset.
    synchronized: /\x1b\[\?2026;[123]\$y/.test(received),
    ...(background === undefined ? {} : { background }),
    trueColour: /\x1bP1\$r[^\x1b]{0,64}48[:;]2[:;][\d:;]{0,16}1[:;]2[:;]3/.test(received),
    widths: readWidths(received),
    clipboard: attributes.includes('52'),
  };
}

function readWidths(received: string): Answers['widths'] {
  const columns = [...received.matchAll(/\x1b\[\d+;(\d+)R/g)].map(([, column]) => Number(column) - 1);
  const names = ['emoji', 'ambiguous', 'family'] as const;
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const width = columns[index];
      return width === undefined ? [] : [[name, width]];
    }),
  );
}

/** A local terminal answers within milliseconds; one behind a slow connection may need most of this time. */
const WAIT_MS = 1500;
/** Bytes after which reading stops. Answers take a few hundred; more means typing, or a broken terminal. */
const LIMIT = 16 * 1024;

export function askTerminal(io: Io, waitMs: number = WAIT_MS): Promise<Answers> {
  const { stdin, stdout } = io;
  return new Promise((resolve) => {
    let received = '';
    const finish = (): void => {
      clearTimeout(timer);
      stdin.off('data', hear);
      stdin.pause();
      stdin.setRawMode?.(false);
      resolve(readAnswers(received));
    };
    const hear = (chunk: Buffer): void => {
      received += chunk.toString('latin1');
      if (isComplete(received) || received.length > LIMIT) finish();
    };
    const timer = setTimeout(finish, waitMs);
    // Without raw mode the answers would be echoed on the screen.
    stdin.setRawMode?.(true);
    stdin.on('data', hear);
    stdin.resume();
    stdout.write(QUESTIONS);
  });
}
