/** Reads the text of a history file: which shells have one, and the command lines in it, oldest first. */

/** A command line of a shell's history file. */
export type HistoryLine = {
  readonly line: string;
  /** When it ran (Unix ms), if the file has the time. */
  readonly at?: number;
};

const READERS = { bash: bashHistory, zsh: zshHistory, fish: fishHistory };

export type HistoryShell = keyof typeof READERS;

export function hasHistory(shell: string): shell is HistoryShell {
  return Object.hasOwn(READERS, shell);
}

/** Returns the command lines lazily, so that a long file can be read in slices. */
export function historyLines(shell: HistoryShell, bytes: Uint8Array): Iterable<HistoryLine> {
  const plain = shell === 'zsh' ? unmetafied(bytes) : bytes;
  // Bytes that are no UTF-8 become U+FFFD: shells keep what was typed in whatever encoding it was.
  return READERS[shell](new TextDecoder().decode(plain));
}

/** Yields the lines of a text without their line breaks; the empty rest behind the last break is no line. */
function* textLines(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    yield end === -1 ? text.slice(from) : text.slice(from, end);
    if (end === -1) return;
    from = end + 1;
  }
}

// bash: a command a line; with HISTTIMEFORMAT a line `#SECONDS` before each command.

const TIME = /^#(\d{1,11})$/;

/**
 * Yields the commands, oldest first. As in bash, if the file begins with a time, all lines up to the next time are one command;
 * else each line without a time before it is a command.
 */
function* bashHistory(text: string): Generator<HistoryLine> {
  let whole: boolean | undefined;
  let at: number | undefined;
  let lines: string[] = [];
  const entry = (): HistoryLine[] =>
    lines.length === 0 ? [] : [{ line: lines.join('\n'), ...(at === undefined ? {} : { at }) }];
  for (const line of textLines(text)) {
    const seconds = TIME.exec(line)?.[1];
    whole ??= seconds !== undefined;
    if (seconds !== undefined) {
      yield* entry();
      at = Number(seconds) * 1000;
      lines = [];
    } else if (whole || lines.length === 0) {
      lines.push(line);
    } else {
      yield* entry();
      at = undefined;
      lines = [line];
    }
  }
  yield* entry();
}

// zsh: a command a line, with EXTENDED_HISTORY as `: SECONDS:DURATION;COMMAND`.

const EXTENDED = /^: (\d{1,11}):\d+;/;

/** zsh writes this byte (Meta) before each byte that has a meaning inside of zsh, and XORs that byte with 32. */
const META = 0x83;
const CHANGE = 0x20;

/** Returns the bytes as they were typed. */
function unmetafied(bytes: Uint8Array): Uint8Array {
  const first = bytes.indexOf(META);
  if (first === -1) return bytes;
  const plain = new Uint8Array(bytes.length);
  plain.set(bytes.subarray(0, first));
  let length = first;
  for (let at = first; at < bytes.length; at += 1) {
    const isMeta = bytes[at] === META && at + 1 < bytes.length;
    if (isMeta) at += 1;
    plain[length] = isMeta ? (bytes[at] ?? 0) ^ CHANGE : (bytes[at] ?? 0);
    length += 1;
  }
  return plain.subarray(0, length);
}

/** Yields the commands, oldest first. After a backslash at the end of a line, the command continues in the next one. */
function* zshHistory(text: string): Generator<HistoryLine> {
  let begun = '';
  for (const line of textLines(text)) {
    if (line.endsWith('\\')) {
      begun += `${line.slice(0, -1)}\n`;
      continue;
    }
    yield zshEntry(begun + line);
    begun = '';
  }
  if (begun !== '') yield zshEntry(begun.slice(0, -1));
}

function zshEntry(entry: string): HistoryLine {
  const found = EXTENDED.exec(entry);
  if (found === null) return { line: entry };
  return { line: entry.slice(found[0].length), at: Number(found[1]) * 1000 };
}

// fish: `- cmd: COMMAND`, then `  when: SECONDS` and the paths that the command named.

const COMMAND = '- cmd: ';
const WHEN = '  when: ';

/** Yields the commands, oldest first. */
function* fishHistory(text: string): Generator<HistoryLine> {
  let line: string | undefined;
  let at: number | undefined;
  for (const row of textLines(text)) {
    if (row.startsWith(COMMAND)) {
      if (line !== undefined) yield fishEntry(line, at);
      line = unescaped(row.slice(COMMAND.length));
      at = undefined;
    } else if (row.startsWith(WHEN)) {
      const seconds = Number(row.slice(WHEN.length));
      if (Number.isSafeInteger(seconds) && seconds > 0) at = seconds * 1000;
    }
  }
  if (line !== undefined) yield fishEntry(line, at);
}

function fishEntry(line: string, at: number | undefined): HistoryLine {
  return at === undefined ? { line } : { line, at };
}

/** fish writes a line break as `\n` and a backslash as two. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(n|\\)/g, (_, letter: string) => (letter === 'n' ? '\n' : '\\'));
}
