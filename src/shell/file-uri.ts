/** An absolute path as a file URI, each name percent-encoded. */

export function fileUri(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined;
  // A lone surrogate (a file name that is no UTF-8) cannot be encoded: it becomes U+FFFD.
  return `file://${path
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
}
