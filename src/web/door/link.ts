/** The secret of a link: it stands in the fragment, which browsers send to nobody. */

const PREFIX = '#t=';

type Place = Pick<Location, 'hash' | 'pathname' | 'search'>;
type Past = Pick<History, 'replaceState'>;

/** Returns the secret of the address and takes it out of there, so that neither history nor a copied address keeps it. */
export function takeLink(place: Place, past: Past): string | undefined {
  const secret = secretIn(place.hash);
  if (secret !== undefined) past.replaceState(null, '', `${place.pathname}${place.search}`);
  return secret;
}

/** Returns the secret in a whole link, or in the fragment of one. */
export function secretIn(text: string): string | undefined {
  const at = text.indexOf(PREFIX);
  const secret = at === -1 ? '' : text.slice(at + PREFIX.length).trim();
  return secret === '' ? undefined : secret;
}
