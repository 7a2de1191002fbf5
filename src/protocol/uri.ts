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

/** The session of an agent: what it holds is held in this name. */
export function agentSession(handle: string): string {
  return `ahp-session:/${handle}`;
}
