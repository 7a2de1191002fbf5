/**
 * `fleet.json` in the state folder: the id of this host in its fleet, its secret, up to which command of each terminal everything
 * is published, and what the server has refused. It is written after the server has confirmed; what was confirmed since is
 * published again after a kill.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { isHostId } from '../../fleet/subjects.ts';
import { readPlainFileSync } from '../../ledger/files/plain-file.ts';
import { isRecord, isSeq, isString, type Raw } from '../../protocol/fields/object-fields.ts';

/** The newest rows of a terminal's ledger that are published. Rows come in the order of their numbers. */
export type Cursor = { readonly begun: number; readonly ended: number };

/** A record; `terminal` is the name of its folder. */
type Place = { readonly terminal: string; readonly seq: number };

/** A record that was forgotten, which the fleet does not know yet. */
export type Forgotten = Place;

const KINDS = ['began', 'ended', 'left', 'forgot'] as const;

/** An event that the server has refused, and why. It is tried again later. */
export type Refused = Place & { readonly kind: (typeof KINDS)[number]; readonly why: string };

const VERSION = 1;
/** Limit in bytes: some 100 a terminal, of which a host keeps some hundreds. */
const MAX_FILE = 16 * 1024 * 1024;
/** Most forgotten records that wait for the server; beyond it the oldest are never told. */
const MAX_FORGOTTEN = 10_000;
/** Most refused events that are kept; beyond it the oldest is given up. */
export const MAX_REFUSED = 1000;

/**
 * A cursor, and when its terminal was created (Unix ms; 0 if that is not known): another terminal in a folder of the same name
 * counts from 1 again.
 */
type KeptCursor = Cursor & { readonly created: number };

export class FleetFile {
  readonly #path: string;
  readonly id: string;
  /** The ids of published messages are made with it: nobody else can use one of them first. */
  readonly secret: string;
  /** Whether this host joins now: what is in the ledgers by then is not published. */
  readonly isNew: boolean;
  readonly #cursors: Map<string, KeptCursor>;
  #forgotten: readonly Forgotten[];
  #refused: readonly Refused[];
  #givenUp: number;
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#path = join(folder, 'fleet.json');
    const read = readFile(this.#path);
    this.isNew = read === undefined;
    this.id = read?.id ?? randomBytes(8).toString('hex');
    this.secret = read?.secret ?? randomBytes(16).toString('hex');
    this.#cursors = new Map(read?.cursors ?? []);
    this.#forgotten = read?.forgotten ?? [];
    this.#refused = read?.refused ?? [];
    this.#givenUp = read?.givenUp ?? 0;
  }

  /** Nothing is published yet of a terminal that was not there when the host joined. */
  cursorOf(terminal: string, created: number): Cursor {
    const kept = this.#cursors.get(terminal);
    const isOther = kept?.created !== created && kept?.created !== 0 && created !== 0;
    return kept === undefined || isOther ? { begun: 0, ended: 0 } : kept;
  }

  moved(terminal: string, created: number, { begun, ended }: Cursor): void {
    this.#cursors.set(terminal, { created, begun, ended });
  }

  /** Drops what is kept of terminals whose folders are gone. */
  keepOnly(terminals: ReadonlySet<string>): void {
    for (const terminal of this.#cursors.keys()) if (!terminals.has(terminal)) this.#cursors.delete(terminal);
  }

  get forgotten(): readonly Forgotten[] {
    return this.#forgotten;
  }

  forgot(terminal: string, seq: number): void {
    this.#forgotten = [...this.#forgotten, { terminal, seq }].slice(-MAX_FORGOTTEN);
    this.#refused = this.#refused.filter((each) => each.terminal !== terminal || each.seq !== seq);
  }

  toldForgotten(told: readonly Forgotten[]): void {
    this.#forgotten = this.#forgotten.filter((each) => !told.includes(each));
  }

  /** Oldest first. */
  get refused(): readonly Refused[] {
    return this.#refused;
  }

  /** How many refused events were given up. */
  get givenUp(): number {
    return this.#givenUp;
  }

  /** Keeps a refused event behind the others, in the place of an earlier one of the same record. */
  refuse(refused: Refused): void {
    this.accepted(refused);
    this.#refused = [...this.#refused, refused];
    if (this.#refused.length <= MAX_REFUSED) return;
    this.#refused = this.#refused.slice(1);
    this.#givenUp += 1;
  }

  /** Must be called when the server has stored an event: a refused one of the same record tells nothing more. */
  accepted({ terminal, seq, kind }: Omit<Refused, 'why'>): void {
    const isOther = (each: Refused) =>
      each.terminal !== terminal || each.seq !== seq || (each.kind === 'forgot') !== (kind === 'forgot');
    if (!this.#refused.every(isOther)) this.#refused = this.#refused.filter(isOther);
  }

  /** Writes the file after the writes before it. Rejects with the system's error. */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => replaceFile(this.#path, this.#text()));
    return this.#saving;
  }

  #text(): string {
    const cursors = [...this.#cursors].map(([terminal, { created, begun, ended }]) => [
      terminal,
      created,
      begun,
      ended,
    ]);
    const { id, secret } = this;
    const [forgotten, refused, givenUp] = [this.#forgotten, this.#refused, this.#givenUp];
    return `${JSON.stringify({ version: VERSION, id, secret, cursors, forgotten, refused, givenUp })}\n`;
  }
}

type Read = {
  readonly id: string;
  readonly secret: string;
  readonly cursors: readonly (readonly [string, KeptCursor])[];
  readonly forgotten: readonly Forgotten[];
  readonly refused: readonly Refused[];
  readonly givenUp: number;
};

/** A file that is missing or damaged counts as none: the host then joins as a new one. */
function readFile(path: string): Read | undefined {
  try {
    const raw: unknown = JSON.parse(readPlainFileSync(path, MAX_FILE).toString());
    if (!isRecord(raw) || raw['version'] !== VERSION) return undefined;
    const { id, secret, cursors, forgotten, refused, givenUp } = raw;
    if (!isString(id) || !isHostId(id) || !isString(secret) || !Array.isArray(cursors)) return undefined;
    return {
      id,
      secret,
      cursors: cursors.flatMap((each) => asCursor(each)),
      forgotten: Array.isArray(forgotten) ? forgotten.filter(isPlace) : [],
      refused: Array.isArray(refused) ? refused.filter(isRefused) : [],
      givenUp: isSeq(givenUp) ? givenUp : 0,
    };
  } catch {
    return undefined;
  }
}

function asCursor(value: unknown): (readonly [string, KeptCursor])[] {
  if (!Array.isArray(value)) return [];
  const [terminal, created, begun, ended]: unknown[] = value;
  return isString(terminal) && isSeq(created) && isSeq(begun) && isSeq(ended)
    ? [[terminal, { created, begun, ended }]]
    : [];
}

function isPlace(value: unknown): value is Raw & Place {
  return isRecord(value) && isString(value['terminal']) && isSeq(value['seq']);
}

function isRefused(value: unknown): value is Refused {
  if (!isRecord(value) || !isPlace(value)) return false;
  const { kind, why } = value;
  return KINDS.some((known) => known === kind) && isString(why);
}
