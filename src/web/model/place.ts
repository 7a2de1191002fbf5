/** What the page shows, as the fragment of its address names it: links to a terminal or to one of its blocks can be kept. */

export type Place =
  | { readonly kind: 'start' }
  /** `block` is the number of a command in its terminal. */
  | { readonly kind: 'terminal'; readonly uri: string; readonly block?: number };

const TERMINAL = 'term';
const BLOCK = 'block';
/** The terminals of a cotty host; others are named by their whole URI. */
const PREFIX = 'ahp-terminal:/';

export function placeIn(hash: string): Place {
  const [kind, name = '', sub, number] = hash.replace(/^#\/?/, '').split('/');
  const id = decoded(name);
  if (kind !== TERMINAL || id === '') return { kind: 'start' };
  const uri = id.includes(':') ? id : `${PREFIX}${id}`;
  const block = sub === BLOCK ? Number(number) : Number.NaN;
  return { kind: 'terminal', uri, ...(Number.isSafeInteger(block) && { block }) };
}

export function hashOf(place: Place): string {
  if (place.kind === 'start') return '#/';
  const { uri, block } = place;
  const id = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : uri;
  const terminal = `#/${TERMINAL}/${encodeURIComponent(id)}`;
  return block === undefined ? terminal : `${terminal}/${BLOCK}/${block}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody has changed the address by hand.
    return '';
  }
}
