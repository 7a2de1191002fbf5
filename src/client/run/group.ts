/** Acts in several terminals at the same time, for scripts and agents, until all are done or the first one is. */

export type GroupUntil = 'all' | 'any';

/** A terminal that a call names, or the reason why no terminal has the name. */
export type GroupMember<T = unknown> =
  | ({ readonly ok: true; readonly name: string; readonly uri: string } & T)
  | { readonly ok: false; readonly name: string; readonly error: string };

/** Leaves out repeated members: several names may mean the same terminal. */
export function onceEach<M extends GroupMember>(members: readonly M[]): readonly M[] {
  const byMeaning = new Map<string, M>();
  for (const member of members) {
    const key = member.ok ? member.uri : `"${member.name}`;
    if (!byMeaning.has(key)) byMeaning.set(key, member);
  }
  return [...byMeaning.values()];
}

type GroupDone<T> = {
  /** The outcome of each member, in their order; some may not have ended yet. */
  readonly done: readonly Promise<T>[];
  /** With `any`, the index of the first that counted, if one did. */
  readonly first: number | undefined;
};

/**
 * Acts in all members at once. With `all` it resolves when all are done; with `any` when the first one is done whose result
 * `counts` (that of a command that never began does not), or when all are. Then `over` is aborted, and the other acts must
 * end. `act` must not reject.
 */
export async function inGroup<M, T>(
  members: readonly M[],
  { until, counts }: { readonly until: GroupUntil; readonly counts: (done: T) => boolean },
  act: (member: M, over: AbortSignal) => Promise<T>,
): Promise<GroupDone<T>> {
  // Each has a signal of its own: Node warns of a leak if one has many listeners.
  const overs = members.map(() => new AbortController());
  const acts = members.map((member, index) => act(member, overs[index]?.signal ?? AbortSignal.abort()));
  const all = Promise.all(acts);
  const first = await new Promise<number | undefined>((resolve) => {
    if (until === 'any')
      for (const [index, acting] of acts.entries())
        void acting.then((done) => counts(done) && resolve(index));
    void all.then(() => resolve(undefined));
  });
  for (const over of overs) over.abort();
  return { done: acts, first };
}
