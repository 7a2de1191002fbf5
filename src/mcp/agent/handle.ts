/** Handles are the names of agents: one word, written `agent:HANDLE` in headers, records and claims. */

/** The host accepts 72 characters for `agent:HANDLE`, which leaves room for a number at the end. */
const MAX_HANDLE = 48;
/** With a number behind the handle, of at most three characters, this is still within what the host accepts. */
const MAX_PLACE = 14;

export function isHandle(text: string): boolean {
  return /^[\w.@+-]+$/.test(text) && text.length <= MAX_HANDLE;
}

/** `Claude Code` → `claude-code`. */
export function handleFrom(name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^\w.@+-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_HANDLE);
  return word === '' ? 'agent' : word;
}

/** Removes the prefix that older set-ups write: `agent:pm` is `pm`. */
export function plainHandle(text: string): string {
  return text.replace(/^agent:/, '');
}

/**
 * `builder@laptop`: what an agent is called at the host of another machine, where another agent may be `builder`. It is shortened to
 * what a host accepts.
 */
export function handleElsewhere(handle: string, here: string): string {
  const place = here.replace(/[^\w.+-]+/g, '-').slice(0, MAX_PLACE);
  return place === '' ? handle : `${handle}@${place}`;
}

/** Returns `pm`, `pm-2`, `pm-3`: the handle to try when those before it are taken. */
export function numbered(handle: string, count: number): string {
  return count === 1 ? handle : `${handle}-${count}`;
}
