/** A check as a value: what it states, how binding that is, and how it is looked at. */

/** The specification demands it: a host that does otherwise fails. */
export function must(title, run, page) {
  return { title, level: 'must', run, page };
}

/**
 * The specification recommends it, or is silent and hosts agree: a host that does otherwise is warned of, and fails
 * only where `--strict` is asked for.
 */
export function should(title, run, page) {
  return { title, level: 'should', run, page };
}

/** `page`: where it stands in the specification; a check may name another one. */
export function section(name, page, checks) {
  return { name, checks: checks.map((check) => ({ ...check, page: check.page ?? page, section: name })) };
}
