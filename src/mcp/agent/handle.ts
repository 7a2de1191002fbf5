/** Handles are the names of agents: one word, written `agent:HANDLE` in headers, records and claims. */

/** The host accepts 72 characters for `agent:HANDLE`, which leaves room for a number at the end. */
const MAX_HANDLE = 48;

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

/** Returns `pm`, `pm-2`, `pm-3`: the handle to try when those before it are taken. */
export function numbered(handle: string, count: number): string {
  return count === 1 ? handle : `${handle}-${count}`;
}
