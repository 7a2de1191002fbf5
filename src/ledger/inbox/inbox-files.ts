/** The inbox files below a state folder: their paths, and their contents after a restart. */

import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { FewTroubles } from '../files/few-troubles.ts';
import { INBOXES, isMissing } from '../files/ledger-files.ts';
import { readPlainFile } from '../files/plain-file.ts';
import { parseInboxRow } from './inbox-row.ts';
import { emptyInbox, type InboxState, inboxReducer } from './inbox-state.ts';

/** Limit in bytes; files that we write stay far below it. */
const MAX_FILE = 16 * 1024 * 1024;

export type StoredInbox = {
  /** Key of the subscriber. */
  readonly key: string;
  readonly state: InboxState;
  /** True when the file ends with a whole line. */
  readonly sound: boolean;
  /** Time of the last change, in Unix milliseconds. */
  readonly changed: number;
};

/** Returns a path that is readable and unique for each subscriber. */
export function inboxPath(folder: string, key: string): string {
  const slug = key.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return join(folder, INBOXES, `${slug}-${hash}.jsonl`);
}

/** Reads all inboxes. A line that cannot be read is set aside; all others count. */
export async function readInboxes(
  folder: string,
  onSetAside: (what: string) => void,
): Promise<readonly StoredInbox[]> {
  const inboxes: StoredInbox[] = [];
  for (const name of await names(folder)) {
    const path = join(folder, INBOXES, name);
    const troubles = new FewTroubles((why) => onSetAside(`${INBOXES}/${name}: ${why}`));
    const setAside = (why: string) => troubles.take(why);
    try {
      const { mtimeMs } = await stat(path);
      const text = (await readPlainFile(path, MAX_FILE)).toString();
      inboxes.push(...inboxIn(folder, name, text, mtimeMs, setAside));
    } catch (error) {
      setAside(reasonOf(error));
    }
    troubles.end();
  }
  return inboxes;
}

function inboxIn(
  folder: string,
  name: string,
  text: string,
  changed: number,
  setAside: (why: string) => void,
): readonly StoredInbox[] {
  let state = emptyInbox;
  let key: string | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = parseInboxRow(line);
    if (!parsed.ok) setAside(`${parsed.why}: ${line.slice(0, 60)}`);
    else if (inboxPath(folder, parsed.key) !== join(folder, INBOXES, name))
      setAside('the row belongs to another subscriber');
    else {
      key = parsed.key;
      state = inboxReducer(state, parsed.row);
    }
  }
  return key === undefined ? [] : [{ key, state, sound: text.endsWith('\n'), changed }];
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(join(folder, INBOXES))).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
