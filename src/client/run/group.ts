/** Several terminals of one call, for scripts and agents alike: the same happens in each at the same time, until all are done or the first. */

export type GroupUntil = 'all' | 'any';

/** A terminal that a call names, or why the name means none. */
export type GroupMember<T = unknown> =
  | ({ readonly ok: true; readonly name: string; readonly uri: string } & T)
  | { readonly ok: false; readonly name: string; readonly error: string };

/** Leaves out members that mean the same as one before: several names may mean one terminal. */
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
 * Acts in all members at once. With `all` the group is over when each is done; with `any` when the first is done that `counts`, which
 * a command that never began does not, or when all are. Then `over` is aborted, upon which the others have to come to an end.
 * `act` may not reject.
 */
export async function inGroup<M, T>(
  members: readonly M[],
  { until, counts }: { readonly until: GroupUntil; readonly counts: (done: T) => boolean },
  act: (member: M, over: AbortSignal) => Promise<T>,
): Promise<GroupDone<T>> {
  const over = new AbortController();
  const acts = members.map((member) => act(member, over.signal));
  const all = Promise.all(acts);
  const first = await new Promise<number | undefined>((resolve) => {
    if (until === 'any')
      for (const [index, acting] of acts.entries())
        void acting.then((done) => counts(done) && resolve(index));
    void all.then(() => resolve(undefined));
  });
  over.abort();
  return { done: acts, first };
}
