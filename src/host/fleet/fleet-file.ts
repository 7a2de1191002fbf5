/**
 * `fleet.json` in the state folder: the id of this host in its fleet, and up to which command of each terminal everything is
 * published. It is written after the server has confirmed; what was confirmed since is published again after a kill.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isHostId } from '../../fleet/subjects.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { replaceFile } from '../../ledger/files/replace-file.ts';
import { isRecord, isSeq, isString } from '../../protocol/fields/object-fields.ts';

/** The newest rows of a terminal's ledger that are published. Rows come in the order of their numbers. */
export type Cursor = { readonly begun: number; readonly ended: number };

/** A record that was forgotten, which the fleet does not know yet; `terminal` is the name of its folder. */
export type Forgotten = { readonly terminal: string; readonly seq: number };

const VERSION = 1;
/** Limit in bytes: some 100 a terminal, of which a host keeps some hundreds. */
const MAX_FILE = 16 * 1024 * 1024;
/** Most forgotten records that wait for the server; beyond it the oldest are never told. */
const MAX_FORGOTTEN = 10_000;

export class FleetFile {
  readonly #path: string;
  readonly id: string;
  /** When this host joined, in Unix milliseconds: what has ended before is not published. */
  readonly joined: number;
  readonly #cursors: Map<string, Cursor>;
  #forgotten: readonly Forgotten[];
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: string, now: number) {
    this.#path = join(folder, 'fleet.json');
    const read = readFile(this.#path);
    this.id = read?.id ?? randomBytes(8).toString('hex');
    this.joined = read?.joined ?? now;
    this.#cursors = new Map(read?.cursors ?? []);
    this.#forgotten = read?.forgotten ?? [];
  }

  /** Undefined for a terminal of which nothing is published. */
  cursorOf(terminal: string): Cursor | undefined {
    return this.#cursors.get(terminal);
  }

  moved(terminal: string, cursor: Cursor): void {
    this.#cursors.set(terminal, cursor);
  }

  /** Drops the cursors of terminals whose folders are gone. */
  keepOnly(terminals: ReadonlySet<string>): void {
    for (const terminal of this.#cursors.keys()) if (!terminals.has(terminal)) this.#cursors.delete(terminal);
  }

  get forgotten(): readonly Forgotten[] {
    return this.#forgotten;
  }

  forgot(terminal: string, seq: number): void {
    this.#forgotten = [...this.#forgotten, { terminal, seq }].slice(-MAX_FORGOTTEN);
  }

  toldForgotten(told: Forgotten): void {
    this.#forgotten = this.#forgotten.filter((each) => each !== told);
  }

  /** Writes the file after the writes before it. Rejects with the system's error. */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => replaceFile(this.#path, this.#text()));
    return this.#saving;
  }

  #text(): string {
    const cursors = [...this.#cursors].map(([terminal, { begun, ended }]) => [terminal, begun, ended]);
    const { id, joined } = this;
    return `${JSON.stringify({ version: VERSION, id, joined, cursors, forgotten: this.#forgotten })}\n`;
  }
}

type Read = {
  readonly id: string;
  readonly joined: number;
  readonly cursors: readonly (readonly [string, Cursor])[];
  readonly forgotten: readonly Forgotten[];
};

/** A file that is missing or damaged counts as none: the host then joins as a new one. */
function readFile(path: string): Read | undefined {
  try {
    const raw: unknown = JSON.parse(readPlainFileSync(path, MAX_FILE).toString());
    if (!isRecord(raw) || raw['version'] !== VERSION) return undefined;
    const { id, joined, cursors, forgotten } = raw;
    if (!isString(id) || !isHostId(id) || !isSeq(joined) || !Array.isArray(cursors)) return undefined;
    return {
      id,
      joined,
      cursors: cursors.flatMap((each) => asCursor(each)),
      forgotten: Array.isArray(forgotten) ? forgotten.filter(isForgotten) : [],
    };
  } catch {
    return undefined;
  }
}

function asCursor(value: unknown): (readonly [string, Cursor])[] {
  if (!Array.isArray(value)) return [];
  const [terminal, begun, ended]: unknown[] = value;
  return isString(terminal) && isSeq(begun) && isSeq(ended) ? [[terminal, { begun, ended }]] : [];
}

function isForgotten(value: unknown): value is Forgotten {
  return isRecord(value) && isString(value['terminal']) && isSeq(value['seq']);
}
