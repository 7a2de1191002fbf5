/**
 * Begins a new ledger file when the current one is full. The oldest full file is rewritten without outputs, because commands stay
 * in the list for as long as their terminal exists.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import { CURRENT, fullName, KEPT_FULL, OLDER } from '../files/ledger-files.ts';
import { changeOf, formatRow, type NoteRow, parseRow } from '../files/ledger-row.ts';
import { linesBackward } from '../files/lines-backward.ts';
import { MOST_REWRITTEN, readPlainFileIfThere } from '../files/plain-file.ts';
import { rotateFiles } from '../files/rotate-files.ts';
import { countsOf } from '../text/text-spans.ts';

/** Limit of the rows without outputs, in UTF-16 units: some 80,000 commands. Beyond it the oldest are dropped. */
const OLDER_KEPT = 32 * 1024 * 1024;

export class Rotation {
  readonly #folder: string;
  #shrinking: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Rotates the files; the current one must be closed. Returns false while the oldest file is still being shrunk. */
  rotate(): boolean {
    if (this.#shrinking !== undefined) return false;
    const isLeft = existsSync(this.#oldest);
    // An earlier host may have ended before it had shrunk the file.
    if (!isLeft) rotateFiles(this.#folder, CURRENT, fullName, KEPT_FULL + 1);
    if (existsSync(this.#oldest)) this.#shrink();
    return !isLeft;
  }

  /** Resolves when no file is being rewritten. */
  async settled(): Promise<void> {
    await this.#shrinking;
  }

  get #oldest(): string {
    return join(this.#folder, fullName(KEPT_FULL + 1));
  }

  #shrink(): void {
    this.#shrinking = withoutOutputs(this.#oldest, join(this.#folder, OLDER))
      // The file stays, and the next rotation tries again.
      .catch(() => {})
      .finally(() => {
        this.#shrinking = undefined;
      });
  }
}

/** Moves the rows of finished commands from one file to the end of another, without their outputs. */
async function withoutOutputs(from: string, to: string): Promise<void> {
  const rows: string[] = [];
  const notes = new Map<number, Annotation>();
  for await (const lines of linesBackward(from))
    rows.push(...lines.flatMap((line) => withoutOutput(line, notes)));
  const all = (await textIfThere(to)) + rows.reverse().join('');
  const surplus = all.length - OLDER_KEPT;
  await replaceFile(to, surplus <= 0 ? all : all.slice(all.indexOf('\n', surplus) + 1));
  await rm(from, { force: true });
}

/** `notes`: newer changes of notes and bookmarks, by the numbers of their commands; what they replace is left out. */
function withoutOutput(line: string, notes: Map<number, Annotation>): string[] {
  const parsed = parseRow(line);
  if (!parsed.ok || parsed.row.kind === 'begin' || parsed.row.kind === 'ledger') return [];
  const { row } = parsed;
  if (row.kind === 'note') return withoutOlderNote(row, notes);
  if (row.kind !== 'end') return [formatRow(row)];
  const counts = row.record.counts ?? countsOf(row.record.output);
  const output = { head: '', omitted: counts.chars, tail: '' };
  return [formatRow({ kind: 'end', record: { ...row.record, counts, output } })];
}

function withoutOlderNote(row: NoteRow, notes: Map<number, Annotation>): string[] {
  const newer = notes.get(row.seq) ?? {};
  notes.set(row.seq, { ...changeOf(row), ...newer });
  const { note, bookmarked, ...rest } = row;
  const isNote = note !== undefined && newer.note === undefined;
  const isMark = bookmarked !== undefined && newer.bookmarked === undefined;
  if (!isNote && !isMark) return [];
  return [formatRow({ ...rest, ...(isNote ? { note } : {}), ...(isMark ? { bookmarked } : {}) })];
}

async function textIfThere(path: string): Promise<string> {
  return (await readPlainFileIfThere(path, MOST_REWRITTEN))?.toString() ?? '';
}
