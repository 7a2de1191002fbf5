/** The inboxes below a state folder: where each is, and what those of before came to. */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { INBOXES, isMissing } from '../files/ledger-files.ts';
import { parseInboxRow } from './inbox-row.ts';
import { emptyInbox, type InboxState, inboxReducer } from './inbox-state.ts';

/** Ours are never this large; in bytes. */
const MAX_FILE = 64 * 1024 * 1024;

export type StoredInbox = {
  /** Names the subscriber. */
  readonly key: string;
  readonly state: InboxState;
  /** It ends with a whole line. */
  readonly sound: boolean;
  /** Unix milliseconds of the last change. */
  readonly changed: number;
};

/** To be recognised by people, and one for each subscriber. */
export function inboxPath(folder: string, key: string): string {
  const slug = key.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40);
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return join(folder, INBOXES, `${slug}-${hash}.jsonl`);
}

/** A line that cannot be read is set aside, every other one counts. */
export async function readInboxes(
  folder: string,
  onSetAside: (what: string) => void,
): Promise<readonly StoredInbox[]> {
  const inboxes: StoredInbox[] = [];
  for (const name of await names(folder)) {
    const path = join(folder, INBOXES, name);
    const aside = (why: string) => onSetAside(`${INBOXES}/${name}: ${why}`);
    try {
      const { size, mtimeMs } = await stat(path);
      if (size > MAX_FILE) aside(`${size} bytes are too many`);
      else inboxes.push(...inboxIn(folder, name, await readFile(path, 'utf8'), mtimeMs, aside));
    } catch (error) {
      aside(error instanceof Error ? error.message : String(error));
    }
  }
  return inboxes;
}

function inboxIn(
  folder: string,
  name: string,
  text: string,
  changed: number,
  aside: (why: string) => void,
): readonly StoredInbox[] {
  let state = emptyInbox;
  let key: string | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const parsed = parseInboxRow(line);
    if (!parsed.ok) aside(`${parsed.why}: ${line.slice(0, 60)}`);
    else if (inboxPath(folder, parsed.key) !== join(folder, INBOXES, name)) aside('a row of somebody else');
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
