/** The place shown, encoded in the fragment of the page's URL, so that a terminal or one of its blocks can be linked. */

import type { RunPlace } from '../../client/blocks/recorded-run.ts';
import { placeId, TERMINAL_PREFIX, terminalPlace } from '../../client/terminal-place.ts';

export type Place =
  | { readonly kind: 'start' }
  /** `block` is the number of a command in its terminal. */
  | { readonly kind: 'terminal'; readonly uri: string; readonly block?: number }
  /** Commands of all terminals; `words` is what they are searched by. */
  | { readonly kind: 'history'; readonly words: string }
  | { readonly kind: 'agents' }
  /** A run compared with an earlier one: by default the last of the same command in the same folder, or the last that succeeded. */
  | ({ readonly kind: 'compare'; readonly against?: RunPlace | typeof SUCCEEDED } & RunPlace)
  /** A run that is played again; without its number, all of the terminal. */
  | { readonly kind: 'replay'; readonly uri: string; readonly seq?: number }
  /** The queue; `uri` is the terminal whose question is shown. */
  | { readonly kind: 'waiting'; readonly uri?: string };

const TERMINAL = 'term';
const BLOCK = 'block';
const HISTORY = 'history';
const AGENTS = 'agents';
const WAITING = 'waiting';
const COMPARE = 'compare';
const REPLAY = 'replay';
const SUCCEEDED = 'succeeded';

export function placeIn(hash: string): Place {
  const [kind, name = '', sub = '', number, ...rest] = hash.replace(/^#\/?/, '').split('/');
  const text = decoded(name);
  if (kind === HISTORY) return { kind: 'history', words: text };
  if (kind === AGENTS) return { kind: 'agents' };
  const uri = uriOf(text);
  if (kind === COMPARE) return comparedIn(uri, Number(sub), number, rest[0]);
  if (kind === REPLAY) return replayedIn(uri, sub);
  if (kind === WAITING) return { kind: 'waiting', ...(text !== '' && { uri }) };
  if (kind !== TERMINAL || text === '') return { kind: 'start' };
  const block = sub === BLOCK ? Number(number) : Number.NaN;
  return { kind: 'terminal', uri, ...(Number.isSafeInteger(block) && { block }) };
}

export function hashOf(place: Place): string {
  switch (place.kind) {
    case 'start':
      return '#/';
    case 'agents':
      return `#/${AGENTS}`;
    case 'waiting':
      return place.uri === undefined ? `#/${WAITING}` : `#/${WAITING}/${placeId(place.uri)}`;
    case 'compare': {
      const { uri, seq, against } = place;
      const named = against === SUCCEEDED ? `/${SUCCEEDED}` : '';
      const than = typeof against === 'object' ? `/${placeId(against.uri)}/${against.seq}` : named;
      return `#/${COMPARE}/${placeId(uri)}/${seq}${than}`;
    }
    case 'replay':
      return `#/${REPLAY}/${placeId(place.uri)}${place.seq === undefined ? '' : `/${place.seq}`}`;
    case 'history':
      return `#/${HISTORY}${place.words === '' ? '' : `/${encodeURIComponent(place.words)}`}`;
    case 'terminal':
      return terminalPlace(place.uri, place.block);
  }
}

const COVERING: readonly Place['kind'][] = ['history', 'agents', 'waiting', 'compare', 'replay'];

/** Whether a page lies over the terminal in front. */
export function coversTerminal({ kind }: Place): boolean {
  return COVERING.some((each) => each === kind);
}

function uriOf(name: string): string {
  return name.includes(':') ? name : `${TERMINAL_PREFIX}${name}`;
}

function comparedIn(uri: string, seq: number, name: string | undefined, number: string | undefined): Place {
  if (!Number.isSafeInteger(seq) || seq < 1) return { kind: 'start' };
  if (name === SUCCEEDED && number === undefined) return { kind: 'compare', uri, seq, against: SUCCEEDED };
  const than = Number(number);
  const isNamed = name !== undefined && Number.isSafeInteger(than) && than >= 1;
  return { kind: 'compare', uri, seq, ...(isNamed && { against: { uri: uriOf(decoded(name)), seq: than } }) };
}

function replayedIn(uri: string, number: string): Place {
  const seq = Number(number);
  if (number === '' && uri !== TERMINAL_PREFIX) return { kind: 'replay', uri };
  return Number.isSafeInteger(seq) && seq >= 1 ? { kind: 'replay', uri, seq } : { kind: 'start' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody has changed the address by hand.
    return '';
  }
}
