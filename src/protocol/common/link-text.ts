/** Whether the text of a hyperlink shows its address. If not, the user is shown the address before it is opened. */

const INVISIBLE = /[\p{Cc}\p{Cf}]/u;

/** `text` is what is shown of the link. It names the address with or without the scheme and the slash of an empty path. */
export function namesAddress(text: string, address: string): boolean {
  const shown = text.trim();
  if (INVISIBLE.test(shown)) return false;
  if (shown === '') return false;
  return ['', 'https://', 'http://'].some((scheme) =>
    ['', '/'].some((end) => `${scheme}${shown}${end}` === address),
  );
}

/** Returns the host of a web address, as a browser would resolve it: without a user name before it, in ASCII. */
export function hostOf(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
}
