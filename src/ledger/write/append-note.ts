/** Writes a note or a bookmark to the ledger of a terminal that is closed. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LedgerFile } from '../files/ledger-file.ts';
import { META, ROTATE_BYTES } from '../files/ledger-files.ts';
import { formatRow, type NoteRow, redactRow } from '../files/ledger-row.ts';

/** Bytes from which on a ledger file takes no further notes: only a command that begins starts the next file. */
export const MOST_WITH_NOTES = ROTATE_BYTES + 16 * 1024 * 1024;

/** What is said when there is no room. */
export const NO_ROOM = 'the record of this terminal has no room for notes until its next command begins';

/** Returns false if there is no room for it, or the record was deleted. Throws the system's error when it cannot be written. */
export async function appendNote(folder: string, row: NoteRow): Promise<boolean> {
  if (!existsSync(join(folder, META))) return false;
  const file = LedgerFile.open(folder);
  try {
    if (file.size > MOST_WITH_NOTES) return false;
    file.append(formatRow(redactRow(row)));
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}
