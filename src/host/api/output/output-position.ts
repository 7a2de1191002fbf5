/** A place in the output of a terminal, as the `id:` of an event: what a reader that comes back says it has. */

export type Position = {
  /** The number of the last envelope it was told of. */
  readonly seq: number;
  /** Characters printed until then. */
  readonly printed: number;
};

/** `host`: a word no other host, earlier or later, has; its numbers mean nothing here. */
export function positionId(host: string, { seq, printed }: Position): string {
  return `${host}-${seq}-${printed}`;
}

/** Undefined: not from this host. */
export function readPosition(host: string, id: string): Position | undefined {
  const [, word, seq, printed] = /^(\w{1,64})-(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return word === host ? { seq: Number(seq), printed: Number(printed) } : undefined;
}
