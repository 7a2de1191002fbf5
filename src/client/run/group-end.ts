/** When several things that run at the same time are done: all of them, or the first. */

export type GroupUntil = 'all' | 'any';

/**
 * Resolves when all have resolved; with `any` when the first has that `counts`, which a command that never began does not. Returns
 * that first one. None may reject.
 */
export async function groupEnd<T>(
  members: readonly Promise<T>[],
  until: GroupUntil,
  counts: (member: T) => boolean,
): Promise<T | undefined> {
  const all = Promise.all(members);
  if (until === 'all') {
    await all;
    return undefined;
  }
  return new Promise<T | undefined>((resolve) => {
    for (const member of members) void member.then((done) => counts(done) && resolve(done));
    void all.then(() => resolve(undefined));
  });
}
