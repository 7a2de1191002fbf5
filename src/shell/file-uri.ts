/** Converts an absolute path to a file URI, with each name percent-encoded. */

export function fileUri(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  // A lone surrogate (from a file name that is not UTF-8) cannot be encoded: it becomes U+FFFD.
  return `file://${path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
}
