/** Names of agents: one word that stands in headers, records and claims as `agent:HANDLE`. */

/** The host takes 72 characters for `agent:HANDLE`; a number may be added at the end. */
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

/** As written in older set-ups: `agent:pm` is `pm`. */
export function plainHandle(text: string): string {
  return text.replace(/^agent:/, '');
}

/** `pm`, `pm-2`, `pm-3`: the next one if the first is connected already. */
export function numbered(handle: string, count: number): string {
  return count === 1 ? handle : `${handle}-${count}`;
}
