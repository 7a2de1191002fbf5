/** Reads what a program copies (OSC 52). A request for the clipboard is never answered: its contents are a secret. */

/** Limit: characters of base64, as many as terminals take; a longer copy is left out whole. */
export const COPY_LIMIT = 100_000;

/** Reads the payload after `52;`: `SELECTION;BASE64`. Returns undefined for requests, other selections and broken text. */
export function copiedText(payload: string): string | undefined {
  const at = payload.indexOf(';');
  const base64 = payload.slice(at + 1);
  if (at < 0 || base64 === '' || base64 === '?' || base64.length > COPY_LIMIT) return undefined;
  const selection = payload.slice(0, at);
  if (selection !== '' && !selection.includes('c') && !selection.includes('s')) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  // Node leaves out what is no base64, and would copy something else than the program meant.
  if (bytes.toString('base64').replaceAll('=', '') !== base64.replaceAll('=', '')) return undefined;
  return bytes.toString('utf8');
}
