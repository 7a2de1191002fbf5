/** A position in the output of a terminal, sent as the `id:` of an event; a reader that comes back names its last one. */

export type Position = {
  /** Number of the last envelope the reader has. */
  readonly seq: number;
  /** Characters printed until that envelope. */
  readonly printed: number;
};

/** `host` identifies one run of a host: numbers of another run mean nothing in it. */
export function positionId(host: string, { seq, printed }: Position): string {
  return `${host}-${seq}-${printed}`;
}

/** Returns undefined for a position of another run of the host. */
export function readPosition(host: string, id: string): Position | undefined {
  const [, word, seq, printed] = /^(\w{1,64})-(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return word === host ? { seq: Number(seq), printed: Number(printed) } : undefined;
}
