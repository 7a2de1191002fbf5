/**
 * `x-cotty/note`: notes of people, short texts that their windows keep at the host, such as which terminals stand side by side. The
 * host does not read what they say, and tells the person's other windows of a change. They lie in the file `notes.json` of the state folder, which is written as a whole whenever one
 * changes.
 */

import { join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { CottyNotifications } from '../../protocol/cotty/cotty-requests.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clients } from '../clients/clients.ts';
import type { Peer } from '../clients/peer.ts';
import type { Limits } from '../common/limits.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';

type Needs = {
  readonly notes: Notes;
  readonly clients: Pick<Clients, 'all'>;
  readonly limits: Pick<Limits, 'pendingBytes'>;
};

export function noteRequests({ notes, clients, limits }: Needs) {
  /** Tells the other clients of the person; one that is behind reads the note when it asks. */
  const tell = (from: Peer, person: string, note: { readonly name: string; readonly text: string }) => {
    const params: CottyNotifications['x-cotty/noted'] = { channel: ROOT_URI, ...note };
    const frame = JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/noted', params });
    for (const peer of clients.all()) {
      const isOther = peer !== from && peer.identity?.writer === person && mayTypeAsPerson(peer);
      if (isOther && peer.connection.buffered <= limits.pendingBytes) peer.connection.send(frame);
    }
  };
  return {
    'x-cotty/note'(peer, { name, text }) {
      const person = peer.identity?.writer;
      if (person === undefined || !mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only a user who may type can write notes');
      if (text !== undefined && !notes.keep(person, name, text))
        throw new RpcError(ErrorCode.Conflict, `there are too many notes: ${name} is not kept`);
      if (text !== undefined) tell(peer, person, { name, text });
      return { text: notes.get(person, name) ?? null };
    },
  } satisfies Partial<Requests>;
}

/** Limits: notes of one person, and people. Beyond them a new note is refused; one that is there can always be changed. */
const MOST_NOTES = 16;
const MOST_PEOPLE = 64;
/** Limit of the file in bytes: one that is larger is none of ours. */
const MAX_FILE = 64 * 1024 * 1024;

type Kept = ReadonlyMap<string, ReadonlyMap<string, string>>;

export class Notes {
  readonly #file: string | undefined;
  #kept: Kept | undefined;

  /** Without a folder the notes end with the host. */
  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'notes.json');
  }

  get(person: string, name: string): string | undefined {
    return this.#all.get(person)?.get(name);
  }

  /** Keeps a note; an empty text removes it. False when there are too many. Throws the system's error when it cannot be written. */
  keep(person: string, name: string, text: string): boolean {
    const own = new Map(this.#all.get(person));
    if (text === '') own.delete(name);
    else own.set(name, text);
    const all = new Map(this.#all);
    all.set(person, own);
    if (own.size === 0) all.delete(person);
    if (own.size > MOST_NOTES || all.size > MOST_PEOPLE) return false;
    this.#write(all);
    this.#kept = all;
    return true;
  }

  get #all(): Kept {
    this.#kept ??= this.#file === undefined ? new Map() : read(this.#file);
    return this.#kept;
  }

  #write(all: Kept): void {
    if (this.#file === undefined) return;
    const plain = Object.fromEntries([...all].map(([person, notes]) => [person, Object.fromEntries(notes)]));
    replaceFileSync(this.#file, `${JSON.stringify(plain)}\n`);
  }
}

/** A file that is missing or damaged counts as empty: a note is a comfort, and the next one replaces it. */
function read(file: string): Kept {
  try {
    const found: unknown = JSON.parse(readPlainFileSync(file, MAX_FILE).toString());
    return new Map(
      entriesOf(found).map(([person, notes]) => [person, new Map(entriesOf(notes).filter(isText))]),
    );
  } catch {
    return new Map();
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
