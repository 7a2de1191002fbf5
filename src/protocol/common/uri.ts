/** Channel URIs: opaque strings, compared byte by byte (AHP: never normalised). */

/** The URI of the root channel, as it is sent. */
export const ROOT_URI = 'ahp-root://';

/** Known spellings of the root channel: that of 0.1, and what URI classes make of the current one. */
const ROOT_SPELLINGS: ReadonlySet<string> = new Set([
  ROOT_URI,
  'ahp-root:',
  'ahp-root:/',
  'agenthost:/root',
  'ahp:/root',
]);

export function isRootUri(uri: string): boolean {
  return ROOT_SPELLINGS.has(uri);
}

/** Returns a terminal URI. Clients choose it (createTerminal); hosts accept any scheme. */
export function terminalUri(id: string): string {
  return `ahp-terminal:/${id}`;
}

const MAX_SLUG = 40;

/** Converts a name for use in such an id: readable, and safe wherever it is written. */
export function slugOf(name = ''): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '');
  return slug || 'term';
}

/** Returns an id that a person can read, and that is new each time: a name may be used again after its terminal is gone. */
export function freshId(name?: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(3));
  return `${slugOf(name)}-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The session URI of an agent, used in its claims. */
export function agentSession(handle: string): string {
  return `ahp-session:/${handle}`;
}

/** The handle of an agent in the session URI of its claims. */
export function handleOfSession(session: string): string {
  return session.slice(session.lastIndexOf('/') + 1);
}

/** The port at which the web listener is opened when none is asked for, if it is free. */
export const USUAL_WEB_PORT = 7070;
