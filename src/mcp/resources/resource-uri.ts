/** URIs of terminals as MCP resources: `terminal://NAME`, and `terminal://` for all of them. */

export const ALL_URI = 'terminal://';

export function resourceUri(name: string): string {
  return `${ALL_URI}${encodeURIComponent(name)}`;
}

export function nameIn(uri: string): string {
  const name = uri.slice(ALL_URI.length);
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % stands for itself.
    return name;
  }
}
