/** The facts of many commands, each kind in an array of its own: some 60 bytes a command, and fast to go through. */

const KINDS = {
  /** Unix milliseconds. */
  started: Float64Array,
  /** Milliseconds, at most `MOST_DURATION`. Means nothing without `ENDED`. */
  duration: Uint32Array,
  /** `NO_EXIT` where it is not known. */
  exit: Int32Array,
  seq: Uint32Array,
  flags: Uint16Array,
  /** Numbers of texts that many commands have in common. */
  line: Uint32Array,
  folder: Uint32Array,
  writer: Uint32Array,
  host: Uint32Array,
  terminal: Uint32Array,
  /** Where the row of the command is: which file of its terminal, and from which byte to which. */
  file: Uint8Array,
  offset: Float64Array,
  size: Uint32Array,
} as const;

type Arrays = { readonly [K in keyof typeof KINDS]: InstanceType<(typeof KINDS)[K]> };
export type ColumnName = keyof typeof KINDS;
export type CommandFacts = { readonly [K in ColumnName]: number };

export const COLUMN_NAMES = Object.keys(KINDS) as readonly ColumnName[];
export const MOST_DURATION = 0xff_ff_ff_ff;
export const NO_EXIT = -0x80_00_00_00;

/** Flags of a command. */
export const ENDED = 1;
export const FAILED = 2;
export const BOOKMARKED = 4;
export const NOTED = 8;
/** The row is no longer there, or was read anew. */
export const GONE = 16;

const FIRST_SIZE = 1024;

export class Columns {
  #arrays: Arrays;
  #length: number;

  constructor(arrays: Arrays = made(FIRST_SIZE), length = 0) {
    this.#arrays = arrays;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** The arrays as they are now; adding a command may replace them. Only their first `length` values count. */
  get arrays(): Arrays {
    return this.#arrays;
  }

  /** Returns the number of the new row. */
  add(facts: CommandFacts): number {
    const row = this.#length;
    if (row === this.#arrays.started.length) this.#grow();
    for (const name of COLUMN_NAMES) this.#arrays[name][row] = facts[name];
    this.#length += 1;
    return row;
  }

  /** The bytes of a column as it is now. Copies those that are changed in place. */
  bytes(name: ColumnName): Uint8Array {
    const values = this.#arrays[name].subarray(0, this.#length);
    const isChanged = name === 'flags' || name === 'duration' || name === 'exit';
    return bytesOf(isChanged ? values.slice() : values);
  }

  /** Returns a copy of these rows. */
  async only(rows: Uint32Array, pause: () => Promise<void>): Promise<Columns> {
    const arrays = made(withRoom(rows.length));
    for (const name of COLUMN_NAMES) {
      const [from, to] = [this.#arrays[name], arrays[name]];
      for (let at = 0; at < rows.length; at += 1) to[at] = from[rows[at] ?? 0] ?? 0;
      await pause();
    }
    return new Columns(arrays, rows.length);
  }

  #grow(): void {
    const grown = made(Math.ceil(this.#length * 1.5));
    for (const name of COLUMN_NAMES) grown[name].set(this.#arrays[name]);
    this.#arrays = grown;
  }
}

/** Columns of so many rows without values, with room for more, and the bytes to read the values into. */
export function columnsToFill(length: number): { columns: Columns; bytes: readonly Uint8Array[] } {
  const arrays = made(withRoom(length));
  const bytes = COLUMN_NAMES.map((name) => bytesOf(arrays[name].subarray(0, length)));
  return { columns: new Columns(arrays, length), bytes };
}

export function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Growing copies everything: the first rows that are added must not. */
function withRoom(length: number): number {
  return length + Math.max(FIRST_SIZE, length >> 4);
}

function made(size: number): Arrays {
  const entries = COLUMN_NAMES.map((name) => [name, new KINDS[name](size)]);
  return Object.fromEntries(entries) as unknown as Arrays;
}
