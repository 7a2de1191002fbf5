/** Channel URIs — opaque strings, compared byte by byte (AHP: never normalised). */

/** The one root channel, as it is sent. */
export const ROOT_URI = 'ahp-root://';

/** Spellings of the root channel met in the wild: 0.1's, and what a URI class makes of today's. */
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

/** A fresh terminal URI. Clients choose it (createTerminal), hosts accept any scheme. */
export function terminalUri(id: string): string {
  return `ahp-terminal:/${id}`;
}

const MAX_SLUG = 40;

/** What stands in such an id for a name: readable, and harmless wherever it is written. */
export function slugOf(name = ''): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG)
    .replace(/-$/, '');
  return slug || 'term';
}

/** The session of an agent: what it holds is held in this name. */
export function agentSession(handle: string): string {
  return `ahp-session:/${handle}`;
}
